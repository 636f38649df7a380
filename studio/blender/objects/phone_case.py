"""Phone cases with stone inlay."""

import numpy as np
from materials.metals import BRASS, metal
from materials.soft import plain
from materials.stones import STONES
from mathutils import Matrix
from nodes import NT
from registry import kind
from scene import Group
from solids import rad
from turned import lathe, rounded_rect, slab

from objects.patterns import image, ridge_line

LAYERS = {  # from the top down: height of the edge, its roughness, the material below it
    'ridge': [(0.58, 0.12, 'lapis'), (0.30, 0.07, 'turquoise')],
    'slopes': [(0.66, 0.13, 'lapis-pale'), (0.50, 0.10, 'lapis'), (0.17, 0.04, 'dyed howlite')],
    'lake': [(0.70, 0.09, 'blue glass'), (0.50, 0.05, 'glacier')],
}
WOODS = {
    'walnut': [(0.3, (0.05, 0.025, 0.012)), (0.55, (0.12, 0.06, 0.028)), (0.75, (0.19, 0.10, 0.05))],
    'black': [(0.3, (0.010, 0.010, 0.011)), (0.7, (0.016, 0.016, 0.017))],
}


def inlay_mask(layers, w, h, seed):
    """red: which layer, as a share of eight; green: the brass wire between them"""
    n = 1024
    X, Y = np.meshgrid(np.linspace(0, 1, n // 2), np.linspace(0, 1, n))
    region, wire = np.zeros_like(X), np.zeros_like(X)
    for k, (base, rugged, _stone) in enumerate(layers):
        peak = 0.28 if k == 0 else 0.05
        edge = ridge_line(X[0], seed + k, base, rugged) - peak * np.abs(X[0] - 0.55)
        region = np.where(Y < edge[None], (k + 1) / 8, region)
        slope = np.gradient(edge, X[0] * w / h)
        wire = np.maximum(wire, np.abs(Y - edge[None]) * 2 * h / np.sqrt(1 + slope[None] ** 2) < 0.013)
    return image('inlay', np.stack([region, wire, 0 * X], 2), False)


@kind('phonecase')
def phonecase(p, rng):
    """hard case with a stone-inlaid ridge. layers= of LAYERS; chips= per unit; wood= walnut black"""
    tall, wide, _thick = p('mm', [150, 74, 11])
    h, th, chips = 1.48, 0.12, p('chips', 9.0)
    w = h * wide / tall
    layers = LAYERS[p('layers', 'ridge')]
    mask = inlay_mask(layers, w, h, rng.randrange(999))
    t = NT('case')
    o = t.obj()
    uv = t.scaled(o, (1 / (2 * w), 1 / (2 * h), 1))
    uv = t.vadd(uv, (0.5, 0.5, 0))
    tex = t.n('TexImage', {'Vector': uv}, image=mask, extension='EXTEND', interpolation='Linear')
    sp = t.n('SeparateXYZ', {0: tex.outputs[0]})
    grain = t.ramp(t.noise(t.scaled(o, (9, 0.7, 1)), 2.2, 8, 0.65, 0.8), WOODS[p('wood', 'walnut')])
    chip = t.n('TexVoronoi', {'Vector': o, 'Scale': chips}, feature='F1')
    mottle = t.math('MULTIPLY', t.math('SUBTRACT', t.noise(o, 12, 6).outputs[0], 0.5), 0.5)
    v = t.math('ADD', t.n('SeparateXYZ', {0: chip.outputs['Color']}).outputs[0], mottle)
    st = None
    for k, (_edge, _rugged, stone) in enumerate(layers):
        colour = t.ramp(t.range(v, 0, 1, 0.25, 0.85), STONES[stone]['stops']).outputs[0]
        below = t.math('GREATER_THAN', sp.outputs[0], (k + 0.5) / 8)
        st = colour if st is None else t.mixc(below, st, colour)
    seam = t.ramp(t.voronoi(o, chips, 'DISTANCE_TO_EDGE'), [(0, 1), (0.018, 1), (0.03, 0)])
    st = t.mixc(t.math('MULTIPLY', seam, 0.85), st, (0.012, 0.012, 0.014))
    is1 = t.math('GREATER_THAN', sp.outputs[0], 0.0625)
    c = t.mixc(is1, grain.outputs[0], st)
    c = t.mixc(sp.outputs[1], c, BRASS)
    rough = t.range(is1, 0, 1, 0.42, 0.16)
    body = t.p(
        Base_Color=c,
        Metallic=sp.outputs[1],
        Roughness=rough,
        Specular=0.5,
        Clearcoat=t.math('MULTIPLY', is1, 0.6),
        Clearcoat_Roughness=0.05,
        Normal=t.bump(t.math('MULTIPLY', sp.outputs[1], 1.0), 0.2, 0.01),
    )
    mat = t.surf(body)
    with Group() as g:
        slab(rounded_rect(w, h, 0.19, 16), 0, th, mat, 0.055)
        dark = plain((0.012, 0.012, 0.014), 0.35, 0.5)
        with Group() as cam:
            slab(rounded_rect(0.30, 0.31, 0.11, 12), th - 0.02, th + 0.022, dark, 0.02)
            for x, y in ((-0.12, 0.13), (0.12, 0.0), (-0.12, -0.13)):
                lathe(
                    [(0.0, 0.0), (0.098, 0.0), (0.10, 0.03), (0.09, 0.04), (0.082, 0.034), (0.0, 0.034)],
                    48,
                    metal((0.18, 0.18, 0.19), 0.25),
                    loc=(x, y, th + 0.015),
                )
                lathe(
                    [(0.0, 0.0), (0.078, 0.0), (0.078, 0.002), (0.0, 0.004)],
                    48,
                    plain((0.004, 0.005, 0.012), 0.03, 0.9, Clearcoat=1.0),
                    loc=(x, y, th + 0.052),
                )
            lathe(
                [(0.0, 0.0), (0.035, 0.0), (0.035, 0.01), (0.0, 0.012)],
                32,
                plain((0.8, 0.78, 0.70), 0.3),
                loc=(0.12, 0.17, th + 0.018),
            )
        cam.transform(Matrix.Translation((-w + 0.42, h - 0.44, 0)))
    g.transform(Matrix.Rotation(rad(-16), 4, 'Z'))
    return dict(azim=3, elev=56, aim=('box', 0.5, 0.42, 1.0), zoom=2.2, macro_elev=42)
