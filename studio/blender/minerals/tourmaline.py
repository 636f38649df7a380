"""Tourmaline, on feldspar or loose."""

import math

from materials.crystals import milky
from materials.matrix import QUARTZ_ROCK, matrix_rock
from mathutils import Matrix
from nodes import NT
from registry import kind
from rocks import broken_rock
from scene import Group
from solids import TAU, rad

from minerals.habits import grow, quartz_planes, tourmaline_planes

TOURMALINES = {  # colour along the height, opaque dark foot
    'pink': (
        [
            (0.10, (0.03, 0.02, 0.025)),
            (0.30, (0.30, 0.06, 0.10)),
            (0.5, (0.88, 0.36, 0.50)),
            (0.72, (0.97, 0.64, 0.72)),
            (1.0, (0.99, 0.82, 0.85)),
        ],
        0.22,
    ),
    'watermelon': (
        [
            (0.05, (0.10, 0.36, 0.14)),
            (0.30, (0.26, 0.55, 0.28)),
            (0.46, (0.80, 0.66, 0.60)),
            (0.62, (0.93, 0.46, 0.58)),
            (1.0, (0.96, 0.55, 0.66)),
        ],
        0.0,
    ),
    'rubellite': (
        [
            (0.10, (0.05, 0.004, 0.012)),
            (0.35, (0.34, 0.02, 0.07)),
            (0.6, (0.74, 0.10, 0.22)),
            (0.85, (0.90, 0.34, 0.46)),
            (1.0, (0.95, 0.58, 0.66)),
        ],
        0.24,
    ),
    'raspberry': (
        [(0.05, (0.52, 0.07, 0.17)), (0.35, (0.84, 0.26, 0.42)), (0.65, (0.95, 0.56, 0.66)), (1.0, (0.99, 0.84, 0.87))],
        0.06,
    ),
    'green': (
        [(0.05, (0.02, 0.10, 0.05)), (0.4, (0.07, 0.32, 0.16)), (0.8, (0.22, 0.58, 0.32)), (1.0, (0.45, 0.74, 0.50))],
        0.14,
    ),
    'black': ([(0, (0.008, 0.008, 0.009)), (1, (0.012, 0.012, 0.013))], 9.0),
}


def tourmaline_mat(h, stops, foot):
    """striated glass, opaque up to `foot`"""
    t = NT('tourmaline')
    o = t.obj()
    z = t.math(
        'ADD', t.math('DIVIDE', t.z(o), h), t.math('MULTIPLY', t.math('SUBTRACT', t.noise(o, 1.6, 6, 0.6), 0.5), 0.10)
    )
    b = t.bump(t.noise(t.scaled(o, (26, 26, 0.3)), 2.2, 5, 0.6).outputs[0], 0.20, 0.03)
    b = t.bump(t.noise(o, 7, 4).outputs[0], 0.05, 0.03, b)
    g = t.n('BsdfGlass', {'Color': t.ramp(z, stops), 'IOR': 1.63, 'Roughness': 0.02, 'Normal': b})
    d = t.p(
        Base_Color=t.ramp(z, [(q, tuple(c * 0.8 for c in col)) for q, col in stops]),
        Roughness=0.14,
        Specular=0.6,
        Normal=b,
    )
    op = t.ramp(z, [(max(0, min(0.98, foot - 0.1)), 1), (min(0.99, foot + 0.25), 0.14), (1, 0.05)]) if foot < 5 else 1.0
    return t.surf(t.soft_shadow(t.mix(op, g, d), tuple(0.3 + 0.6 * c for c in stops[-1][1])))


# across, towards the back, radius, share of the height, direction
TOURMALINE_GROUPS = {
    'tall': [
        (0, 0, 0.42, 1.0, (0.09, -0.03, 1)),
        (0.50, -0.16, 0.23, 0.55, (0.30, -0.10, 1)),
        (-0.48, -0.12, 0.18, 0.40, (-0.32, -0.16, 1)),
        (0.12, -0.48, 0.12, 0.26, (0.1, -0.4, 1)),
    ],
    'stems': [
        (-0.06, 0.04, 0.27, 1.0, (-0.05, 0.02, 1)),
        (0.36, -0.02, 0.19, 0.74, (0.42, -0.04, 1)),
        (-0.44, -0.06, 0.17, 0.62, (-0.50, -0.06, 1)),
        (0.14, -0.36, 0.14, 0.46, (0.16, -0.44, 1)),
    ],
    'pair': [
        (0.02, 0, 0.50, 0.82, (-0.04, -0.06, 1)),
        (0.62, -0.12, 0.15, 0.60, (0.22, -0.06, 1)),
        (-0.58, -0.20, 0.13, 0.46, (-0.26, -0.12, 1)),
    ],
}


@kind('tourmaline')
def tourmaline(p, rng):
    """trigonal prisms on feldspar. colour= of TOURMALINES; group= of TOURMALINE_GROUPS; height=; sink= into the ground"""
    stops, foot = TOURMALINES[p('colour', 'pink')]
    H = p('height', 2.9)
    for x, y, r, share, d in TOURMALINE_GROUPS[p('group', 'tall')]:
        h = H * share
        planes = tourmaline_planes(r * rng.uniform(0.92, 1.08), h * rng.uniform(0.92, 1.06), rng)
        grow(planes, tourmaline_mat(h, stops, foot), (x, y, 0.24), d, bev=0.004)
    feldspar = matrix_rock(QUARTZ_ROCK, speck=(0.16, 0.13, 0.11), speck_amount=p('specks', 0.36))
    broken_rock((1.05, 0.85, 0.46), feldspar, int(rng.random() * 99), 7, loc=(0, 0, 0.17 - p('sink', 0.0)), rough=0.11)
    m = milky()
    for _ in range(p('druse', 9)):
        a, rr, h = rng.uniform(0, TAU), rng.uniform(0.65, 0.9), rng.uniform(0.25, 0.5)
        at = (rr * math.cos(a), rr * math.sin(a) * 0.8, 0.18)
        grow(quartz_planes(h * 0.2, h, rng, base=-0.15), m, at, (math.cos(a) * 0.7, math.sin(a) * 0.7, 1), bev=0.004)
    return dict(glass=True, azim=6, elev=16, aim=('box', 0.48, 0.3, 0.78), zoom=2.5)


@kind('loose-tourmaline')
def loose_tourmaline(p, rng):
    """one crystal without matrix, lying. colour= of TOURMALINES"""
    stops, foot = TOURMALINES[p('colour', 'raspberry')]
    length, width, _depth = p('mm', [28, 7, 7])
    h = 2.8
    r = h * width / length / 2
    with Group() as g:
        grow(tourmaline_planes(r, h, rng, base=0.0), tourmaline_mat(h, stops, foot), (0, 0, 0), bev=0.004)
    lying = (
        Matrix.Rotation(rad(-38), 4, 'Z')
        @ Matrix.Rotation(rad(90), 4, 'Y')
        @ Matrix.Rotation(rad(p('roll', 25)), 4, 'Z')
    )
    g.transform(lying)
    g.drop()
    cameras = dict(azim=4, elev=26, aim=('box', 0.74, 0.3, 0.6), zoom=2.2, fill=(0.66, 0.56))
    return dict(glass=True, **cameras, unit_mm=length / h)
