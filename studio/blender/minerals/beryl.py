"""Beryl on pegmatite."""

import math

from materials.crystals import crystal, veil
from materials.matrix import GRANITE, matrix_rock
from mathutils import Matrix, Vector
from nodes import NT
from registry import kind
from rocks import broken_rock
from scene import bevel, mesh_obj
from solids import TAU, align, polytope

from minerals.habits import beryl_planes, grow

BERYLS = {  # glass, absorption, density, cloud at the foot
    'aqua': ((0.975, 0.995, 1), (0.36, 0.80, 0.93), 1.05, 0.16),
    'pale': ((0.975, 1, 0.995), (0.50, 0.86, 0.90), 0.72, 0.22),
    'deep': ((0.97, 0.99, 1), (0.30, 0.74, 0.92), 1.25, 0.12),
    'seagreen': ((0.96, 1, 0.99), (0.34, 0.76, 0.74), 0.95, 0.5),
}

# across, towards the back, radius, share of the height, direction
BERYL_GROUPS = {
    'trio': [
        (0.02, 0, 0.40, 1.0, (0.08, 0.02, 1)),
        (0.55, -0.12, 0.24, 0.62, (0.46, -0.05, 1)),
        (-0.50, -0.18, 0.19, 0.5, (-0.48, -0.15, 1)),
        (0.15, -0.60, 0.12, 0.30, (0.12, -0.5, 1)),
        (-0.78, 0.15, 0.10, 0.25, (-0.7, 0.1, 1)),
    ],
    'bundle': [
        (-0.08, 0.02, 0.25, 1.0, (-0.06, 0.04, 1)),
        (0.28, -0.02, 0.21, 0.82, (0.16, -0.03, 1)),
        (-0.42, -0.10, 0.18, 0.66, (-0.24, -0.10, 1)),
        (0.10, -0.38, 0.15, 0.52, (0.10, -0.26, 1)),
        (0.58, -0.22, 0.13, 0.42, (0.52, -0.18, 1)),
        (-0.30, -0.46, 0.10, 0.30, (-0.2, -0.4, 1)),
    ],
    'broad': [
        (-0.10, 0.10, 0.36, 1.0, (-0.03, 0.05, 1)),
        (0.72, 0.05, 0.30, 0.78, (0.34, 0.02, 1)),
        (-0.86, -0.02, 0.27, 0.66, (-0.40, -0.04, 1)),
        (0.30, -0.55, 0.14, 0.34, (0.20, -0.45, 1)),
        (-0.42, -0.52, 0.11, 0.26, (-0.25, -0.5, 1)),
    ],
    'stout': [
        (0.05, 0.02, 0.52, 0.86, (0.05, -0.04, 1)),
        (-0.62, -0.10, 0.26, 0.52, (-0.34, -0.12, 1)),
        (0.66, -0.25, 0.20, 0.38, (0.5, -0.2, 1)),
    ],
}


@kind('aquamarine')
def aquamarine(p, rng):
    """beryl prisms on granite pegmatite. colour= of BERYLS; group= of BERYL_GROUPS; height=; rock= its extent;
    mica= books in it"""
    glass, absorbed, density, cloud = BERYLS[p('colour', 'aqua')]
    H, group = p('height', 2.5), BERYL_GROUPS[p('group', 'trio')]
    v = veil(0.9, (0.92, 0.98, 1), 0.25)
    main = crystal(
        [(0, glass), (1, glass)],
        1.577,
        H,
        absorb=absorbed,
        density=density,
        striae='v',
        milk=0.5,
        milk_top=cloud,
        milk_color=tuple(0.35 + 0.6 * x for x in absorbed),
    )
    for x, y, r, share, d in group:
        planes = beryl_planes(r * rng.uniform(0.9, 1.1), H * share * rng.uniform(0.92, 1.06), rng)
        grow(planes, main, (x, y, 0.34), d, veil_mat=v, veils=3, rng=rng, r=r, h=H * share)
    reach = max(abs(x) + r for x, _y, r, _share, _d in group)
    spread = p('rock', 1.0)
    pegmatite(rng, (max(1.18, reach * 1.08) * spread, 0.95 * spread, 0.62), 0.26, p('mica', 16))
    return dict(glass=True, azim=6, elev=13, aim=('box', 0.45, 0.3, 0.70), zoom=2.4)


def pegmatite(rng, size, z, books):
    """granite matrix with feldspar blocks and a few half-sunk mica books"""
    broken_rock(
        size,
        matrix_rock(GRANITE, speck_amount=0.37),
        int(rng.random() * 99) + 1,
        7,
        loc=(0, 0, z),
        flat=-0.42,
        rough=0.10,
    )
    t = NT('mica')
    o = t.obj(True)
    mica = t.surf(
        t.p(
            Base_Color=t.ramp(t.noise(o, 9, 4), [(0.3, (0.16, 0.12, 0.08)), (0.7, (0.40, 0.34, 0.26))]),
            Metallic=0.75,
            Roughness=0.24,
            Normal=t.bump(t.noise(t.scaled(o, (1, 1, 30)), 6, 4).outputs[0], 0.5, 0.02),
        )
    )
    for _ in range(books):
        a, e, s = rng.uniform(0, TAU), rng.uniform(0.25, 1.0), rng.uniform(0.05, 0.11)
        q = Vector(
            (
                math.cos(a) * math.cos(e) * size[0] * 0.95,
                math.sin(a) * math.cos(e) * size[1] * 0.95,
                z + math.sin(e) * size[2] * 0.90,
            )
        )
        P = [
            ((math.cos(k * math.pi / 3), math.sin(k * math.pi / 3), rng.uniform(-0.1, 0.1)), s * rng.uniform(0.8, 1.1))
            for k in range(6)
        ] + [((0, 0, 1), s * 0.35), ((0, 0, -1), s * 0.35)]
        V, F = polytope(P)
        R = align(
            (math.cos(a) + rng.gauss(0, 0.5), math.sin(a) + rng.gauss(0, 0.5), 0.4 + rng.random())
        ) @ Matrix.Rotation(rng.uniform(0, 6), 3, 'X')
        bevel(mesh_obj('mica', V, F, mica, loc=q, rot=R), 0.004, 1)
