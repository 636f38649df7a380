"""Builds the object of a picture."""

import random

import bpy
import jewellery  # noqa: F401  (the import registers its kinds)
import minerals  # noqa: F401
import objects  # noqa: F401
from registry import KINDS
from scene import points


class Params:
    """Typed access to the parameters of an object: p('radius', 0.4), p('colour', 'clear')."""

    def __init__(self, values):
        self.values = values

    def __call__(self, key, default):
        value = self.values.get(key)
        return default if value is None else type(default)(value)


def build(job):
    before = set(bpy.context.scene.objects)
    hints = KINDS[job['kind']](Params(job['params']), random.Random(job['params'].get('seed', 1)))
    bpy.context.view_layer.update()
    built = [o for o in bpy.context.scene.objects if o not in before]
    return built, points(built), {**hints, **job['view']}
