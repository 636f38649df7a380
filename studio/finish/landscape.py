"""landscape.py job.json: writes the massif with mist and sky as a picture; with `film`, also as a loop with drifting mist.

The camera does not move, so every frame is computed from one render.
"""

import json
import sys

import numpy as np
from air import mist, mist_banks, rays, sky, through_air, tone
from denoise import denoise
from files import Render, finer, report, save, write_film

GRAIN = 0.006  # against banding in the sky
STEP = 3  # film: every third frame is computed, and mist on every third pixel


def coarse(image, step):
    return image[step // 2 :: step, step // 2 :: step]


class View:
    def __init__(self, job):
        render = Render(job['out'])
        with open(job['eye']) as file:
            about = json.load(file)
        self.eye = np.array(about['eye'])
        self.hit = render.layer('Depth', 'Z')[..., 0] < 1e4
        normal = render.layer('Denoising Normal', 'XYZ')
        self.colour = denoise(render.layer('Combined'), render.layer('Denoising Albedo'), normal, glassy=False)
        height, width = self.hit.shape
        self.ray = rays(width, height, self.eye, about['target'], about['lens'])
        found = render.layer('Position', 'XYZ')
        self.position = np.where(self.hit[..., None], found, self.eye + self.ray * 200)

    def at(self, phase=None, step=1):
        """the picture at one moment of the loop; mist and sky are soft, so a coarser grid is enough"""
        banks = mist_banks(coarse(self.position, step), phase)
        sky_colour = sky(coarse(self.ray, step), phase)
        if step > 1:
            banks, sky_colour = finer(banks, self.hit.shape), finer(sky_colour, self.hit.shape)
        layers = mist(self.position, self.hit, self.eye, self.ray, banks)
        return np.where(self.hit[..., None], through_air(self.colour, layers), sky_colour)


def grained(picture, seed):
    return picture + np.random.default_rng(seed).normal(0, GRAIN, (*picture.shape[:2], 1))


def frames(view, count):
    """mist drifts a pixel or two per frame, so every third frame is computed and those between are blended"""
    first = before = tone(view.at(0.0, STEP)).astype(np.float32)
    for frame in range(0, count, STEP):
        last = frame + STEP >= count
        after = first if last else tone(view.at((frame + STEP) / count, STEP)).astype(np.float32)
        between = count - frame if last else STEP
        for k in range(between):
            yield grained(before + (after - before) * (k / between), (frame + k) % 7)
        before = after


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    view, film = View(job), job.get('film')
    save(job['png'], grained(tone(view.at(0.0 if film else None)), 0))
    if film:
        write_film(film['out'], frames(view, film['seconds'] * film['rate']), film['rate'])
    free = np.argmax(view.hit.mean(1) > 0.002) / view.hit.shape[0]
    report({'sky': round(float(free), 3)})


main()
