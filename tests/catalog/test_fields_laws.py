"""Laws that the derived fields of any square keep, drawn or not: turning, covering, and not caring for order or names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.fields import PLACES, DerivedField, derive, edges_of, occupied, rotate
from catalog.tiles import EDGES, HALVES, Design, Feature, PortOf
from catalog.vocabulary import FeatureKind

# Kinds that no game has: the derivation knows shapes, not names.
KINDS: dict[str, FeatureKind] = {
    kind.id: kind
    for kind in (
        FeatureKind(id="fort", name="fort", shape="area", edge="A", bordered=True),
        FeatureKind(id="wood", name="wood", shape="area", edge="B"),
        FeatureKind(id="track", name="track", shape="line", edge="L"),
        FeatureKind(id="hedge", name="hedge", shape="line", edge="M", bordered=True),
        FeatureKind(id="well", name="well", shape="site"),
    )
}
REST = "Z"
MEETING_POINTS = ("stone", "oak", "well")
CORNERS = ("NW", "NE", "SE", "SW")

Found = Counter[tuple[frozenset[str], frozenset[str], frozenset[int]]]


def _on_edges(kind: str) -> bool:
    return KINDS[kind].shape != "site"


@st.composite
def feature_lists(draw: st.DrawFn) -> tuple[Feature, ...]:
    """Return the features of a square: edges shared out at random, with random meetings, bridges, tunnels and corner walls."""
    group_of_edge = draw(st.tuples(*[st.integers(0, 4)] * 4))  # 0: the edge is left to the fields
    groups = [tuple(e for e, g in zip(EDGES, group_of_edge, strict=True) if g == n) for n in sorted(set(group_of_edge) - {0})]
    kinds = st.sampled_from([kind for kind in KINDS if _on_edges(kind)])
    features = [Feature.model_validate({"kind": draw(kinds), "ports": ports}) for ports in groups]
    features = _with_corners(draw, features)
    points = draw(st.sampled_from([MEETING_POINTS[:1], MEETING_POINTS]))  # one point: all that end, meet
    places = [PortOf(kind=f.kind, port=f.ports[0]) for f in features]
    for n, feature in enumerate(features):
        others = [place for i, place in enumerate(places) if i != n]
        relations = ["none", "mark", "mark", *(["ends", "over"] if others else [])]
        if others and KINDS[feature.kind].shape == "line":
            relations.append("under")
        relation = draw(st.sampled_from(relations))
        if relation == "mark":
            features[n] = feature.model_copy(update={"ends": draw(st.sampled_from(points))})
        elif relation != "none":
            update: dict[str, object] = {relation: draw(st.sampled_from(others))}
            if relation == "over" and draw(st.booleans()):
                update["ends"] = draw(st.sampled_from([*others, *points]))
            features[n] = feature.model_copy(update=update)
    features += [Feature(kind="well")] * draw(st.integers(0, 1))
    return tuple(features)


def _with_corners(draw: st.DrawFn, features: list[Feature]) -> list[Feature]:
    """Let walls run into corners that no other wall has."""
    taken = {PLACES[p] for f in features if KINDS[f.kind].shape == "area" for p in occupied(f, "area")}
    walled = []
    for feature in features:
        free = [corner for corner in CORNERS if corner not in taken]
        if KINDS[feature.kind].shape == "area" and free:
            chosen = draw(st.lists(st.sampled_from(free), unique=True))
            taken.update(chosen)
            feature = feature.model_copy(update={"corners": tuple(chosen)})  # noqa: PLW2901  the same feature, walled
        walled.append(feature)
    return walled


def _design(features: Sequence[Feature], kinds: Mapping[str, FeatureKind] = KINDS) -> Design:
    bare = Design(id="box/x", edges=REST * 4, features=tuple(features))
    return bare.model_copy(update={"edges": edges_of(bare.all_squares[0], kinds, REST)})


def _fields(features: Sequence[Feature], kinds: Mapping[str, FeatureKind] = KINDS) -> Found:
    return Counter(map(_plain, derive(_design(features, kinds), kinds)))


def _plain(field: DerivedField) -> tuple[frozenset[str], frozenset[str], frozenset[int]]:
    return frozenset(p for _, p in field.ports), frozenset(c for _, c in field.corners), frozenset(f for _, f in field.touches)


def _turned(place: str, quarter_turns: int) -> str:
    return PLACES[(PLACES.index(place) + 4 * quarter_turns) % len(PLACES)]


def _turned_feature(feature: Feature, quarter_turns: int) -> Feature:
    def turned_port(port: object) -> object:
        return port.model_copy(update={"port": _turned(port.port, quarter_turns)}) if isinstance(port, PortOf) else port

    update = {name: turned_port(getattr(feature, name)) for name in ("ends", "over", "under")}
    update["ports"] = tuple(_turned(p, quarter_turns) for p in feature.ports)
    update["corners"] = tuple(_turned(c, quarter_turns) for c in feature.corners)
    return feature.model_copy(update=update)


@settings(max_examples=300, deadline=None)
@given(feature_lists(), st.integers(0, 4))
def test_turning_the_features_turns_the_fields(features: tuple[Feature, ...], quarter_turns: int) -> None:
    turned = [_turned_feature(f, quarter_turns) for f in features]
    expected = Counter(
        {
            (
                frozenset(_turned(p, quarter_turns) for p in ports),
                frozenset(_turned(c, quarter_turns) for c in corners),
                touches,
            ): n
            for (ports, corners, touches), n in _fields(features).items()
        }
    )
    assert _fields(turned) == expected
    assert _design(turned).edges == rotate(_design(features).edges or "", quarter_turns)


@settings(max_examples=300, deadline=None)
@given(feature_lists())
def test_four_quarter_turns_are_none(features: tuple[Feature, ...]) -> None:
    turned = features
    for _ in range(4):
        turned = tuple(_turned_feature(f, 1) for f in turned)
    assert turned == features
    assert derive(_design(turned), KINDS) == derive(_design(features), KINDS)


@settings(max_examples=300, deadline=None)
@given(feature_lists())
def test_what_no_feature_occupies_belongs_to_exactly_one_field(features: tuple[Feature, ...]) -> None:
    above = [f for f in features if f.under is None]
    taken = {PLACES[p] for f in above for p in occupied(f, KINDS[f.kind].shape)}
    fields = derive(_design(features), KINDS)
    assert Counter(p for f in fields for _, p in f.ports) == Counter(h for h in HALVES if h not in taken)
    assert Counter(c for f in fields for _, c in f.corners) == Counter(c for c in CORNERS if c not in taken)
    assert all(f.ports or f.corners for f in fields)


@settings(max_examples=300, deadline=None)
@given(feature_lists())
def test_a_field_touches_only_what_can_be_bordered_and_is_not_below(features: tuple[Feature, ...]) -> None:
    can = {n for n, f in enumerate(features) if KINDS[f.kind].bordered and f.under is None}
    for field in derive(_design(features), KINDS):
        assert {n for _, n in field.touches} <= can


@settings(max_examples=300, deadline=None)
@given(feature_lists(), st.data())
def test_the_order_of_features_does_not_matter(features: tuple[Feature, ...], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(features))))
    expected = Counter(
        {
            (ports, corners, frozenset(order.index(n) for n in touches)): count
            for (ports, corners, touches), count in _fields(features).items()
        }
    )
    assert _fields([features[n] for n in order]) == expected


@settings(max_examples=300, deadline=None)
@given(feature_lists())
def test_the_names_of_kinds_and_marks_do_not_matter(features: tuple[Feature, ...]) -> None:
    kinds = {f"new-{name}": kind.model_copy(update={"id": f"new-{name}"}) for name, kind in KINDS.items()}

    def renamed(value: object) -> object:
        if isinstance(value, PortOf):
            return value.model_copy(update={"kind": f"new-{value.kind}"})
        return f"new-{value}" if isinstance(value, str) else value

    fresh = [
        f.model_copy(update={name: renamed(getattr(f, name)) for name in ("kind", "ends", "over", "under")}) for f in features
    ]
    assert _fields(fresh, kinds) == _fields(features)


def test_all_that_end_at_one_point_meet_whichever_comes_first() -> None:
    fort = Feature(kind="fort", ports=("E",), ends="stone")
    tracks = [Feature(kind="track", ports=(edge,), ends="stone") for edge in ("S", "W")]
    between = frozenset({"SR", "WL"}), frozenset({"SW"})
    assert (*between, frozenset({0})) in _fields([fort, *tracks])
    assert (*between, frozenset({2})) in _fields([*tracks, fort])
    assert (*between, frozenset({1})) in _fields([tracks[0], fort, tracks[1]])
