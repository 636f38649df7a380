"""Studs, hoops and drops."""

import math

import numpy as np
from materials.crystals import gem_named, milky
from materials.metals import BRASS, METALS, metal
from materials.stones import stone_named
from mathutils import Matrix
from registry import kind
from scene import Group, place
from solids import TAU, rad
from turned import catmull, lathe, sphere, torus, tube

from jewellery.parts import briolette, cabochon, cut, cut_planes, twisted, unseen_through_stones


@kind('studs', version=2)
def studs(p, rng):
    """pair of studs. style= gem cabochon; stone=; metal="""
    m = metal(METALS[p('metal', 'gold')], 0.10)
    style, stone = p('style', 'gem'), p('stone', 'aquamarine')
    mat = gem_named(stone, 1.1) if style == 'gem' else stone_named(stone)

    def one(M):
        with Group() as g:
            if style == 'gem':
                cut(cut_planes(0.5, 0.5, power=2.0), mat, Matrix.Translation((0, 0, 0.05)))
                for k in range(4):
                    c, s = math.cos(rad(45 + 90 * k)), math.sin(rad(45 + 90 * k))
                    tube(
                        [
                            (0.47 * c, 0.47 * s, -0.02),
                            (0.515 * c, 0.515 * s, 0.05),
                            (0.48 * c, 0.48 * s, 0.15),
                            (0.40 * c, 0.40 * s, 0.20),
                        ],
                        0.045,
                        m,
                        res=8,
                    )
                    sphere(0.047, (0.40 * c, 0.40 * s, 0.20), m, 20)
                with Group() as b:
                    torus(0.40, 0.035, m, loc=(0, 0, -0.10))
                    torus(0.20, 0.030, m, loc=(0, 0, -0.32))
                    for k in range(4):
                        c, s = math.cos(rad(45 + 90 * k)), math.sin(rad(45 + 90 * k))
                        tube([(0.10 * c, 0.10 * s, -0.40), (0.47 * c, 0.47 * s, -0.02)], 0.045, m, res=8)
                unseen_through_stones(b.objects)
            else:
                cabochon(0.46, 0.46, 0.30, mat, m, granules=24)
            tube([(0, 0, -0.35 if style == 'gem' else 0), (0, 0, -1.25)], 0.032, m)
            lathe([(0.02, -0.90), (0.16, -0.93), (0.18, -0.97), (0.16, -1.01), (0.02, -1.04)], 40, m)
        g.transform(M)
        g.drop()
        return g

    one(Matrix.Rotation(rad(-16), 4, 'Z') @ Matrix.Rotation(rad(66), 4, 'X')).transform(
        Matrix.Translation((-0.66, -0.10, 0))
    )
    one(Matrix.Rotation(rad(40), 4, 'Z') @ Matrix.Rotation(rad(66), 4, 'X')).transform(
        Matrix.Translation((0.74, 0.22, 0))
    )
    return dict(
        azim=3,
        elev=24,
        aim=('box', 0.27, 0.2, 0.6),
        zoom=2.0,
        sparkle=style == 'gem',
        focus=('box', 0.3, 0.2, 0.5),
        unit_mm=p('mm', [7])[0] / 1.06,  # one head
    )


@kind('hoops')
def hoops(p, rng):
    """pair of hoops. style= plain twisted beads; metal=; stone="""
    m, style = metal(METALS[p('metal', 'gold')], 0.09), p('style', 'beads')
    st = stone_named(p('stone', 'turquoise')) if style == 'beads' else None

    def one(M):
        with Group() as g:
            pts = [
                (math.cos(a), 0, math.sin(a), 0.55 + 0.45 * (0.5 - 0.5 * math.sin(a)))
                for a in np.linspace(rad(100), rad(440), 140)
            ]
            if style == 'twisted':
                twisted([q[:3] for q in pts], 0.042, m, 3.2, cyclic=False)
            else:
                tube(pts, 0.062 if style == 'plain' else 0.045, m, res=10)
            a0 = rad(100)
            tube([(math.cos(a0), 0, math.sin(a0)), (0.02, 0, 1.005), (0.17, 0, 0.985)], 0.018, m)
            if style == 'beads':
                for k in range(-3, 4):
                    a = rad(-90 + 17 * k)
                    r = 0.135 - 0.012 * abs(k)
                    o = sphere(r, (math.cos(a), 0, math.sin(a)), st, 36)
                    o.rotation_euler = tuple(rng.uniform(0, 6) for _ in range(3))
                    b = rad(-90 + 17 * k + 8.5)
                    c = lathe([(0.04, -0.03), (0.075, -0.02), (0.085, 0), (0.075, 0.02), (0.04, 0.03)], 24, m)
                    place(c, (math.cos(b), 0, math.sin(b)), (0, -b, 0))
        g.transform(M)
        g.drop()
        return g

    one(Matrix.Rotation(rad(34), 4, 'Z') @ Matrix.Rotation(rad(-5), 4, 'X')).transform(
        Matrix.Translation((-0.95, -0.35, 0))
    )
    one(Matrix.Rotation(rad(16), 4, 'Z') @ Matrix.Rotation(rad(-5), 4, 'X')).transform(
        Matrix.Translation((0.92, 0.55, 0))
    )
    unit_mm = p('mm', [48])[0] / 2.15  # one hoop
    return dict(
        azim=3, elev=14, aim=('box', 0.28, 0.2, 0.15), zoom=2.3, focus=('box', 0.3, 0.3, 0.3), unit_mm=unit_mm
    )


@kind('drops')
def drops(p, rng):
    """drop earrings on a small T-stand. stone= a GEMS name; metal="""
    G, am = metal(METALS[p('metal', 'gold')], 0.09), gem_named(p('stone', 'aquamarine'))
    bead = milky((0.92, 0.91, 0.89), 0.10, 0.3)
    P = briolette(p('width', 0.40))

    def one(x, yaw):
        with Group() as g:
            tube(
                catmull(
                    [
                        (0, 0, -0.05),
                        (0, -0.015, 0.12),
                        (0, -0.06, 0.42),
                        (0, -0.055, 0.70),
                        (0, 0.03, 0.90),
                        (0, 0.17, 0.93),
                        (0, 0.30, 0.78),
                        (0, 0.36, 0.45),
                        (0, 0.40, 0.10),
                        (0, 0.47, -0.12),
                    ],
                    10,
                ),
                0.026,
                G,
            )
            sphere(0.045, (0, 0, -0.04), G, 24)
            sphere(0.185, (0, 0, -0.285), bead)
            for z, s in ((-0.095, -1), (-0.475, 1)):
                lathe(
                    [(0.0, 0.0), (0.05, 0), (0.075, 0.015 * s), (0.08, 0.03 * s), (0.0, 0.035 * s)],
                    40,
                    G,
                    loc=(0, 0, z),
                )
            for z, r, yw in ((-0.055, 0.045, 1.57), (-0.505, 0.05, 1.2)):
                tube(
                    [(r * math.cos(a), 0, r * math.sin(a)) for a in np.linspace(0, TAU, 40, endpoint=False)],
                    0.018,
                    G,
                    True,
                    loc=(0, 0, z),
                    rot=(0, 0, yw),
                )
            lathe(
                [
                    (0.015, 0.0),
                    (0.045, 0.0),
                    (0.06, -0.03),
                    (0.085, -0.10),
                    (0.125, -0.19),
                    (0.13, -0.205),
                    (0.115, -0.21),
                ],
                48,
                G,
                loc=(0, 0, -0.545),
            )
            for k in range(8):
                sphere(0.022, (0.125 * math.cos(TAU * k / 8), 0.125 * math.sin(TAU * k / 8), -0.76), G, 16)
            cut(P, am, Matrix.Translation((0, 0, -1.40)) @ Matrix.Rotation(0.2, 4, 'Z') @ Matrix.Scale(0.84, 4), 0.004)
        g.transform(Matrix.Translation((x, 0, 2.37)) @ Matrix.Rotation(yaw, 4, 'Z'))

    one(-0.62, rad(24))
    one(0.62, rad(-14))
    stand = metal(BRASS, 0.22)
    tube([(-1.05, 0.13, 3.225), (1.05, 0.13, 3.225)], 0.045, stand)
    tube([(0, 0.13, 0.1), (0, 0.13, 3.225)], 0.045, stand)
    for x in (-1.05, 1.05):
        sphere(0.075, (x, 0.13, 3.225), stand, 24)
    lathe(
        [(0.0, 0), (0.62, 0), (0.64, 0.02), (0.64, 0.10), (0.62, 0.12), (0.0, 0.12)],
        96,
        stone_named('howlite'),
        loc=(0, 0.13, 0),
    )
    return dict(azim=5, elev=8, aim=(-0.62, 0, 1.15), zoom=2.2, sparkle=True, macro_azim=10)
