"""Pictures that serve as textures: dhaka, a printed flower, ridge lines."""

import math

import bpy
import numpy as np
from solids import TAU


def image(name, a, srgb=True):
    """numpy array (h, w, 3) 0..1, row 0 at the bottom -> packed Blender image"""
    h, w = a.shape[:2]
    im = bpy.data.images.new(name, w, h)
    im.colorspace_settings.name = 'sRGB' if srgb else 'Non-Color'
    im.pixels.foreach_set(np.concatenate([a, np.ones((h, w, 1))], 2).astype(np.float32).ravel())
    im.update()
    im.pack()
    return im


PALETTES = {
    'red': [(0.55, 0.06, 0.07), (0.10, 0.05, 0.06), (0.93, 0.88, 0.78), (0.86, 0.50, 0.10), (0.12, 0.30, 0.26)],
    'earth': [(0.46, 0.09, 0.07), (0.12, 0.26, 0.14), (0.90, 0.84, 0.72), (0.36, 0.20, 0.10), (0.72, 0.46, 0.16)],
    'garden': [(0.60, 0.05, 0.06), (0.10, 0.34, 0.18), (0.94, 0.90, 0.82), (0.90, 0.42, 0.08), (0.24, 0.04, 0.06)],
}


def dhaka(rng, palette='red', cells=(96, 120), px=6):
    """stepped, mirrored motifs in bands, as in Palpali dhaka weave"""
    W, H = cells
    pal = PALETTES[palette]
    a = np.zeros((H, W), int)
    y = 0
    while y < H:
        h = rng.choice((3, 11, 15, 15))
        period = rng.choice((12, 16, 24))
        fg, acc = rng.sample(range(1, len(pal)), 2)
        kind_ = rng.choice(('diamond', 'zigzag', 'temple', 'cross'))
        for j in range(min(h, H - y)):
            for x in range(W):
                u = abs((x % period) - period // 2)
                v = abs(j - h // 2)
                if h == 3:
                    c = fg if j == 1 else (acc if (x // 2) % 2 else 0)
                elif kind_ == 'diamond':
                    d = u + v
                    c = fg if d in (h // 2, h // 2 - 1) else acc if d <= 2 else fg if d == 4 else 0
                elif kind_ == 'zigzag':
                    d = (j + u) % 8
                    c = fg if d < 3 else acc if d == 5 else 0
                elif kind_ == 'temple':
                    c = fg if u <= (h - j) // 2 and (j // 2) % 2 == 0 else acc if u <= 1 and j < h - 2 else 0
                else:
                    c = (
                        fg
                        if (u <= 1 and v < h // 2) or (v <= 1 and u < period // 3)
                        else acc
                        if u + v == period // 3
                        else 0
                    )
                a[y + j, x] = c
        y += h + 1
    rgb = np.array(pal)[a]
    rgb = rgb * (1 + np.random.default_rng(1).normal(0, 0.05, (H, W, 1)))  # thread variation
    return image('dhaka', np.clip(np.kron(rgb, np.ones((px, px, 1))), 0, 1))


def mandala(n=512, petals=12):
    """mask of a block-printed mandala"""
    y, x = np.mgrid[-1 : 1 : n * 1j, -1 : 1 : n * 1j]
    r, t = np.hypot(x, y), np.arctan2(y, x)
    m = np.zeros_like(r)
    for k, (r0, amp, q, w) in enumerate(
        [
            (0.16, 0.05, 8, 0.018),
            (0.34, 0.09, petals, 0.016),
            (0.44, 0.09, petals, 0.016),
            (0.66, 0.10, petals * 2, 0.014),
            (0.84, 0.0, 1, 0.010),
            (0.92, 0.0, 1, 0.018),
        ]
    ):
        f = r0 + amp * np.abs(np.cos(q * t / 2 + (k % 2) * math.pi / 2))
        m = np.maximum(m, np.abs(r - f) < w)
    for rr, q, s in ((0.0, 1, 0.05), (0.255, 12, 0.022), (0.58, 24, 0.020), (0.79, 36, 0.016)):
        a = np.round(t / TAU * q) * TAU / q
        m = np.maximum(m, np.hypot(x - rr * np.cos(a), y - rr * np.sin(a)) < s)
    return m


def ridge_line(x, seed, base, amp):
    r = np.random.default_rng(seed)
    y = np.zeros_like(x)
    for o in range(5):
        k = 3 * 2**o
        y += np.interp(x, np.linspace(0, 1, k + 1), r.uniform(-1, 1, k + 1)) * amp / 2**o
    return base + y
