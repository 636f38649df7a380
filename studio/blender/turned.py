"""Round and extruded shapes: wires, lathed profiles, beads, slabs."""

import math

import bmesh
import bpy
import numpy as np
from scene import link, mesh_obj, place
from solids import TAU, rad


def tube(pts, r, mat=None, cyclic=False, res=6, name='tube', loc=(0, 0, 0), rot=None):
    """round wire through points; a 4th coordinate scales the radius"""
    c = bpy.data.curves.new(name, 'CURVE')
    c.dimensions, c.bevel_depth, c.bevel_resolution, c.use_fill_caps = '3D', r, res, True
    sp = c.splines.new('POLY')
    sp.points.add(len(pts) - 1)
    for q, p in zip(sp.points, pts):
        q.co = (*[float(x) for x in p[:3]], 1)
        q.radius = float(p[3]) if len(p) > 3 else 1
    sp.use_cyclic_u, sp.use_smooth = cyclic, True
    return place(link(bpy.data.objects.new(name, c), mat), loc, rot)


def circle(r, n=64, z=0.0, start=0.0, end=TAU):
    return [
        (r * math.cos(a), r * math.sin(a), z)
        for a in np.linspace(start, end, n, endpoint=abs(end - start) < TAU - 1e-6)
    ]


def torus(R, r, mat=None, n=96, **kw):
    return tube(circle(R, n), r, mat, True, **kw)


def catmull(P, k=8):
    P = [np.array(p, float) for p in P]
    P = [2 * P[0] - P[1]] + P + [2 * P[-1] - P[-2]]
    R = []
    for a, b, c, d in zip(P, P[1:], P[2:], P[3:]):
        for t in np.linspace(0, 1, k, endpoint=False):
            R.append(
                tuple(
                    0.5
                    * ((2 * b) + (-a + c) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (-a + 3 * b - 3 * c + d) * t**3)
                )
            )
    R.append(tuple(P[-2]))
    return R


def lathe(prof, n=64, mat=None, smooth=True, caps=True, name='lathe', **kw):
    a = np.linspace(0, TAU, n, endpoint=False)
    V = [(r * math.cos(t), r * math.sin(t), z) for r, z in prof for t in a]
    m = len(prof)
    F = [
        (j * n + i, j * n + (i + 1) % n, (j + 1) * n + (i + 1) % n, (j + 1) * n + i)
        for j in range(m - 1)
        for i in range(n)
    ]
    if caps:
        F += [tuple(reversed(range(n))), tuple((m - 1) * n + i for i in range(n))]
    return mesh_obj(name, V, F, mat, smooth, **kw)


def sphere(r, loc=(0, 0, 0), mat=None, seg=48, scale=(1, 1, 1), name='bead'):
    bm = bmesh.new()
    bmesh.ops.create_uvsphere(bm, u_segments=seg, v_segments=seg // 2, radius=r)
    me = bpy.data.meshes.new(name)
    bm.to_mesh(me)
    bm.free()
    me.polygons.foreach_set('use_smooth', [True] * len(me.polygons))
    o = link(bpy.data.objects.new(name, me), mat)
    o.location, o.scale = loc, scale
    return o


def rounded_rect(w, h, r, n=10):
    """outline points, counter-clockwise, half sizes w,h"""
    P = []
    for cx, cy, a0 in ((w - r, h - r, 0), (r - w, h - r, 90), (r - w, r - h, 180), (w - r, r - h, 270)):
        P += [(cx + r * math.cos(rad(a)), cy + r * math.sin(rad(a))) for a in np.linspace(a0, a0 + 90, n)]
    return P


def slab(outline, z0, z1, mat=None, edge=0.03, smooth=True, name='slab', **kw):
    """extruded outline with rounded edges (edge = radius), closed by fans; outline roughly convex round its centre"""
    O = np.array(outline, float)
    t = np.roll(O, -1, 0) - np.roll(O, 1, 0)
    nrm = np.stack([t[:, 1], -t[:, 0]], 1)
    nrm /= np.linalg.norm(nrm, axis=1, keepdims=True)
    rings = [(edge * (1 - math.sin(a)), z0 + edge * (1 - math.cos(a))) for a in np.linspace(0, math.pi / 2, 5)]
    rings += [(d, z1 + z0 - z) for d, z in reversed(rings)]
    V = [(*(p - m * d), z) for d, z in rings for p, m in zip(O, nrm)]
    n, m = len(O), len(rings)
    F = [
        (j * n + i, j * n + (i + 1) % n, (j + 1) * n + (i + 1) % n, (j + 1) * n + i)
        for j in range(m - 1)
        for i in range(n)
    ]
    F += [tuple(reversed(range(n))), tuple((m - 1) * n + i for i in range(n))]
    o = mesh_obj(name, V, F, mat, smooth, **kw)
    if smooth:
        o.data.use_auto_smooth, o.data.auto_smooth_angle = True, rad(40)
    return o
