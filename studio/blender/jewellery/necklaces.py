"""Pendants, strands and malas."""

import math

import numpy as np
from materials.crystals import crystal, gem_named
from materials.metals import METALS, metal
from materials.soft import plain
from materials.stones import stone_named
from mathutils import Matrix, Vector
from minerals.habits import grow, quartz_planes
from minerals.quartz import POINTS
from registry import kind
from scene import Group, bevel, instance, place
from solids import TAU, rad
from turned import catmull, lathe, sphere, torus, tube

from jewellery.parts import cabochon, chain, cut, cut_planes, torus_oval, unseen_through_stones

TEARDROP = [
    (0, -0.85),
    (-0.34, -0.30),
    (-0.78, 0.35),
    (-1.02, 1.00),
    (-0.82, 1.58),
    (-0.20, 1.86),
    (0.46, 1.74),
    (0.94, 1.26),
    (0.90, 0.62),
    (0.52, 0.05),
    (0.22, -0.45),
    (0, -0.85),
]


STRAND = [
    (0.05, 1.30),
    (-0.62, 1.14),
    (-1.04, 0.62),
    (-1.08, 0),
    (-0.84, -0.58),
    (-0.42, -0.98),
    (0.06, -1.10),
    (0.52, -0.93),
    (0.92, -0.48),
    (1.08, 0.10),
    (0.98, 0.72),
    (0.62, 1.14),
    (0.05, 1.30),
]


def teardrop(scale=1.0, z=0.05):
    return catmull([(x * scale, y * scale, z) for x, y in TEARDROP], 14)


@kind('pendant')
def pendant(p, rng):
    """pendant on a fine chain, lying. style= cabochon sun gem point; stone=; metal="""
    m = metal(METALS[p('metal', 'silver')], 0.12)
    style, stone = p('style', 'cabochon'), p('stone', 'turquoise')
    chain(teardrop(0.86), m, 0.085, 0.0145, 0.036)
    with Group() as g:
        if style == 'cabochon':
            cabochon(0.36, 0.46, 0.24, stone_named(stone), m, granules=26)
            top = 0.70
        elif style == 'sun':
            cabochon(0.38, 0.38, 0.24, stone_named(stone), m)
            for k in range(24):
                c, s = math.cos(TAU * k / 24), math.sin(TAU * k / 24)
                reach = 0.68 if k % 2 == 0 else 0.62
                tube([(0.50 * c, 0.50 * s, 0.05, 1.3), (reach * c, reach * s, 0.045, 0.8)], 0.024, m)
                sphere(0.042, ((reach + 0.03) * c, (reach + 0.03) * s, 0.045), m, 20)
            torus(0.52, 0.022, m, 96, loc=(0, 0, 0.05))
            top = 0.80
        elif style == 'gem':
            cut(cut_planes(0.34, 0.42, power=2.0), gem_named(stone), Matrix.Translation((0, 0, 0.20)))
            for k in range(4):
                c, s = math.cos(rad(45 + 90 * k)), math.sin(rad(45 + 90 * k))
                tube(
                    [
                        (0.26 * c, 0.32 * s, 0),
                        (0.345 * c, 0.425 * s, 0.17),
                        (0.33 * c, 0.40 * s, 0.27),
                        (0.27 * c, 0.34 * s, 0.315),
                    ],
                    0.034,
                    m,
                    res=8,
                )
            with Group() as b:
                torus_oval(0.28, 0.35, 0.026, m, 0.08)
            unseen_through_stones(b.objects)
            top = 0.50
        else:
            cfg = POINTS[stone if stone in POINTS else 'amethyst']
            mat = crystal(height=1.1, **dict(cfg, milk=0.0), wobble=0.05)
            grow(quartz_planes(0.20, 1.15, rng, base=0), mat, (0, 0.30, 0.20), (0, -1, 0), bev=0.005)
            c = lathe(
                [(0.05, -0.36), (0.09, -0.34), (0.14, -0.24), (0.275, -0.10), (0.29, 0.04), (0.27, 0.05), (0.25, 0.02)],
                6,
                m,
                smooth=False,
                caps=True,
            )
            place(c, (0, 0.30, 0.20), (rad(90), 0, 0))
            bevel(c, 0.012, 2)
            top = 0.62
        torus(0.07, 0.024, m, 40, loc=(0, top, 0.07), rot=(0, rad(65), 0))
        tube(
            [
                (0.055 * math.cos(a), top + 0.10 + 0.10 * math.sin(a), 0.075)
                for a in np.linspace(0, TAU, 40, endpoint=False)
            ],
            0.03,
            m,
            True,
        )
    k = 1.25
    y0 = -0.86 * 0.85 - (top + 0.12) * k
    g.transform(Matrix.Translation((0.0, y0, 0)) @ Matrix.Rotation(rad(3), 4, 'Z') @ Matrix.Scale(k, 4))
    return dict(
        azim=3,
        elev=58,
        aim=(0, y0 - (0.0 if style != 'point' else 0.3), 0.2),
        zoom=2.6,
        macro_elev=44,
        sparkle=style == 'gem',
        macro_azim=16,
        unit_mm=p('mm', [38])[0] / 2.1,  # the pendant without its chain
    )


@kind('necklace')
def necklace(p, rng):
    """graduated bead strand. stone=, accent=, metal="""
    a, b, m = (
        stone_named(p('stone', 'turquoise')),
        stone_named(p('accent', 'coral')),
        metal(METALS[p('metal', 'silver')], 0.14),
    )
    path = np.array(catmull([(x, y, 0) for x, y in STRAND], 14))
    d = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]
    s, k, L = 0.0, 0, d[-1]
    while s < L - 0.12:
        near = min(s, L - s) / (L / 2)  # 1 at the front, 0 at the clasp
        r = 0.075 + 0.085 * near**1.3
        s += r
        q = [np.interp(s, d, path[:, i]) for i in range(2)]
        o = sphere(r, (*q, r + 0.002), b if k % 7 == 3 else a, 32, (1, 1, 0.96))
        o.rotation_euler = (rng.uniform(0, 6), rng.uniform(0, 6), rng.uniform(0, 6))
        s += r
        e = [np.interp(s + 0.01, d, path[:, i]) - np.interp(s - 0.01, d, path[:, i]) for i in range(2)]
        c = lathe([(0.02, -0.018), (r * 0.42, -0.018), (r * 0.52, 0), (r * 0.42, 0.018), (0.02, 0.018)], 24, m)
        place(
            c,
            (*[np.interp(s + 0.012, d, path[:, i]) for i in range(2)], r),
            (rad(90), 0, math.atan2(e[1], e[0]) + rad(90)),
        )
        s += 0.03
        k += 1
    gap = [[np.interp(v, d, path[:, i]) for i in range(2)] for v in (s - 0.03, L)]  # barrel clasp closes the strand
    mid, e = np.mean(gap, 0), np.subtract(gap[1], gap[0])
    half = max(0.06, np.hypot(*e) / 2)
    lathe(
        [(0.015, -half), (0.03, -half), (0.05, -half * 0.7), (0.05, half * 0.7), (0.03, half), (0.015, half)],
        32,
        m,
        loc=(*mid, 0.075),
        rot=(rad(90), 0, math.atan2(e[1], e[0]) + rad(90)),
    )
    unit_mm = p('mm', [460])[0] / L
    return dict(azim=4, elev=52, aim=(0, -1.05, 0.15), zoom=2.5, macro_elev=34, unit_mm=unit_mm)


@kind('mala')
def mala(p, rng):
    """108 beads in three coils, guru bead, tassel. stone= wood sandalwood bone lapis ...; accent="""
    a, b, m = (
        stone_named(p('stone', 'sandalwood')),
        stone_named(p('accent', 'turquoise')),
        metal(METALS[p('metal', 'brass')], 0.18),
    )
    r, th, first = 0.115, rad(-100), {}
    for k in range(108):
        R = 1.02 + 0.242 * (th + rad(100)) / TAU
        th += (2 * r + 0.006) / R
        R += 0.02 * math.sin(3.1 * th) + rng.gauss(0, 0.006)
        acc = k % 27 == 26
        M = (
            Matrix.Translation((R * math.cos(th), R * math.sin(th), r + rng.uniform(0, 0.012)))
            @ Matrix.Rotation(th + rad(90) + rng.gauss(0, 0.1), 4, 'Z')
            @ Matrix.Rotation(rng.uniform(0, 6), 4, 'X')
        )
        if acc not in first:
            first[acc] = sphere(r, (0, 0, 0), b if acc else a, 36, (1, 1, 1))
            first[acc].matrix_world = M
        else:
            instance(first[acc], M)
    R = 1.02 + 0.242 * (th + rad(100)) / TAU
    end = Vector((R * math.cos(th), R * math.sin(th), r))
    d = (Vector((math.cos(th + 1.15), math.sin(th + 1.15), 0)) + Vector((0.25, -0.25, 0))).normalized()
    sphere(0.16, end + d * 0.27 + Vector((0, 0, 0.05)), b, 40)
    cap = lathe([(0.04, 0), (0.07, 0.01), (0.085, 0.10), (0.12, 0.20), (0.125, 0.24), (0.10, 0.25)], 40, m)
    cap.matrix_world = (
        Matrix.Translation(end + d * 0.42 + Vector((0, 0, 0.03))) @ d.to_track_quat('Z', 'Y').to_matrix().to_4x4()
    )
    thread = plain(
        {'red': (0.30, 0.015, 0.02), 'saffron': (0.62, 0.24, 0.02)}.get(p('tassel', 'red'), (0.30, 0.015, 0.02)),
        0.7,
        0.25,
        0.5,
    )
    side = d.cross(Vector((0, 0, 1)))
    for _ in range(170):
        u, v = rng.gauss(0, 1), abs(rng.gauss(0, 1))
        q0 = end + d * 0.62 + side * 0.045 * u + Vector((0, 0, 0.02 + 0.04 * v))
        L = rng.uniform(0.62, 0.74)
        q1 = q0 + d * L * 0.5 + side * (0.05 * u) + Vector((0, 0, 0.015 * v))
        q2 = q0 + d * L + side * (0.11 * u + rng.gauss(0, 0.012)) + Vector((0, 0, 0.008 - q0.z + 0.016 * v))
        tube([tuple(q) for q in catmull([q0, q1, q2], 5)], 0.0075, thread, res=1)
    unit_mm = p('mm', [880, 8, 8])[1] / 0.23  # one bead
    return dict(azim=4, elev=50, aim=('box', 0.55, 0.12, 0.6), zoom=2.5, macro_elev=34, unit_mm=unit_mm)
