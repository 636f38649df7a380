"""Kind name -> builder(p, rng) -> hints for the rig and the cameras.

The catalogue reads the versions from the sources: a new one makes the studio render a kind's pictures again.
"""

KINDS = {}


def kind(name, version=1):  # noqa: ARG001
    def register(builder):
        KINDS[name] = builder
        return builder

    return register
