"""blender -b -P measure.py -- job.json: the outline of the object in each picture, without rendering it."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import cameras
import numpy as np
import rig
from build import build
from settings import reset


def outline(job):
    """left, top, width and height of the object's box as shares of the picture, and its width in mm"""
    width, height = job['width'], job['height']
    reset(width, height, 1)
    _, surface, hints = build(job)
    if hints.pop('ground', 'sweep') == 'slate':
        rig.slate(surface, max(np.ptp(surface, axis=0)) / 3)
    for hint in ('glass', 'sparkle'):
        hints.pop(hint, None)
    unit_mm = hints.pop('unit_mm', max(job['params']['mm']) / max(np.ptp(surface, axis=0)))
    aspect = width / height
    cameras.CAMERAS[job['camera']](surface, aspect=aspect, **hints)
    (left, low), (right, high) = (edge(cameras.projected(surface, aspect), axis=0) for edge in (np.min, np.max))
    width_mm = (right - left) * cameras.width_seen(surface, aspect) * unit_mm
    return [*(round(float(share), 3) for share in (left, 1 - high, right - left, high - low)), round(float(width_mm), 1)]


def main():
    with open(sys.argv[sys.argv.index('--') + 1]) as file:
        job = json.load(file)
    outlines = {picture['name']: outline(picture) for picture in job['pictures']}
    with open(job['out'], 'w') as file:
        json.dump(outlines, file)


main()
