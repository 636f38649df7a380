"""product.py job.json: denoises a render, adjusts the backdrop at the edges to #EDEBE7, maps the tones, writes a PNG.

A detail uses the exposure of its hero picture (`gain`). The gain is printed, so render.mjs can store it.
"""

import json
import sys

import numpy as np
from develop import develop
from files import report, save

EDGE = np.array([0xED, 0xEB, 0xE7]) / 255.0
CONTRAST, SATURATION, KNEE, BLOOM, GRAIN = 0.12, 1.04, 0.72, 0.06, 0.003
GREY = np.array([0.2126, 0.7152, 0.0722])


def blur(image, sigma):
    height, width = image.shape[:2]
    pad = int(3 * sigma) + 1
    image = np.pad(image, ((pad, pad), (pad, pad), (0, 0)), mode='edge')
    fy, fx = np.fft.fftfreq(image.shape[0])[:, None], np.fft.rfftfreq(image.shape[1])[None]
    kernel = np.exp(-2 * (np.pi * sigma) ** 2 * (fx**2 + fy**2))
    wide = np.fft.irfft2(np.fft.rfft2(image, axes=(0, 1)) * kernel[..., None], s=image.shape[:2], axes=(0, 1))
    return wide[pad : pad + height, pad : pad + width]


def shoulder(value):
    room = 1 - KNEE
    return np.where(value < KNEE, value, KNEE + room * (1 - np.exp(-(np.maximum(value, KNEE) - KNEE) / room)))


def tone(linear):
    """scene linear -> display: soft shoulder, mild contrast and saturation"""
    peak = linear.max(-1, keepdims=True)
    y = 0.6 * shoulder(linear) + 0.4 * linear * (shoulder(peak) / np.maximum(peak, 1e-6))
    display = np.where(y < 0.0031308, 12.92 * y, 1.055 * np.power(np.maximum(y, 1e-9), 1 / 2.4) - 0.055)
    display = display * (1 - CONTRAST) + display * display * (3 - 2 * display) * CONTRAST
    grey = (display @ GREY)[..., None]
    return grey + (display - grey) * SATURATION


def edge_in_linear():
    """the scene colour that tone() turns into EDGE"""
    colour = np.full(3, 0.8)
    for _ in range(60):
        colour = colour * (1 + 0.6 * (EDGE - tone(colour[None])[0]))
    return colour


def flat_field(colour, border=0.05):
    """gain per pixel: a smooth surface through the picture's border, so that the edges become EDGE"""
    height, width = colour.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    u, v = x / width * 2 - 1, y / height * 2 - 1

    def basis(u, v):
        terms = [np.ones_like(u), u, v, u * v, u * u, v * v, u * u * v, u * v * v, u**3, v**3, u**4, v**4]
        return np.stack(terms, -1)

    edge = (np.abs(u) > 1 - 2 * border) | (np.abs(v) > 1 - 2 * border)
    at_edge, everywhere, target = basis(u[edge], v[edge]), basis(u, v), edge_in_linear()
    level = np.log(np.maximum(colour[edge], 1e-3))
    is_backdrop = np.ones(len(level), bool)
    for _ in range(3):  # drops pixels that are not backdrop
        fit = np.linalg.lstsq(at_edge[is_backdrop], level[is_backdrop], rcond=None)[0]
        is_backdrop = (np.abs(at_edge @ fit - level) < 0.12).all(1)
        if is_backdrop.mean() < 0.5:
            is_backdrop[:] = True
    return target / np.exp(everywhere @ fit)


def middle(gain):
    height, width = gain.shape[:2]
    return gain[height // 4 : 3 * height // 4, width // 4 : 3 * width // 4].mean((0, 1))


def with_bloom(colour):
    """the tones of the picture, with a glow around highlights"""
    glare = np.clip(colour - 1.25, 0, 6)
    height = colour.shape[0]
    return tone(colour + BLOOM * (blur(glare, height * 0.005) * 0.6 + blur(glare, height * 0.025) * 0.4))


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    colour = develop(job['out'], job['eye'])
    if job.get('gain'):
        gain = np.array(job['gain'])
        stored_gain = gain
    else:
        gain = flat_field(colour)
        stored_gain = middle(gain)
    grain = np.random.default_rng(1).normal(0, GRAIN, (*colour.shape[:2], 1))
    save(job['png'], with_bloom(colour * gain) + grain)
    report({'gain': [round(float(g), 5) for g in stored_gain]})


if __name__ == '__main__':
    main()
