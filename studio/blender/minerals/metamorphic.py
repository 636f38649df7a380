"""Kyanite, garnet in schist, ruby in marble."""

import math

from materials.matrix import MARBLE, QUARTZ_ROCK, matrix_rock, schist
from mathutils import Matrix, Vector
from nodes import NT
from registry import kind
from rocks import broken_rock
from scene import bevel, mesh_obj
from solids import align, polytope, rad

from minerals.habits import dodecahedron_planes


@kind('kyanite')
def kyanite(p, rng):
    """spray of blue blades. blades=, colour= blue teal"""
    deep, mid, pale = {
        'blue': ((0.006, 0.018, 0.12), (0.03, 0.09, 0.34), (0.34, 0.47, 0.72)),
        'teal': ((0.01, 0.10, 0.11), (0.05, 0.30, 0.32), (0.45, 0.66, 0.66)),
    }[p('colour', 'blue')]
    t = NT('kyanite')
    o = t.obj(True)
    loc = t.obj()
    x = t.n('SeparateXYZ', {0: loc}).outputs[0]
    streak = t.noise(t.scaled(o, (9, 9, 0.55)), 1.4, 7, 0.65)
    edge = t.math('MULTIPLY', t.math('ABSOLUTE', x), 1.5)  # paler towards the blade's edge
    c = t.ramp(
        t.math('ADD', t.math('MULTIPLY', streak, 0.85), edge),
        [(0.28, deep), (0.48, mid), (0.70, pale), (0.92, tuple(min(1, q * 1.25) for q in pale))],
    )
    cleave = t.noise(t.scaled(o, (2, 2, 14)), 1.5, 5, 0.7)
    b = t.bump(streak.outputs[0], 0.30, 0.03)
    b = t.bump(t.ramp(cleave, [(0.52, 0), (0.56, 1)]).outputs[0], 0.12, 0.01, b)
    body = t.p(
        Base_Color=c,
        Roughness=0.16,
        Specular=0.7,
        Normal=b,
        Subsurface=0.06,
        Subsurface_Radius=(0.05, 0.08, 0.18),
        Clearcoat=0.5,
        Clearcoat_Roughness=0.08,
    )
    mat = t.surf(
        t.mix(0.34, body, t.n('BsdfGlass', {'Color': (*pale, 1), 'IOR': 1.72, 'Roughness': 0.08, 'Normal': b}))
    )
    n = p('blades', 13)
    for i in range(n):
        u = (i + 0.5) / n * 2 - 1
        h = rng.uniform(1.7, 2.7) * (1 - 0.38 * abs(u))
        w, th = rng.uniform(0.15, 0.30), rng.uniform(0.035, 0.075)
        sk, s2 = rng.uniform(-0.7, 0.7), rng.uniform(-0.3, 0.3)
        P = [
            ((1, 0, rng.uniform(-0.01, 0.02)), w),
            ((-1, 0.05, rng.uniform(-0.01, 0.02)), w),
            ((0.03, 1, 0), th),
            ((0, -1, 0), th),
            ((0.8, 0.9, 0), w * 1.02),
            ((-0.8, -0.9, 0), w * 1.02),
            ((sk, s2, 1), h),
            ((-sk * 0.6 + 0.3, -0.2, 1), h * 1.04),
            ((0, 0, -1), 0.3),
        ]
        V, F = polytope(P)
        d = Vector((u * 0.62 + rng.gauss(0, 0.06), rng.gauss(0, 0.14) - 0.05, 1))
        R = align(d) @ Matrix.Rotation(rng.gauss(0, 0.5), 3, 'Z')
        bevel(mesh_obj('blade', V, F, mat, loc=(u * 0.52, rng.gauss(0, 0.16), 0.12), rot=R), 0.006, 2)
    broken_rock(
        (0.95, 0.62, 0.34),
        matrix_rock(QUARTZ_ROCK, speck_amount=0.33),
        int(rng.random() * 99),
        7,
        loc=(0, 0, 0.12),
        rough=0.10,
    )
    return dict(azim=8, elev=14, aim=('box', 0.5, 0.3, 0.62), zoom=2.5)


@kind('garnet')
def garnet(p, rng):
    """dodecahedra on mica schist. count=, size="""
    t = NT('garnet')
    o = t.obj(True)
    c = t.ramp(
        t.noise(o, 2.5, 6, 0.6),
        [(0.3, (0.035, 0.003, 0.004)), (0.6, (0.095, 0.007, 0.009)), (0.8, (0.16, 0.018, 0.015))],
    )
    nb = t.bump(t.noise(o, 5, 4, 0.5).outputs[0], 0.05, 0.03)
    body = t.p(Base_Color=c, Roughness=0.08, Specular=0.8, Normal=nb, Clearcoat=0.6, Clearcoat_Roughness=0.05)
    mat = t.surf(
        t.soft_shadow(
            t.mix(
                0.55,
                body,
                t.n('BsdfGlass', {'Color': (0.62, 0.06, 0.05, 1), 'IOR': 1.78, 'Roughness': 0.02, 'Normal': nb}),
            ),
            (0.5, 0.25, 0.22),
        )
    )
    S = (1.5, 1.05, 0.62)
    rk = broken_rock(
        S, schist(), int(rng.random() * 99), 7, planes=18, loc=(0, 0, 0.30), rough=0.07, layers=7, flat=-0.45
    )
    tops = [
        v.co + Vector((0, 0, 0.30))
        for v in rk.data.vertices
        if v.normal.z > 0.45 and v.co.z > 0.10 and v.normal.y < 0.3 and abs(v.co.x) < 1.05
    ]
    size, placed = p('size', 0.30), []
    for _ in range(600):
        if len(placed) >= p('count', 9):
            break
        r = size * (1.25 if not placed else rng.uniform(0.30, 0.95))
        q = rng.choice(tops)
        if not placed:
            q = min(tops, key=lambda v: (v.x + 0.1) ** 2 + (v.y + 0.25) ** 2)
        if any((q - a).length < (r + b) * 0.95 for a, b in placed):
            continue
        placed.append((q, r))
        V, F = polytope(dodecahedron_planes(r, rng, rng.choice((0, 0.6, 1.0))))
        R = Matrix.Rotation(rng.uniform(0, 6), 3, 'Z') @ Matrix.Rotation(rng.uniform(0, 6), 3, 'X')
        bevel(mesh_obj('garnet', V, F, mat, loc=q, rot=R), r * 0.02, 2, 8)
    return dict(azim=8, elev=26, aim=tuple(placed[0][0] + Vector((0, 0, 0.1))), zoom=2.6, sparkle=True)


@kind('ruby', version=2)
def ruby(p, rng):
    """corundum barrels in marble. colour= ruby sapphire; count="""
    a, b, c3 = {
        'ruby': ((0.10, 0.002, 0.016), (0.26, 0.006, 0.045), (0.50, 0.04, 0.11)),
        'sapphire': ((0.012, 0.02, 0.14), (0.03, 0.06, 0.34), (0.14, 0.22, 0.58)),
    }[p('colour', 'ruby')]
    t = NT('ruby')
    o = t.obj(True)
    c = t.ramp(t.noise(o, 3.2, 8, 0.62), [(0.3, a), (0.55, b), (0.78, c3)])
    st = t.noise(t.scaled(o, (1, 1, 18)), 2.2, 5, 0.6)
    nb = t.bump(t.ramp(st, [(0.45, 0), (0.55, 1)]).outputs[0], 0.14, 0.02)
    steps = t.math(
        'SNAP', t.voronoi(t.vadd(o, t.scaled(t.noise(o, 3, 3).outputs[1], (0.25, 0.25, 0.25))), 3.2, 'F1'), 0.09
    )  # growth terraces
    nb = t.bump(steps, 0.18, 0.05, nb)
    nb = t.bump(t.noise(o, 14, 7, 0.65).outputs[0], 0.10, 0.03, nb)
    body = t.p(
        Base_Color=c,
        Roughness=0.13,
        Specular=0.7,
        Normal=nb,
        Subsurface=0.06,
        Subsurface_Radius=(0.12, 0.02, 0.03),
        Subsurface_Color=b,
        Clearcoat=0.4,
        Clearcoat_Roughness=0.1,
    )
    mat = t.surf(
        t.soft_shadow(
            t.mix(
                0.35,
                body,
                t.n(
                    'BsdfGlass',
                    {'Color': (*[min(1, q * 1.25) for q in c3], 1), 'IOR': 1.77, 'Roughness': 0.05, 'Normal': nb},
                ),
            ),
            tuple(0.3 + 0.5 * q for q in c3),
        )
    )
    S = (1.35, 1.0, 0.85)
    rk = broken_rock(
        S,
        matrix_rock(MARBLE, speck=(0.45, 0.42, 0.40), speck_amount=0.30, grain=24, rough=0.5),
        int(rng.random() * 99),
        7,
        loc=(0, 0, 0.42),
        rough=0.10,
        flat=-0.5,
    )
    tops = [
        v.co + Vector((0, 0, 0.42))
        for v in rk.data.vertices
        if v.normal.z > 0.2 and v.normal.y < 0.3 and v.co.z > 0.1 and abs(v.co.x) < 0.95
    ]

    def barrel(r, h, q, d):
        P = [
            (
                (math.cos(k * math.pi / 3), math.sin(k * math.pi / 3), 0.05 + rng.uniform(-0.02, 0.02)),
                r * rng.uniform(0.92, 1.06),
            )
            for k in range(6)
        ]
        P += [((0, 0, 1), h), ((0, 0, -1), h)] + [
            ((math.cos(rad(120 * k)), math.sin(rad(120 * k)), 1.3), h * 1.3 + r * 0.80) for k in range(3)
        ]
        V, F = polytope(P)
        bevel(
            mesh_obj('ruby', V, F, mat, loc=q, rot=align(d) @ Matrix.Rotation(rng.uniform(0, 6), 3, 'Z')), 0.008, 2, 10
        )

    q = min(tops, key=lambda v: (v.x - 0.05) ** 2 + (v.y + 0.15) ** 2)
    barrel(0.37, 0.60, q + Vector((0, 0, 0.02)), (0.30, -0.75, 1))
    for _ in range(p('count', 6)):
        s = rng.choice(tops)
        r = rng.uniform(0.10, 0.24)
        barrel(r, r * rng.uniform(0.9, 1.7), s, (s.x * 0.5 + rng.gauss(0, 0.3), s.y * 0.5 - 0.2, 0.9))
    return dict(azim=8, elev=20, aim=tuple(q + Vector((0, -0.1, 0.4))), zoom=2.3, sparkle=True)
