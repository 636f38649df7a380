"""light_film.py job.json: a film of a lamp that moves around an object, from renders with the lamp in a few positions.

Light is additive, so positions between two renders are blends of their neighbors.
"""

import json
import sys

import numpy as np
from develop import develop
from files import report, save, write_film
from product import tone

EXPOSURE, GLARE, GRAIN = 1.2, 0.5, 0.004


def weights(phase, count):
    """a cosine bell over the nearest lamps, which always sum to one"""
    away = np.abs((np.arange(count) / count - phase + 0.5) % 1 - 0.5) * count
    bell = np.where(away < 2, 0.5 + 0.5 * np.cos(np.pi * away / 2), 0)
    return bell / bell.sum()


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    lamps = [develop(path, job['eye']).astype(np.float32) * EXPOSURE for path in job['renders']]
    height, width = lamps[0].shape[:2]
    film = job['film']

    def at(phase):
        light = sum(w * lamp for w, lamp in zip(weights(phase, len(lamps)), lamps) if w > 0)
        # Compresses highlights: the floor beside the lamp is many times as bright as the crystal.
        return tone(light / (1 + GLARE * light.max(-1, keepdims=True)))

    def frames():
        count = film['seconds'] * film['rate']
        for frame in range(count):
            yield at(frame / count) + np.random.default_rng(frame % 7).normal(0, GRAIN, (height, width, 1))

    save(job['png'], at(0.0))
    write_film(film['out'], frames(), film['rate'])
    report({'lamps': len(lamps)})


main()
