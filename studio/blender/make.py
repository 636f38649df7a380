"""blender -b -P make.py -- job.json: builds one object, places it in the rig and renders one picture."""

import json
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bpy
import cameras
import jewellery  # noqa: F401  (the import registers its kinds)
import minerals  # noqa: F401
import numpy as np
import objects  # noqa: F401
import rig
from registry import KINDS
from scene import points
from settings import render_to, reset


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
    return points(built), {**hints, **job['view']}


def main():
    with open(sys.argv[sys.argv.index('--') + 1]) as file:
        job = json.load(file)
    width, height = job['width'], job['height']
    reset(width, height, job['samples'])
    surface, hints = build(job)
    size = max(np.ptp(surface, axis=0)) / 3
    on_slate = hints.pop('ground', 'sweep') == 'slate'
    ground = rig.slate(surface, size) if on_slate else 0.0
    glass, sparkle, turn = hints.pop('glass', False), hints.pop('sparkle', False), hints.pop('turn_of_light', None)
    if not glass and not sparkle:
        bpy.context.scene.cycles.samples = max(3, job['samples'] * 3 // 4)  # opaque objects need fewer samples
    if turn is None:
        rig.sweep(size, ground)
        rig.lights(size, glass, sparkle)
    else:
        rig.sweep(size, ground, rig.DIM_WALL)
        rig.turning_light(size, turn)
    cameras.CAMERAS[job['camera']](surface, aspect=width / height, **hints)
    box = None if on_slate else cameras.box_around(surface, width, height)
    with open(job['eye'], 'w') as file:
        json.dump({'box': box, 'size': [height, width], 'glassy': glass or sparkle}, file)
    render_to(job['out'], box)


main()
