"""Air between the camera and the massif: aerial perspective, drifting mist, the sky at dawn. Pure numpy."""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'blender'))
from landscape.terrain import fbm

COOL, WARM, PEACH = np.array([0.24, 0.36, 0.58]), np.array([1.0, 0.60, 0.38]), np.array([0.78, 0.56, 0.50])
GREY = np.array([0.2126, 0.7152, 0.0722])


def direction(azimuth, elevation):
    a, e = np.radians(azimuth), np.radians(elevation)
    return np.array([np.sin(a) * np.cos(e), np.cos(a) * np.cos(e), np.sin(e)])


SUN = direction(-75, 6)


def rays(width, height, eye, target, lens, sensor=36.0):
    forward = np.array(target) - eye
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, [0, 0, 1])
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    y, x = np.mgrid[0:height, 0:width]
    k = sensor / lens / max(width, height)
    d = forward + ((x + 0.5 - width / 2) * k)[..., None] * right - ((y + 0.5 - height / 2) * k)[..., None] * up
    return d / np.linalg.norm(d, axis=2, keepdims=True)


def looping(noise, phase, wind):
    """noise that drifts by `wind` in one loop and is the same at phase 0 and 1: two drifts, blended into each other"""
    if phase is None:
        return noise(0.0)
    weight = 0.5 - 0.5 * np.cos(np.pi * phase)
    first, second = noise(wind * phase), noise(wind * (phase - 1))
    return (first * (1 - weight) + second * weight) / np.sqrt((1 - weight) ** 2 + weight**2)


def mist_banks(position, phase=None):
    """height and thickness of the mist at one moment, on a broad and a fine scale"""
    x, y = position[..., 0], position[..., 1]
    broad = looping(lambda drift: fbm((x - drift) * 0.16 + 3, y * 0.10, 5), phase, 5.0)
    return np.stack([broad, looping(lambda drift: fbm((x - drift) * 0.5 + 30, y * 0.3, 5), phase, 7.0)], 2)


def mist(position, hit, eye, ray, banks):
    """share of light absorbed by aerial perspective and low mist, and how strongly both scatter the sun"""
    distance = np.where(hit, np.linalg.norm(position - eye, axis=2), 200.0)
    low, high = eye[2], np.where(hit, position[..., 2], eye[2] + ray[..., 2] * 200)

    def depth(density, scale, base):
        a, b = (low - base) / scale, (high - base) / scale
        span = b - a
        e0, e1 = np.exp(-np.clip(a, -3, 50)), np.exp(-np.clip(b, -3, 50))
        flat = np.abs(span) < 1e-3
        return density * distance * np.where(flat, e0, (e0 - e1) / np.where(flat, 1, span))

    broad, fine = banks[..., 0], banks[..., 1]
    aerial = depth(0.017, 5.0, 0.0) * np.clip((distance - 4) / 20, 0, 1)
    sea = 1.2 * np.clip((distance - 9) / 14, 0, 1) * depth(0.16, 0.55, 0.55 + 0.35 * broad) * (1 + 0.5 * fine)
    towards = (ray * SUN).sum(2)
    g = 0.62
    glow = (1 - g * g) / (1 + g * g - 2 * g * towards) ** 1.5 * 0.22
    layers = [1 - np.exp(-aerial), np.where(hit, 1 - np.exp(-np.clip(sea, 0, 8)), 0), glow, np.clip(distance / 60, 0, 1)]
    return np.stack(layers, 2)


def through_air(colour, layers):
    aerial, sea, glow, far = (layers[..., k : k + 1] for k in range(4))
    colour = colour * (1 - aerial) + ((COOL * (1 - far) + PEACH * far) * 0.62 + WARM * glow * 0.9) * aerial
    return colour * (1 - sea) + (np.array([0.70, 0.66, 0.70]) * 0.62 + WARM * (0.16 + glow * 0.8)) * sea


def sky(ray, phase=None):
    z = np.clip(ray[..., 2], 0, 1)
    stops = [0, 0.07, 0.20, 0.42, 0.8]
    tones = np.array(
        [[1.15, 0.66, 0.40], [1.0, 0.66, 0.50], [0.66, 0.58, 0.62], [0.24, 0.34, 0.54], [0.08, 0.16, 0.36]]
    )
    colour = np.stack([np.interp(z, stops, tones[:, k]) for k in range(3)], 2)
    colour += np.array([1, 0.55, 0.28]) * (np.clip((ray * SUN).sum(2), 0, 1) ** 6 * 0.35)[..., None]
    u, v = ray[..., 0] / (z + 0.12), ray[..., 1] / (z + 0.12)
    cirrus = looping(lambda drift: fbm((u - drift) * 0.55 + 4, v * 2.2, 6), phase, 0.5)
    cirrus = cirrus + 0.35 * looping(lambda drift: fbm((u - drift) * 2.2, v * 7, 4), phase, 0.4)
    share = np.clip((cirrus - 0.02) * 1.3, 0, 1) * np.clip(z * 7, 0, 1) * np.clip(1.2 - z * 2, 0, 1) * 0.42
    colour = colour * (1 - share[..., None]) + np.array([1.1, 0.80, 0.68]) * share[..., None]
    return colour * 0.86 + np.array([0.72, 0.5, 0.42]) * 0.14 * np.exp(-ray[..., 2:3] * 6)


def tone(colour, exposure=0.12, saturation=0.72, contrast=0.50, knee=0.5):
    """art direction: dawn, desaturated"""
    colour = colour * 2**exposure
    room = 1 - knee

    def shoulder(x):
        return np.where(x < knee, x, knee + room * (1 - np.exp(-(np.maximum(x, knee) - knee) / room)))

    peak = colour.max(2, keepdims=True)
    y = 0.7 * shoulder(colour) + 0.3 * colour * (shoulder(peak) / np.maximum(peak, 1e-6))
    display = np.where(y < 0.0031308, 12.92 * y, 1.055 * np.power(np.maximum(y, 1e-9), 1 / 2.4) - 0.055)
    display = display * (1 - contrast) + display * display * (3 - 2 * display) * contrast
    grey = (display @ GREY)[..., None]
    return grey + (display - grey) * saturation
