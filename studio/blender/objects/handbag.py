"""Bags of dhaka cloth."""

import numpy as np
from jewellery.parts import twisted
from materials.metals import BRASS, metal
from materials.soft import image_cloth, leather, plain
from materials.stones import stone_named
from mathutils import Matrix
from registry import kind
from scene import Group, grid_mesh, mesh_obj
from turned import catmull, sphere, tube

from objects.patterns import dhaka


@kind('handbag')
def handbag(p, rng):
    """soft bag of dhaka cloth, as wide and tall as its mm. palette=; leather= tan dark; base= height of the leather; handle="""
    cloth = image_cloth(dhaka(rng, p('palette', 'red')), 190)
    hide = leather({'tan': (0.24, 0.10, 0.042), 'dark': (0.075, 0.030, 0.016)}[p('leather', 'tan')], 22)
    wide, deep, tall = p('mm', [360, 120, 260])
    W, cut, handle = 1.20, p('base', 0.42), p('handle', 0.66)
    H, D = 2 * W * tall / wide, W * deep / wide * 1.15
    creases = [
        (rng.uniform(-0.8, 0.8), rng.uniform(2.2, 4.5) * rng.choice((-1, 1)), rng.uniform(0.014, 0.030))
        for _ in range(9)
    ]
    nu, nv = 120, 90

    def surface(u, v):
        """u -1..1 round the half girth, v 0..1 upward -> front half of the bag"""
        w = W * (1 - 0.10 * v - 0.05 * np.sin(np.pi * v))
        x = w * np.sin(u * np.pi / 2) * (1 + 0.03 * np.sin(3 * v))
        d = D * (1 - 0.72 * v**1.6) * (0.86 + 0.14 * np.minimum(1, v * 8))
        y = -d * np.sqrt(np.maximum(0, 1 - np.abs(np.sin(u * np.pi / 2)) ** 3.2))
        sag = 0.05 * np.sin(2.1 * u + 1.3 * v) * v * (1 - v) * 4 + 0.022 * np.sin(7 * u + 5 * v) * v
        for at, lean, depth in creases:  # soft folds that hang from the handles
            across = (u - at) * 6 - (v - 0.5) * lean
            sag = sag - depth * np.exp(-(across**2) * 1.6) * np.sin(np.pi * np.clip(v, 0, 1)) * (1 - np.abs(u) ** 4)
        z = H * v - 0.10 * np.cos(u * np.pi / 2) * v**4
        return x, y + sag * np.sign(y) * -1 * (np.abs(y) > 0.02), z

    def half(mat, v0, v1, back=False, off=0.0):
        u, v = np.meshgrid(np.linspace(-1, 1, nu), np.linspace(v0, v1, nv), indexing='ij')
        x, y, z = surface(u, v)
        y = (y - off * (1 - np.abs(u) ** 12)) * (-1 if back else 1)  # front and back meet at the sides
        x = x * (1 + off * 0.8)
        o = grid_mesh('bag', np.stack([x, y, z], 2), mat)
        uv = o.data.uv_layers.new()
        idx = np.empty(len(o.data.loops), int)
        o.data.loops.foreach_get('vertex_index', idx)
        UV = np.stack([(u * 1.05 + 1.1) / 2.2, v * 0.98 + 0.01], 2).reshape(-1, 2)[idx]
        uv.data.foreach_set('uv', UV.astype(np.float32).ravel())
        return o

    for back in (False, True):
        half(cloth, 0.0, 1.0, back)
        if cut:
            half(hide, 0.0, cut / H, back, 0.018)
        half(hide, 0.935, 1.0, back, 0.016)
    lining = plain((0.10, 0.03, 0.03), 0.9)
    x, y, z = surface(np.linspace(-1, 1, 60), np.full(60, 0.93))
    mesh_obj('lining', list(zip(x, y, z)) + list(zip(x[::-1], -y[::-1], z[::-1])), [tuple(range(120))], lining)
    # welt stitched between cloth and leather
    for v in (cut / H, 0.935) if cut else (0.935,):
        x, y, z = surface(np.linspace(-1, 1, 90), np.full(90, v))
        twisted(list(zip(x * 1.014, y - 0.022, z)), 0.008, plain((0.62, 0.48, 0.30), 0.8), 9.0, cyclic=False)
    B = metal(BRASS, 0.18)
    for sgn in (-1, 1):  # handles front and back
        pts = catmull(
            [
                (-0.46, 0, H * 0.84),
                (-0.46, 0, H * 1.02),
                (-0.38, 0, H + handle * 0.64),
                (-0.16, 0, H + handle),
                (0.16, 0, H + handle),
                (0.38, 0, H + handle * 0.64),
                (0.46, 0, H * 1.02),
                (0.46, 0, H * 0.84),
            ],
            12,
        )
        P = np.array(pts)
        _, yy, _ = surface(P[:, 0] / W * 0.62, np.clip(P[:, 2] / H, 0, 1))
        up = np.clip((P[:, 2] - H) / handle, 0, 1)
        P[:, 1] = (yy - 0.045 - (0.06 if sgn < 0 else 0.0) * up) * (1 if sgn < 0 else -1) + (
            0.10 * up if sgn > 0 else -0.10 * up
        )
        tube(P, 0.052, hide, res=6)
        for x in (-0.46, 0.46):
            _, y0, _ = surface(np.array([x / W * 0.62]), np.array([0.86]))
            q = (x, (y0[0] - 0.09) * (1 if sgn < 0 else -1), H * 0.86)
            sphere(0.05, q, B, 20, (1, 0.5, 1))
    with Group() as t:  # wooden toggle bead on a cord
        sphere(0.085, (0, 0, 0), stone_named('bone'), 32, (0.9, 0.9, 1.5))
    _, y0, _ = surface(np.array([0.0]), np.array([0.88]))
    t.transform(Matrix.Translation((0, y0[0] - 0.10, H * 0.86)))
    tube([(0, y0[0] - 0.05, H * 0.96), (0, y0[0] - 0.10, H * 0.90)], 0.014, hide)
    unit_mm = wide / (2 * W)
    return dict(
        azim=16, elev=12, aim=('box', 0.45, 0.1, 0.42), zoom=2.4, macro_azim=20, macro_elev=12, unit_mm=unit_mm
    )
