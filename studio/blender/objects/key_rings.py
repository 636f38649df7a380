"""Leather fobs and small prayer wheels."""

import math

import bpy
import numpy as np
from jewellery.parts import chain
from materials.metals import METALS, metal, patina
from materials.soft import leather, plain
from materials.stones import stone_named
from mathutils import Matrix, Vector
from registry import kind
from scene import Group, grid_mesh
from solids import TAU, rad
from turned import catmull, lathe, rounded_rect, sphere, torus, tube


def split_ring(R, mat, r=0.034):
    tube([(R * math.cos(a), R * math.sin(a), r + 0.9 * r * a / TAU) for a in np.linspace(0, 2 * TAU, 260)], r, mat)


@kind('keyring')
def keyring(p, rng):
    """leather fob: jump ring through the eyelet, split ring, bead. colour= tan chestnut black; stone=; metal="""
    B = metal(METALS[p('metal', 'brass')], 0.16)
    hide = leather(
        {'tan': (0.22, 0.085, 0.034), 'chestnut': (0.10, 0.034, 0.016), 'black': (0.018, 0.016, 0.015)}[
            p('colour', 'tan')
        ],
        30,
        0.5,
    )
    thread = plain((0.80, 0.70, 0.52), 0.8, 0.2, 0.4)
    w, l, th = p('width', 0.60), 1.10, 0.15
    with Group() as g:
        O = [(x * (1 - 0.10 * (0.5 + 0.5 * y / l)), y) for x, y in rounded_rect(w, l, 0.26, 14)]
        hole_c, hole_r = 0.86, 0.125
        leather_tab(O, hole_c, hole_r, th, hide)
        stitches(O, th, thread)
        torus(hole_r, 0.034, B, 64, loc=(0, hole_c, th))
        torus(hole_r, 0.034, B, 64, loc=(0, hole_c, 0))
        lathe(
            [(hole_r - 0.02, -0.01), (hole_r + 0.005, -0.01), (hole_r + 0.005, th + 0.01), (hole_r - 0.02, th + 0.01)],
            48,
            B,
            caps=False,
            loc=(0, hole_c, 0),
        )
        dome = [(0.20, -0.01), (0.20, 0.02), (0.185, 0.05), (0.14, 0.085), (0.07, 0.105), (0.0, 0.11)]
        lathe(dome, 64, B, loc=(0, -0.45, th))
    lift = rad(4)
    g.transform(Matrix.Translation((0, -l, 0)) @ Matrix.Rotation(lift, 4, 'X') @ Matrix.Translation((0, l, 0.04)))
    zc = 0.04 + 1.96 * math.sin(lift) + th / 2
    jr = 0.225
    tube(
        [(0, hole_c + jr + jr * math.cos(a), zc + jr * math.sin(a)) for a in np.linspace(0, TAU, 64, endpoint=False)],
        0.030,
        B,
        True,
    )
    with Group() as s:
        split_ring(0.46, B)
    y0 = hole_c + 2 * jr
    s.transform(Matrix.Translation((0.10, y0 + 0.40, 0.0)) @ Matrix.Rotation(rad(2), 4, 'X'))
    q = [(0.52, y0 + 0.52, 0.09), (0.72, y0 + 0.36, 0.07), (0.92, y0 + 0.10, 0.07)]
    chain(catmull(q, 8), B, 0.13, 0.022, 0.06)
    sphere(0.19, (1.02, y0 - 0.10, 0.19), stone_named(p('stone', 'turquoise')))
    bpy.context.view_layer.update()
    turn_all(-24)
    return dict(azim=4, elev=46, aim=('box', 0.62, 0.55, 0.7), zoom=2.4, macro_elev=34)


def turn_all(deg):
    M = Matrix.Rotation(rad(deg), 4, 'Z')
    for o in bpy.context.scene.objects:
        o.matrix_world = M @ o.matrix_world
    bpy.context.view_layer.update()


def leather_tab(O, hy, hr, th, mat):
    """slab with a round hole: rings morph from the outline to the hole"""
    O = np.array(O)
    k = 4
    O = np.concatenate([O + (np.roll(O, -1, 0) - O) * q / k for q in range(k)], 1).reshape(-1, 2)
    c = np.array([0, hy])
    a = np.arctan2(O[:, 1] - hy, O[:, 0])
    hole = c + hr * np.stack([np.cos(a), np.sin(a)], 1)
    rings = []
    e = 0.045
    for z0, sgn in ((0, 1), (th, -1)):
        side = []
        for q in np.linspace(0, 1, 14)[:-1]:
            side.append((hole + (O - hole) * (q * 0.985), z0))
        for ang in np.linspace(0, math.pi / 2, 5):
            ins = e * (1 - math.sin(ang))
            d = O - c
            n = d / np.linalg.norm(d, axis=1, keepdims=True)
            side.append((O - n * ins, z0 + sgn * e * (1 - math.cos(ang))))
        rings.append(side)
    seq = rings[0] + rings[1][::-1]
    P = np.array([[(x, y, z) for x, y in r] for r, z in seq])
    o = grid_mesh('tab', P, mat, cyc_u=True, cyc_v=True)
    return o


def stitches(O, th, thread, inset=0.075, pitch=0.10):
    Q = np.array(O + [O[0]]) * np.array([1 - inset / 0.6, 1 - inset / 1.1])
    L = np.r_[0, np.cumsum(np.hypot(*np.diff(Q, axis=0).T))]
    n = int(L[-1] / pitch)
    for k in range(n):
        s = L[-1] * (k + np.linspace(0.14, 0.86, 7)) / n
        tube(
            [
                (np.interp(v, L, Q[:, 0]), np.interp(v, L, Q[:, 1]), th - 0.010 + 0.024 * math.sin(math.pi * i / 6))
                for i, v in enumerate(s)
            ],
            0.014,
            thread,
            res=3,
        )


@kind('prayerwheel')
def prayerwheel(p, rng):
    """small prayer wheel on a key ring. bands= of raised marks; beaded= rows of grains; metal=, stone="""
    col = METALS[p('metal', 'brass')]
    B, D = metal(col, 0.16), patina(col, tuple(0.10 * c for c in col), 0.24, 0.44, 0.54)
    cop = metal((0.72, 0.36, 0.22), 0.20)
    with Group() as g:
        n, m = 320, 140
        a = np.linspace(0, TAU, n, endpoint=False)[:, None]
        z = np.linspace(-0.5, 0.5, m)[None]
        rows = np.zeros((n, m))
        levels = {3: (-0.26, 0, 0.26), 2: (-0.20, 0.20)}[p('bands', 3)]
        for zc in levels:  # raised strokes, not letters of a script
            for k in range(8):
                c = TAU * k / 8 + (0.2 if zc == 0 else 0)
                d = (a - c + math.pi) % TAU - math.pi
                u, v = d * 0.42 / 0.11, (z - zc) / 0.085
                s = (np.abs(v - 0.75) < 0.16) * (np.abs(u) < 0.9)
                for x0, y0, x1, y1 in [
                    (rng.uniform(-0.7, 0.7), 0.7, rng.uniform(-0.7, 0.7), rng.uniform(-0.9, 0)) for _ in range(2)
                ] + [(rng.uniform(-0.6, 0), rng.uniform(-0.2, 0.2), rng.uniform(0.2, 0.8), rng.uniform(-0.8, 0.1))]:
                    t = np.clip(((u - x0) * (x1 - x0) + (v - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2), 0, 1)
                    s = s | (np.hypot(u - x0 - t * (x1 - x0), v - y0 - t * (y1 - y0)) < 0.17)
                rows = np.maximum(rows, s)
        r = 0.42 + 0.016 * rows
        grid_mesh('drum', np.stack([r * np.cos(a), r * np.sin(a), z + 0 * a], 2), D, cyc_u=True)
        for zz in (-0.5, 0.5, -0.13, 0.13) if p('bands', 3) == 3 else (-0.5, 0.5, 0.0):
            torus(0.43, 0.026 if abs(zz) > 0.3 else 0.014, cop if abs(zz) > 0.3 else B, 96, loc=(0, 0, zz))
        for zz in (-0.40, 0.40) if p('beaded', True) else ():
            for k in range(40):
                sphere(0.022, (0.425 * math.cos(TAU * k / 40), 0.425 * math.sin(TAU * k / 40), zz), B, 10)
        for s in (1, -1):
            lathe(
                [
                    (0.43, 0.50 * s),
                    (0.44, 0.54 * s),
                    (0.36, 0.60 * s),
                    (0.20, 0.66 * s),
                    (0.13, 0.70 * s),
                    (0.10, 0.76 * s),
                    (0.0, 0.77 * s),
                ],
                64,
                B,
            )
        sphere(0.125, (0, 0, 0.87), stone_named(p('stone', 'coral')))
        sphere(0.07, (0, 0, -0.80), B)
        lathe([(0.0, 0.96), (0.07, 0.97), (0.075, 1.0), (0.03, 1.04), (0.0, 1.05)], 32, B)
        torus(0.085, 0.026, B, 40, loc=(0, 0, 1.12), rot=(rad(90), 0, 0))
    g.transform(Matrix.Rotation(rad(-50), 4, 'Z') @ Matrix.Rotation(rad(90), 4, 'Y') @ Matrix.Rotation(rad(15), 4, 'Z'))
    g.drop()
    end = Vector((math.cos(rad(-50)), math.sin(rad(-50)), 0)) * 1.17
    # the finial end points down-right; chain curls back up to the split ring
    path = catmull(
        [
            (end.x, end.y, 0.40),
            (end.x + 0.16, end.y - 0.10, 0.12),
            (end.x + 0.42, end.y + 0.10, 0.06),
            (end.x + 0.55, end.y + 0.45, 0.06),
            (end.x + 0.50, end.y + 0.80, 0.07),
        ],
        10,
    )
    chain(path, B, 0.135, 0.024, 0.062)
    with Group() as s:
        split_ring(0.44, B, 0.036)
    s.transform(Matrix.Translation((end.x + 0.42, end.y + 1.26, 0)))
    unit_mm = p('mm', [120, 26, 26])[1] / 0.88  # the drum; the first length is of the stretched chain
    return dict(azim=2, elev=36, aim=('box', 0.35, 0.35, 0.6), zoom=2.3, macro_elev=30, unit_mm=unit_mm)
