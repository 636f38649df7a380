"""Singing bowls."""

import math

import numpy as np
from materials.metals import metal
from materials.soft import leather
from materials.stones import stone_named
from mathutils import Matrix
from nodes import NT
from registry import kind
from scene import Group, grid_mesh
from solids import TAU, rad
from turned import catmull, lathe, sphere, torus


@kind('bowl')
def bowl(p, rng):
    """singing bowl on a ring cushion with a wooden striker. metal= brass bronze; cushion=; finish= hammered turned; striker= its length;
    lift= of the bowl above the ground: 0.2 sinks it into the cushion, which is seen inside from above"""
    col = {'brass': (0.83, 0.62, 0.28), 'bronze': (0.74, 0.50, 0.22)}[p('metal', 'brass')]
    t = NT('bowl')
    o = t.obj()
    k = t.ramp(t.noise(o, 2.6, 7, 0.65), [(0.35, 0), (0.65, 1)])
    if p('finish', 'hammered') == 'hammered':
        nb = t.bump(t.voronoi(o, 6.5, 'SMOOTH_F1'), 0.38, 0.05)
    else:
        nb = t.bump(t.noise(t.scaled(o, (0.2, 0.2, 60)), 1.0, 3).outputs[0], 0.10, 0.01)
    nb = t.bump(t.noise(o, 24, 5, 0.6).outputs[0], 0.06, 0.01, nb)
    m = t.surf(
        t.p(
            Base_Color=t.mixc(k, tuple(0.62 * c for c in col), col),
            Metallic=1.0,
            Roughness=t.range(k, 0, 1, 0.34, 0.20),
            Normal=nb,
        )
    )
    polished = metal(col, 0.14)
    outer = catmull([(0.02, 0), (0.40, 0.0), (0.62, 0.05), (0.92, 0.28), (1.10, 0.62), (1.14, 0.86), (1.10, 1.04)], 10)
    inner = [(r - 0.055 if r > 0.1 else r, z + 0.05) for r, z in reversed(outer[:-6])]
    with Group() as g:
        lathe([(r, z) for r, z in outer] + [(1.085, 1.06), (1.055, 1.055), (1.05, 1.03)] + inner, 160, m, caps=False)
        for z, r in ((0.80, 1.137), (0.72, 1.124), (0.955, 1.128)):
            torus(r, 0.011, polished, 128, loc=(0, 0, z))
        for i in range(p('dots', 40)):  # row of punched dots
            a = TAU * i / p('dots', 40)
            sphere(0.018, (1.132 * math.cos(a), 1.132 * math.sin(a), 0.76), polished, 10)
    lift = p('lift', 0.20)
    g.transform(Matrix.Translation((0, 0, lift)))
    c1, c2 = {
        'red': ((0.33, 0.012, 0.018), (0.62, 0.34, 0.06)),
        'sari': ((0.36, 0.05, 0.02), (0.70, 0.42, 0.05)),
        'blue': ((0.03, 0.06, 0.20), (0.62, 0.45, 0.16)),
        'green': ((0.02, 0.12, 0.07), (0.6, 0.4, 0.1)),
    }[p('cushion', 'red')]
    ring_cushion(0.66, 0.24, c1, c2)
    with Group() as s:
        lathe(
            [
                (0.0, 0),
                (0.085, 0.01),
                (0.10, 0.05),
                (0.095, 0.55),
                (0.105, 0.60),
                (0.105, 1.02),
                (0.085, 1.06),
                (0.0, 1.07),
            ],
            48,
            stone_named('wood'),
        )
        lathe(
            [(0.11, 0.58), (0.125, 0.60), (0.128, 0.98), (0.11, 1.0)], 48, leather((0.16, 0.06, 0.03), 40), caps=False
        )
    s.transform(
        Matrix.Rotation(rad(-22), 4, 'Z') @ Matrix.Rotation(rad(88), 4, 'Y') @ Matrix.Scale(p('striker', 1.5), 4)
    )
    s.drop()
    s.transform(Matrix.Translation((-0.95, -1.28, 0)))
    unit_mm = p('mm', [165])[0] / 2.28
    return dict(azim=5, elev=24, aim=(-0.15, -1.0, 0.75 + lift), zoom=2.4, macro_elev=20, unit_mm=unit_mm)


def ring_cushion(R, r, c1, c2, seams=12):
    a = np.linspace(0, TAU, 240, endpoint=False)[:, None]
    b = np.linspace(0, TAU, 40, endpoint=False)[None]
    pinch = 1 - 0.16 * np.exp(-(((np.abs(((a * seams / TAU) % 1) - 0.5) - 0.5) / 0.05) ** 2))
    rr = r * pinch
    x, z = R + rr * np.cos(b), np.maximum(-0.17, rr * 0.86 * np.sin(b)) + 0.17
    P = np.stack([x * np.cos(a), x * np.sin(a), z + 0 * a], 2)
    t = NT('brocade')
    o = t.obj()
    v = t.voronoi(t.scaled(o, (1, 1, 1)), 11, 'F1')
    f = t.ramp(v, [(0.0, 1), (0.20, 1), (0.24, 0), (0.34, 0), (0.37, 0.7), (0.42, 0)])
    mat = t.surf(
        t.p(
            Base_Color=t.mixc(f, c1, c2),
            Metallic=t.math('MULTIPLY', f, 0.5),
            Roughness=t.range(f, 0, 1, 0.60, 0.38),
            Sheen=0.5,
            Specular=0.3,
            Normal=t.bump(t.noise(t.scaled(o, (1, 1, 1)), 90, 3).outputs[0], 0.3, 0.01),
        )
    )
    return grid_mesh('cushion', P, mat, cyc_u=True, cyc_v=True)
