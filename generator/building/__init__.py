"""The build of the site as a build system: what a page depends on is seen while it is made, and only what changed is made again.

``fingerprint`` says in a few letters what a value is. ``tracing`` shows data to pages and writes down what they read. ``parts`` takes
over those parts of a page for which nothing has changed. ``memory`` is what a build tells the next one, kept with the output.
``drawings`` and ``performance`` bring pictures and played examples up to date, and ``workers`` lets several processes do the work.
"""
