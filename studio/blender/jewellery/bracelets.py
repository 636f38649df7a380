"""Bead bracelets and cuffs."""

import math

import numpy as np
from materials.metals import METALS, metal
from materials.stones import stone_named
from mathutils import Matrix
from registry import kind
from scene import Group, grid_mesh
from solids import TAU, rad
from turned import circle, lathe, sphere, tube

from jewellery.parts import cabochon, twisted


@kind('bracelet')
def bracelet(p, rng):
    """bead bracelet. stone=, accent=, accent2=, metal="""
    S = metal(METALS[p('metal', 'silver')], 0.14)
    mats = {
        'L': stone_named(p('stone', 'lapis')),
        'T': stone_named(p('accent', 'turquoise')),
        'C': stone_named(p('accent2', 'coral')),
    }
    seq = p('pattern', 'SLLLTLLLCLLLSLLLTLLLCLLL')
    wid = {'L': 0.235, 'T': 0.245, 'C': 0.225, 'S': 0.20}
    R = (sum(2 * wid[c] for c in seq) + 0.035 * len(seq)) / TAU
    ang = rad(-90) - wid['S'] / R
    for c in seq:
        w = wid[c]
        ang += (w + 0.0175) / R
        q = (R * math.cos(ang), R * math.sin(ang), 0.235)
        if c == 'S':
            prof = (
                [(0.06, -w)]
                + [
                    (0.10 + 0.125 * math.sqrt(max(0, 1 - (z / w) ** 2)) + 0.010 * math.cos(z * 60), z)
                    for z in np.linspace(-w * 0.98, w * 0.98, 60)
                ]
                + [(0.06, w)]
            )
            lathe(prof, 64, S, loc=q, rot=(rad(90), 0, ang))
        else:
            sphere(w, q, mats[c]).rotation_euler = tuple(rng.uniform(0, 6) for _ in range(3))
        ang += (w + 0.0175) / R
        lathe(
            [(0.03, -0.02), (0.075, -0.02), (0.09, 0), (0.075, 0.02), (0.03, 0.02)],
            32,
            S,
            loc=(R * math.cos(ang), R * math.sin(ang), 0.235),
            rot=(rad(90), 0, ang),
        )
    tube(circle(R, 120, 0.235), 0.02, S, True)
    return dict(azim=6, elev=30, aim=('box', 0.42, 0.06, 0.5), zoom=2.5, macro_elev=20)


@kind('cuff')
def cuff(p, rng):
    """open cuff with filigree scrolls and a centre cabochon. metal=, stone=, height="""
    col = METALS[p('metal', 'silver')]
    m, back = metal(col, 0.12), metal(tuple(p('ground', 0.30) * c for c in col), 0.42)
    H, A, B, gap = p('height', 0.42), 1.22, 1.02, rad(34)
    th0, th1 = rad(90) + gap, rad(450) - gap  # opening at the back

    def on(s, z, off=0.0):
        a = th0 + (th1 - th0) * s
        return ((A + off) * math.cos(a), (B + off) * math.sin(a), H + z)

    n = 200
    S = np.linspace(0, 1, n)
    half = lambda s: H * (1 - 0.35 * abs(2 * s - 1) ** 2.2)
    sheet = np.array([[on(s, half(s) * k, o) for k, o in ((-1, 0), (1, 0), (1, 0.035), (-1, 0.035))] for s in S])
    grid_mesh('sheet', sheet, back, smooth=False, cyc_v=True)
    inner = np.array([[on(s, half(s) * k, -0.012) for k in (-1, 1)] for s in S])
    grid_mesh('inside', inner, m)
    for k in (-1, 1):
        tube([on(s, k * half(s), 0.02) for s in S], 0.045, m)
        twisted([on(s, k * (half(s) - 0.085), 0.06) for s in S], 0.02, m, 9.0, cyclic=False)
    for s in (0, 1):  # rounded ends
        tube([on(s, k * half(s), 0.02) for k in np.linspace(-1, 1, 9)], 0.045, m)
    L = (th1 - th0) * (A + B) / 2
    cells = p('cells', 17)
    for i in range(cells):
        s0 = (i + 0.5) / cells
        if abs(s0 - 0.5) < 0.055:
            continue
        h = half(s0) - 0.13
        w = L / cells * 0.5
        for sg in (1, -1):  # S scrolls: one spiral up, one down
            pts = []
            for t in np.linspace(0, 1, 46):
                a, r = t * TAU * 1.6, (1 - t) * 0.95 + 0.06
                pts.append(
                    (s0 + sg * (w * r * math.cos(a) * 0.88) / L, sg * (h * 0.5 + h * 0.48 * r * math.sin(a)), 0.055)
                )
            tube([on(*q) for q in pts], 0.0165, m, res=4)
            sphere(0.036, on(s0, sg * h * 0.5, 0.065), m, 16)
        for sg in (1, -1):
            sphere(0.024, on(s0 + 0.5 / cells, sg * h * 0.80, 0.05), m, 12)
        sphere(0.030, on(s0 + 0.5 / cells, 0, 0.055), m, 12)
    with Group() as g:
        cabochon(0.45 * H, 0.55 * H, 0.38 * H, stone_named(p('stone', 'turquoise')), m, granules=20)
    c = on(0.5, 0, 0.02)
    g.transform(Matrix.Translation(c) @ Matrix.Rotation(rad(90), 4, 'X'))
    return dict(azim=22, elev=20, aim=c, zoom=2.3, macro_azim=14, macro_elev=10)
