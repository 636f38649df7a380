"""Kind name -> builder(p, rng) -> hints for the rig and the cameras.

picture-list.mjs reads the versions from the sources. A new version renders all pictures of a kind again.
"""

KINDS = {}


def kind(name, version=1):  # noqa: ARG001
    def register(builder):
        KINDS[name] = builder
        return builder

    return register
