"""Lokta books and felt mats."""

import math

import numpy as np
from jewellery.parts import twisted
from materials.soft import felt, paper, plain
from materials.stones import stone_named
from mathutils import Matrix
from nodes import NT
from registry import kind
from rocks import fractal, icosphere
from scene import Group, grid_mesh, mesh_obj
from solids import rad
from turned import catmull, rounded_rect, slab, sphere

from objects.patterns import image, mandala


@kind('notebook')
def notebook(p, rng):
    """book of lokta paper with a wrapped cord, as large as its mm. colour= natural indigo sky; printed= a flower in gold; spine="""
    col = {
        'natural': (0.74, 0.66, 0.50),
        'indigo': (0.028, 0.045, 0.115),
        'sky': (0.075, 0.135, 0.24),
    }[p('colour', 'indigo')]
    ink = (0.78, 0.56, 0.22)
    m = paper(col)
    msk = image('mandala', np.repeat(mandala()[..., None], 3, 2), False)
    tr = m.node_tree
    t = NT(m)
    bsdf = [n for n in tr.nodes if n.bl_idname == 'ShaderNodeBsdfPrincipled'][0]
    src = bsdf.inputs['Base Color'].links[0].from_socket
    o = t.obj()
    uv = t.vadd(t.scaled(o, (0.62, 0.62, 1)), (0.5, 0.5, 0))
    tex = t.n('TexImage', {'Vector': uv}, image=msk, extension='CLIP', interpolation='Cubic')
    worn = t.math('MULTIPLY', tex.outputs[0], t.ramp(t.noise(o, 16, 6, 0.75), [(0.36, 0.1), (0.52, 1)]).outputs[0])
    up = t.math('GREATER_THAN', t.n('SeparateXYZ', {0: t.n('NewGeometry').outputs['Normal']}).outputs[2], 0.5)
    f = t.math('MULTIPLY', t.math('MULTIPLY', worn, up), 1.0 if p('printed', True) else 0.0)
    tr.links.new(t.mixc(f, src, ink), bsdf.inputs['Base Color'])
    tall, wide, thick = p('mm', [190, 135, 18])
    H = 1.36
    W, T = H * wide / tall, 2 * H * thick / tall
    with Group() as g:
        slab(rounded_rect(W, H, 0.03, 6), T, T + 0.045, m, 0.02)
        slab(rounded_rect(W, H, 0.03, 6), 0, 0.045, m, 0.02)
        spine = [
            (-W + 0.077 * math.cos(a), T / 2 + 0.022 + (T / 2 + 0.022) * math.sin(a))
            for a in np.linspace(rad(90), rad(270), 16)
        ]
        P = np.array([[(x, y, z) for x, z in spine] for y in np.linspace(-H, H, 20)])
        grid_mesh('spine', P, m if p('spine', 'same') == 'same' else paper((0.74, 0.69, 0.58)))
        t2 = NT('pages')
        o2 = t2.obj()
        lines = t2.noise(t2.scaled(o2, (1, 1, 70)), 1.6, 4, 0.6)
        pm = t2.surf(
            t2.p(
                Base_Color=t2.ramp(lines, [(0.35, (0.52, 0.46, 0.36)), (0.6, (0.80, 0.75, 0.64))]),
                Roughness=0.95,
                Specular=0.1,
                Normal=t2.bump(lines.outputs[0], 0.7, 0.02),
            )
        )
        P = []
        for k in np.linspace(0, 1, 26):  # deckled page block
            P.append(
                [
                    (x * (1 - 0.004 * rng.random()), y * (1 - 0.004 * rng.random()), 0.045 + (T - 0.045) * k)
                    for x, y in rounded_rect(W - 0.05, H - 0.05, 0.02, 12)
                ]
            )
        grid_mesh('pages', np.array(P), pm, smooth=False, cyc_v=True)
        cord = plain((0.30, 0.16, 0.07) if p('printed', True) else (0.72, 0.66, 0.54), 0.8, 0.2, 0.3)
        for dx in (-0.02, 0.045):
            loop = [
                (x, 0.0 + dx * 1.6, z)
                for x, z in [
                    (-W - 0.09, T / 2),
                    (-W - 0.02, T + 0.06),
                    (0, T + 0.066),
                    (W, T + 0.06),
                    (W + 0.03, T / 2),
                    (W, -0.0),
                    (-W, 0.0),
                ]
            ]
            twisted(catmull(loop, 10), 0.016, cord, 9.0, cyclic=False)
        if p('printed', True):
            sphere(0.105, (W * 0.55, 0.02, T + 0.12), stone_named(p('stone', 'bone')), 40, (1, 1, 0.8))
    g.transform(Matrix.Rotation(rad(17), 4, 'Z'))
    return dict(azim=3, elev=46, aim=('box', 0.62, 0.38, 0.95), zoom=2.3, macro_elev=36)


WARM = [
    (0.55, 0.04, 0.05),
    (0.78, 0.30, 0.06),
    (0.82, 0.55, 0.16),
    (0.80, 0.72, 0.60),
    (0.30, 0.05, 0.12),
    (0.62, 0.16, 0.22),
]


@kind('felt')
def felt_mat(p, rng):
    """hexagons of sewn felt balls. rings= round the middle ball; mats= one, or four laid out"""
    cloths = [felt(c) for c in WARM]
    V, F = icosphere(5)
    shapes = []
    for _ in range(4):
        off = rng.uniform(-40, 40)
        r = 1 + 0.05 * fractal(V, 1.4, (off, 0, 0), 3) + 0.018 * fractal(V, 9, (off, 3, 0), 4)
        shapes.append(V * r[:, None] * 0.20)
    N = p('rings', 4)
    step = 0.375 * (2 * N + 1) * 0.98
    places = [(0, 0, 0, 0)]
    if p('mats', 1) == 4:
        places = [
            (-0.56 * step, -0.52 * step, 0, 4),
            (0.57 * step, -0.47 * step, 0, -9),
            (0.53 * step, 0.56 * step, 0, 15),
            (-0.54 * step, 0.54 * step, 0, 33),
        ]
    for dx, dy, dz, turn in places:
        with Group() as g:
            for q in range(-N, N + 1):
                for s in range(max(-N, -q - N), min(N, -q + N) + 1):
                    x, y = 0.375 * (q + s / 2), 0.375 * s * math.sqrt(3) / 2
                    at = (x, y, 0.19 + rng.uniform(0, 0.01))
                    ball = mesh_obj('ball', rng.choice(shapes), F, rng.choice(cloths), True, loc=at)
                    ball.rotation_euler = tuple(rng.uniform(0, 6) for _ in range(3))
        g.transform(Matrix.Translation((dx, dy, dz)) @ Matrix.Rotation(rad(turn), 4, 'Z'))
    return dict(azim=10, elev=40, aim=('box', 0.45, 0.2, 0.8), zoom=2.6, macro_elev=28)
