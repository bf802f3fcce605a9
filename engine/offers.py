"""The offers of the step in which figures are placed, told apart by what can be known of them before the tile is laid."""

from __future__ import annotations

from dataclasses import dataclass

from catalog.effects import Choose, Pieces, Put, Spot, Spots, Supply
from engine.frames import PC, Choice, Frame
from engine.programs import OfferProgram, Programs
from engine.ruleset import Ruleset
from engine.run import Run

Suffix = tuple[int, ...]
"""What is done after a tile is placed: nothing (), or an offer and what is chosen in it. For a figure from the supply that goes to a
spot: the offer, the kind of figure, and the segment: counted from the first of the tile, or ``~segment`` on another tile."""

SPOT, PIECE, LATE = "spot", "piece", "late"
STEP, BESIDE, ANY = "step", "beside", "any"


@dataclass(frozen=True, slots=True)
class Plan:
    """An offer as the list of joint actions uses it.

    ``sort``: a figure from the supply goes to a ``spot``, of the tile just placed or of any (``anywhere``); or ``piece``: a choice of
    pieces that the new tile does not change; or ``late``: only to be known once the tile lies. ``when``: it is one of those that the
    limit of the ``step`` counts, or is taken ``beside`` them, or at ``any`` time in the turn. ``verb`` is set where taking the
    offer does no more than to put the figure there. ``standing``: there is nothing to choose unless one of these kinds of figures
    is on the board. ``must``: it is taken before anything else where it can be, and nothing else of the step is.
    """

    number: int
    offer: OfferProgram
    choice: Choice | None
    sort: str
    when: str
    figures: tuple[int, ...] = ()
    kinds: frozenset[int] = frozenset()
    anywhere: bool = False
    unfinished: bool = False
    permit: tuple[str, str] | None = None
    verb: int | None = None
    standing: frozenset[int] | None = None
    must: bool = False

    def frame(self, placed: tuple[int, ...]) -> Frame:
        """Return a frame of the offer at its beginning."""
        return self.offer.program.frame(*([list(placed)] if self.when != ANY else ()))


def plans(rules: Ruleset, programs: Programs) -> tuple[Plan, ...]:
    """Tell the offers of a ruleset apart."""
    return tuple(_plan(rules, programs, n, offer) for n, offer in enumerate(programs.offers))


def _plan(rules: Ruleset, programs: Programs, number: int, offer: OfferProgram) -> Plan:
    act = offer.rule.do[0]
    when = ANY if offer.rule.step == "any" else BESIDE if offer.rule.beside else STEP
    must = offer.rule.must
    if not isinstance(act, Choose) or act.else_ or act.optional or act.by != "active":
        # Taken as a whole: who has to choose then is asked then.
        return Plan(number, offer, None, LATE, when, must=must)
    choice = offer.program.choices.get(1)
    if must:
        # Whether it can be taken decides about all others.
        return Plan(number, offer, choice, LATE, when, must=True)
    match act.from_:
        case (Pieces() as pieces, Spots() as spots) if (
            not act.prefer and _from_supply(pieces) and _known(programs, pieces, spots)
        ):
            figures = tuple(sorted(rules.figures_of(pieces)))
            permit = (spots.permitted.actor, spots.permitted.verb) if spots.permitted else None
            verb = None
            match act.do:
                case (Put(piece=piece, to=Spot(of=spot)) as put,) if (piece, spot) == act.as_ and len(offer.rule.do) == 1:
                    verb = rules.verbs.index(put.verb)
            kinds = frozenset(rules.kind_index[k] for k in spots.kind) or frozenset(range(len(rules.kinds)))
            return Plan(number, offer, choice, SPOT, when, figures, kinds, spots.of is None, spots.unfinished, permit, verb)
        case (Pieces() as pieces,) if not act.prefer and _untouched(programs, pieces):
            return Plan(number, offer, choice, PIECE, when, standing=rules.figures_of(pieces) if pieces.at == "board" else None)
    return Plan(number, offer, choice, LATE, when)


def _untouched(programs: Programs, pieces: Pieces) -> bool:
    """Tell whether a new tile changes nothing about which pieces these are."""
    plain = isinstance(pieces.at, str) or pieces.at is None or _from_supply(pieces)
    by_place = not programs.conditional(pieces.permitted, programs.rules.figures_of(pieces))
    return plain and by_place and pieces.owner in (None, "active", "each", "other") and pieces.bearing is None


def _from_supply(pieces: Pieces) -> bool:
    at = pieces.at
    return (
        isinstance(at, Supply)
        and at.of == "active"
        and pieces.owner in (None, "active")
        and pieces.bearing is None
        and pieces.permitted is None
    )


def _known(programs: Programs, pieces: Pieces, spots: Spots) -> bool:
    """Tell whether what the rulings say of spots for these figures depends on the place alone."""
    conditional = programs.conditional(spots.permitted, programs.rules.figures_of(pieces))
    here = spots.of == "placed" and not spots.unfinished
    return spots.free and (spots.of is None or here) and not conditional


def options(run: Run, plan: Plan, *, holds: bool = False) -> list[Suffix]:
    """Return every way to take an offer now that the tile lies: none if its conditions do not hold.

    ``holds``: that they do is known already, from the design of a tile that does not lie yet.
    """
    if plan.number in run.state.turn_offers:
        return []
    frame = plan.frame(run.state.placed)
    program = plan.offer.program
    if not holds and program.test is not None and not program.test(run, frame):
        return []
    if plan.choice is None:
        return [(plan.number,)]
    return [encoded(run, plan, values) for values in plan.choice.options(run, frame)]


def encoded(run: Run, plan: Plan, values: tuple[int, ...]) -> Suffix:
    """Return what is chosen in an offer as it stands in an action."""
    if plan.sort != SPOT:
        return (plan.number, *values)
    piece, segment = values
    state = run.state
    # What is offered at any time is about no tile: there may be none that was placed.
    first = len(state.parent) if plan.when == ANY else state.sq_first[state.placed[0]]
    return (plan.number, state.piece_kind[piece], segment - first if segment >= first else ~segment)


def decoded(run: Run, plan: Plan, suffix: Suffix) -> tuple[int, ...]:
    """Return the pieces and places that an action chooses in an offer."""
    if plan.sort != SPOT:
        return suffix[1:]
    state = run.state
    _, kind, local = suffix
    segment = ~local if local < 0 else state.sq_first[state.placed[0]] + local
    return state.supply[state.active][kind][0], segment


def take(run: Run, plan: Plan, suffix: Suffix) -> None:
    """Take an offer: at once where it only puts a figure somewhere, else as an effect on the agenda."""
    if plan.when == STEP:
        run.state.taken += 1
    if plan.when != STEP or plan.must:
        run.state.turn_offers.append(plan.number)
    if plan.verb is not None:
        piece, segment = decoded(run, plan, suffix)
        run.put(piece, segment, plan.verb, (plan.offer.statement,))
        return
    frame = plan.frame(run.state.placed)
    frame[PC] = 1
    if plan.choice is not None:
        plan.choice.bind(frame, run.drawn(plan.choice, decoded(run, plan, suffix)))
        frame[PC] = 2
    run.state.agenda.append(frame)


def all_options(run: Run, plans_: tuple[Plan, ...]) -> list[Suffix]:
    """Return every offer that can be taken now, each way to do the same thing once; doing nothing comes first.

    Where there is one that has to be taken, it is the only one.
    """
    forced = [suffix for plan in plans_ if plan.must for suffix in options(run, plan)]
    if forced:
        return forced
    found: list[Suffix] = [()]
    seen: set[Suffix] = set()
    for plan in plans_:
        for suffix in options(run, plan):
            if plan.verb is not None:
                same = (plan.verb, *suffix[1:])
                if same in seen:
                    continue
                seen.add(same)
            found.append(suffix)
    return found
