"""Kind name -> builder(p, rng) -> hints for the rig and the cameras.

A new version of a kind makes the studio render its pictures again.
"""

KINDS = {}


def kind(name, version=1):
    def register(builder):
        builder.version = version
        KINDS[name] = builder
        return builder

    return register
