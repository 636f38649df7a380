"""blender -b -P make.py -- job.json: builds one object, places it in the rig and renders one picture or one turn."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bpy
import cameras
import numpy as np
import rig
from build import build
from settings import near_file, render_to, reset
from turntable import Turntable


def main():
    with open(sys.argv[sys.argv.index('--') + 1]) as file:
        job = json.load(file)
    width, height = job['width'], job['height']
    reset(width, height, job['samples'])
    built, surface, hints = build(job)
    turntable = Turntable(built, surface, job['frames']) if job.get('frames') else None
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
    framed = turntable.all_points(surface) if turntable else surface
    cameras.CAMERAS[job['camera']](framed, aspect=width / height, **hints)
    box = None if on_slate else cameras.box_around(framed, width, height)
    with open(job['eye'], 'w') as file:
        json.dump({'box': box, 'size': [height, width], 'glassy': glass or sparkle}, file)
    if not turntable:
        render_to(job['out'], box)
        return
    for frame in range(turntable.frames):
        out = job['out'].replace('.exr', f'-{frame:02d}.exr')
        if not os.path.exists(near_file(out) if box else out):
            turntable.show(frame)
            render_to(out, box)


main()
