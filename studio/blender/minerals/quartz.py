"""Quartz: single points and clusters."""

import math

import numpy as np
from materials.crystals import crystal, milky, veil
from materials.matrix import QUARTZ_ROCK, matrix_rock
from mathutils import Matrix
from nodes import NT
from registry import kind
from rocks import broken_rock
from scene import Group, mesh_obj
from solids import TAU, polytope, rad

from minerals.habits import grow, quartz_planes

CLEAR = (0.985, 0.988, 0.985)


POINTS = {  # stops over height, absorption, density, milk
    'clear': dict(stops=[(0, CLEAR), (1, CLEAR)], milk=0.75, milk_top=0.22),
    'smoky': dict(
        stops=[(0, (0.80, 0.76, 0.72)), (1, (0.93, 0.90, 0.87))],
        absorb=(0.52, 0.38, 0.27),
        density=1.05,
        milk=0.35,
        milk_top=0.12,
    ),
    'dark': dict(
        stops=[(0, (0.55, 0.50, 0.46)), (1, (0.80, 0.75, 0.70))],
        absorb=(0.40, 0.30, 0.23),
        density=2.3,
        milk=0.25,
        milk_top=0.10,
        milk_color=(0.30, 0.27, 0.24),
    ),
    'honey': dict(
        stops=[(0, (0.98, 0.94, 0.86)), (1, (0.97, 0.86, 0.66))],
        absorb=(0.97, 0.58, 0.11),
        density=0.78,
        milk=0.2,
        milk_top=0.08,
        milk_color=(0.86, 0.66, 0.40),
    ),
    'citrine': dict(
        stops=[(0, (0.97, 0.95, 0.90)), (1, (0.99, 0.95, 0.84))],
        absorb=(0.96, 0.70, 0.20),
        density=0.95,
        milk=0.7,
        milk_top=0.2,
    ),
    'amethyst': dict(
        stops=[(0.10, (0.97, 0.96, 0.97)), (0.45, (0.93, 0.89, 0.96)), (0.8, (0.82, 0.73, 0.90))],
        absorb=(0.66, 0.46, 0.82),
        density=0.50,
        milk=0.85,
        milk_top=0.28,
        milk_color=(0.86, 0.82, 0.88),
    ),
    'rose': dict(
        stops=[(0, (0.97, 0.90, 0.90)), (1, (0.99, 0.93, 0.93))],
        absorb=(0.97, 0.70, 0.72),
        density=0.55,
        milk=0.6,
        milk_top=0.5,
        milk_color=(0.90, 0.72, 0.72),
    ),
    'phantom': dict(stops=[(0, CLEAR), (1, CLEAR)], milk=0.3, milk_top=0.12),
}


def chlorite(name='chlorite'):
    t = NT(name)
    o = t.obj()
    f = t.math(
        'MULTIPLY',
        t.ramp(t.noise(o, 5, 9, 0.75), [(0.34, 0.25), (0.6, 1)]),
        t.ramp(t.noise(o, 40, 4, 0.7), [(0.35, 0.35), (0.6, 1)]),
        True,
    )
    c = t.ramp(
        t.noise(o, 6, 6, 0.6), [(0.3, (0.03, 0.09, 0.035)), (0.6, (0.09, 0.20, 0.07)), (0.8, (0.22, 0.34, 0.14))]
    )
    d = t.mix(0.4, t.n('BsdfDiffuse', {'Color': c.outputs[0]}), t.n('BsdfTranslucent', {'Color': c.outputs[0]}))
    return t.surf(t.mix(t.math('MULTIPLY', f, 0.92), t.n('BsdfTransparent'), d))


@kind('point')
def point(p, rng):
    """one terminated quartz, as slender as its mm. colour= of POINTS; phantoms=; companion= height of a side crystal; depth= of its
    colour"""
    colour, h = p('colour', 'clear'), 2.9
    length, width, _depth = p('mm', [72, 24, 22])
    r = h * width / length / 2
    cfg = dict(POINTS[colour])
    cfg['density'] = cfg.get('density', 0) * p('depth', 1.0)
    mat = crystal(height=h, **cfg, name=colour)
    planes = quartz_planes(r, h, rng, base=0)
    v = veil(0.5, rainbow=0.15)
    with Group() as g:
        grow(planes, mat, (0, 0, 0), bev=0.007, veil_mat=v, veils=p('veils', 4), rng=rng, r=r, h=h * 0.7)
        if colour == 'phantom':
            for s in (0.88, 0.79, 0.70, 0.61)[: p('phantoms', 2)]:
                V, F = polytope([(n, d * s) for n, d in planes[:-1]] + [((0, 0, -1), 0)])
                top = [f for f in F if np.mean([V[i][2] for i in f]) > h * s * 0.62]  # only the termination faces
                mesh_obj('phantom', V, top, chlorite())
        if p('companion', 0.0):
            a = rad(p('side', 215))
            small, tall = r * 0.46, h * p('companion', 0.0)
            at = (math.cos(a) * r * 0.98, math.sin(a) * r * 0.98, 0)
            grow(
                quartz_planes(small, tall, rng, base=0),
                mat,
                at,
                bev=0.006,
                veil_mat=v,
                veils=2,
                rng=rng,
                r=small,
                h=tall,
            )
    g.transform(Matrix.Rotation(rad(p('roll', 20)), 4, 'Z'))
    return dict(glass=True, azim=8, elev=12, aim=('box', 0.5, 0.3, 0.78), zoom=2.3)


@kind('cluster', version=2)
def cluster(p, rng):
    """quartz group: few clear leaders, milky druse. colour= as point; leaders=, druse=; spread= its width"""
    colour = p('colour', 'clear')
    cfg = dict(POINTS[colour], milk=0.9, milk_top=0.38)
    v = veil(0.5, rainbow=0.15)
    H, spread = p('height', 2.7), p('spread', 1.0)
    lead = [
        (0, 0, 0.40, H, (0.05, 0.03, 1)),
        (0.46, -0.10, 0.29, H * 0.70, (0.36, -0.05, 1)),
        (-0.46, -0.06, 0.26, H * 0.61, (-0.44, -0.06, 1)),
        (-0.10, -0.46, 0.21, H * 0.48, (-0.12, -0.42, 1)),
        (0.20, 0.42, 0.24, H * 0.60, (0.22, 0.35, 1)),
        (0.42, -0.50, 0.16, H * 0.36, (0.40, -0.50, 1)),
        (-0.78, 0.10, 0.20, H * 0.50, (-0.62, 0.10, 1)),
        (0.86, 0.12, 0.22, H * 0.55, (0.60, 0.12, 1)),
        (-0.55, -0.42, 0.15, H * 0.34, (-0.5, -0.5, 1)),
    ][: p('leaders', 6)]
    for x, y, r, h, d in lead:
        r, h = r * rng.uniform(0.9, 1.12), h * rng.uniform(0.9, 1.08)
        grow(
            quartz_planes(r, h, rng),
            crystal(height=h, **cfg),
            (x * spread, y * spread, 0.22),
            d,
            veil_mat=v,
            veils=2,
            rng=rng,
            r=r,
            h=h,
        )
    m = milky(tuple(0.93 * x + 0.02 for x in cfg['stops'][-1][1]))
    for i in range(p('druse', 52)):
        a, rr = rng.uniform(0, TAU), rng.uniform(0.50, 1.0)
        h = rng.uniform(0.22, 0.66) * (1.3 - rr * 0.55)
        grow(
            quartz_planes(h * rng.uniform(0.17, 0.25), h, rng, base=-0.2),
            m,
            (rr * math.cos(a) * 1.05 * spread, rr * math.sin(a) * 0.88 * spread, 0.14),
            (math.cos(a) * rr * 0.8, math.sin(a) * rr * 0.8, 1),
            bev=0.005,
        )
    broken_rock(
        (1.12 * spread, 0.95 * spread, 0.42),
        matrix_rock(QUARTZ_ROCK, speck_amount=0.30),
        int(rng.random() * 99),
        loc=(0, 0, 0.13),
    )
    return dict(glass=True, azim=5, elev=15, aim=('box', 0.46, 0.3, 0.62), zoom=2.4)
