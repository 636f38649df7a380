"""Broken rock and tumbled pebbles."""

import bmesh
import numpy as np
from mathutils import Vector
from mathutils import noise as mnoise
from scene import mesh_obj


def icosphere(sub):
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=sub, radius=1)
    V = np.array([v.co[:] for v in bm.verts])
    F = [[v.index for v in f.verts] for f in bm.faces]
    bm.free()
    return V, F


def fractal(P, freq, off, octaves=6, ridged=False):
    o = Vector(off)
    f = (
        (lambda q: mnoise.ridged_multi_fractal(q, 1.0, 2.0, octaves, 1.0, 2.0) - 1)
        if ridged
        else (lambda q: mnoise.fractal(q, 1.0, 2.1, octaves))
    )
    return np.array([f(Vector(p) * freq + o) for p in P])


def broken_rock(size, mat, seed=1, sub=6, planes=26, rough=0.07, warp=0.22, flat=-0.35, loc=(0, 0, 0), layers=0.0):
    """angular broken rock: random cleavage planes on a warped sphere, then fractal roughness; size = half extents.
    layers > 0 adds horizontal foliation (schist)"""
    rng = np.random.default_rng(seed)
    V, F = icosphere(sub)
    off = rng.uniform(-50, 50, 3)
    W = V + warp * np.stack([fractal(V, 1.3, off + k * 9, 4) for k in range(3)], 1)
    W /= np.linalg.norm(W, axis=1, keepdims=True)
    N = rng.normal(size=(planes, 3))
    N /= np.linalg.norm(N, axis=1, keepdims=True)
    D = rng.uniform(0.70, 0.98, planes)
    c = W @ N.T
    R = np.minimum(1.02, np.where(c > 0.05, D / np.maximum(c, 0.05), 9).min(1))
    R = R + rough * fractal(V, 3.0, off + 5, 7) + rough * 0.5 * fractal(V, 7.0, off + 7, 5, True)
    P = V * R[:, None] * np.array(size)
    if layers:
        h = P[:, 2] / size[2] * layers + 1.2 * fractal(V, 0.8, off + 3, 3)
        k = 0.06 * (1 - np.abs(h % 1 - 0.5) * 2) ** 2 * (1 - np.abs(V[:, 2])) ** 0.5
        P[:, :2] *= (1 - k)[:, None]
    P[:, 2] = np.maximum(P[:, 2], flat * size[2])
    return mesh_obj('rock', P, F, mat, True, loc=loc)


def pebble(size, mat, seed=1, sub=5, lump=0.10, power=2.3, loc=(0, 0, 0), rot=None):
    """tumbled stone: super-ellipsoid with slow lumps; size = half extents"""
    rng = np.random.default_rng(seed)
    V, F = icosphere(sub)
    r = (np.abs(V) ** power).sum(1) ** (-1 / power)
    off = rng.uniform(-50, 50, 3)
    r = r * (1 + lump * fractal(V, 0.8, off, 1))
    return mesh_obj('pebble', V * r[:, None] * np.array(size), F, mat, True, loc=loc, rot=rot)
