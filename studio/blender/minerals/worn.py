"""Shaligram, palm stones and tumbled stones."""

import math

import numpy as np
from materials.stones import stone_named
from mathutils import Matrix
from nodes import NT
from registry import kind
from rocks import fractal, icosphere, pebble
from scene import Group, mesh_obj
from solids import TAU, rad


@kind('shaligram')
def shaligram(p, rng):
    """black river stone with an ammonite. turns=, ribs="""
    V, F = icosphere(7)
    S = np.array((1.30, 1.18, 0.52))
    off = [rng.uniform(-50, 50) for _ in range(3)]
    r = (np.abs(V) ** 2.5).sum(1) ** (-1 / 2.5) * (1 + 0.08 * fractal(V, 1.1, off, 4) + 0.012 * fractal(V, 7, off, 5))
    P = V * r[:, None] * S
    x, y = P[:, 0] - 0.04, P[:, 1] + 0.02
    th, R = np.arctan2(y, x), np.hypot(x, y)
    b = math.log(p('growth', 2.05)) / TAU  # radius ratio per whorl
    u = (np.log(np.maximum(R, 1e-3) / 0.90) / b - th) / TAU  # whorl coordinate; integer = suture
    f = u - np.floor(u)
    whorl = np.sin(np.pi * f) ** 0.75
    phase = p('ribs', 30) * (th + TAU * np.floor(u)) * 1.0 + 1.6 * (f - 0.5) ** 2 * 6
    rib = 0.5 + 0.5 * np.cos(phase)
    width = np.maximum(R, 0.05) * 0.30
    mask = np.clip((0.92 - R) / 0.10, 0, 1) * np.clip(V[:, 2] * 3, 0, 1) * np.clip((u + p('turns', 4) + 2) * 3, 0, 1)
    relief = (whorl * (0.55 + 0.50 * rib * np.clip(f * 3, 0, 1)) - 0.62) * width
    wear = 1 - 0.5 * np.clip(fractal(V, 2.2, off, 4) * 1.4, 0, 1)
    P[:, 2] += mask * (relief * wear - 0.04)
    t = NT('shale')
    o = t.obj()
    c = t.ramp(
        t.noise(o, 4, 8, 0.65),
        [(0.3, (0.010, 0.010, 0.011)), (0.55, (0.024, 0.023, 0.023)), (0.75, (0.055, 0.052, 0.050))],
    )
    pt = t.n('NewGeometry').outputs['Pointiness']
    c = t.mixc(t.range(pt, 0.50, 0.57), c.outputs[0], (0.15, 0.13, 0.11))
    gold = t.ramp(t.noise(o, 22, 5, 0.7), [(0.70, 0), (0.74, 1)])
    mat = t.surf(
        t.p(
            Base_Color=t.mixc(gold, c, (0.50, 0.36, 0.15)),
            Metallic=t.math('MULTIPLY', gold, 0.8),
            Roughness=t.range(pt, 0.46, 0.55, 0.55, 0.30),
            Specular=0.5,
            Normal=t.bump(t.noise(o, 30, 7, 0.7).outputs[0], 0.22, 0.02),
        )
    )
    with Group() as g:
        mesh_obj('shaligram', P, F, mat, True)
    g.transform(Matrix.Rotation(rad(p('turn', 20)), 4, 'Z'))
    g.transform(Matrix.Rotation(rad(p('tilt', 30)), 4, 'X'))
    g.drop()
    return dict(azim=4, elev=34, aim=('box', 0.5, 0.45, 0.75), zoom=2.1, macro_elev=42)


@kind('palm')
def palm(p, rng):
    """palm stone. stone= see materials.STONES; size="""
    with Group() as g:
        pebble((1.30, 0.95, 0.34), stone_named(p('stone', 'lapis')), rng.randrange(99), 6, 0.05, 2.15)
    g.transform(Matrix.Rotation(rad(-24), 4, 'Z') @ Matrix.Rotation(rad(p('tilt', 10)), 4, 'X'))
    g.drop()
    return dict(azim=4, elev=38, aim=('box', 0.5, 0.4, 0.9), zoom=2.2, macro_elev=30)


@kind('tumbled', version=2)
def tumbled(p, rng):
    """heap of tumbled stones. stone= one name or mixed; count=; first= which of the mixture lies in the middle"""
    names = (
        ['rose', 'amethyst', 'carnelian', 'aventurine', 'lapis', 'howlite']
        if p('stone', 'mixed') == 'mixed'
        else [p('stone', 'rose')]
    )
    mats = [stone_named(n) for n in names]
    ring = [(0, 0)] + [(math.cos(a), math.sin(a)) for a in np.linspace(0.3, TAU + 0.3, 6, endpoint=False)]
    for i in range(p('count', 8)):
        s = rng.uniform(0.36, 0.46)
        size = (s * rng.uniform(1.0, 1.3), s * rng.uniform(0.85, 1.0), s * rng.uniform(0.62, 0.8))
        with Group() as g:
            pebble(size, mats[(i + p('first', 0)) % len(mats)], rng.randrange(999), 5, 0.16, 2.2)
        top = i >= 7
        g.transform(Matrix.Rotation(rng.uniform(0, 6), 4, 'Z') @ Matrix.Rotation(rng.gauss(0, 0.18), 4, 'X'))
        g.drop()
        x, y = ring[i % 7]
        g.transform(
            Matrix.Translation(
                (x * 0.86 + rng.gauss(0, 0.03), y * 0.80 + rng.gauss(0, 0.03), 0)
                if not top
                else (0.36 - 0.75 * (i - 7), -0.34 + 0.5 * (i - 7), 0.50)
            )
        )
    return dict(azim=6, elev=30, aim=('box', 0.5, 0.25, 0.6), zoom=2.3)
