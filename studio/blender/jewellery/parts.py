"""Parts of jewellery: cuts, bezels, twisted wire, chain."""

import math

import numpy as np
from mathutils import Matrix, Vector
from nodes import NT
from scene import bevel, grid_mesh, instance, mesh_obj
from solids import TAU, polytope, rad
from turned import slab, sphere, tube


def cut_planes(w, l, crown=35, pav=44, tab=0.58, girdle=0.04, power=2.6):
    """cushion/oval brilliant; outline = superellipse (power 2 oval, 3 cushion), girdle at z=0"""
    P = []

    def at(a):
        r = (abs(math.cos(a) / w) ** power + abs(math.sin(a) / l) ** power) ** (-1 / power)
        x, y = r * math.cos(a), r * math.sin(a)
        gx, gy = math.copysign(abs(x / w) ** (power - 1) / w, x), math.copysign(abs(y / l) ** (power - 1) / l, y)
        m = math.hypot(gx, gy)
        return x, y, gx / m, gy / m

    ch = (1 - tab) * min(w, l) * math.tan(rad(crown))
    for k in range(32):
        x, y, nx, ny = at(TAU * (k + 0.5) / 32)
        P.append(((nx, ny, 0), nx * x + ny * y))

    def ring(m, off, ang, dz, up):
        t = rad(ang)
        for k in range(m):
            x, y, nx, ny = at(TAU * (k + off) / m)
            n = (nx * math.sin(t), ny * math.sin(t), math.cos(t) * up)
            P.append((n, n[0] * x + n[1] * y + n[2] * dz))

    ring(16, 0.5, crown + 7, girdle, 1)
    ring(8, 0, crown, girdle * 1.25, 1)
    P.append(((0, 0, 1), girdle + ch * 0.93))
    t = rad(crown - 14)
    for k in range(8):
        x, y, nx, ny = at(TAU * (k + 0.5) / 8)
        n = (nx * math.sin(t), ny * math.sin(t), math.cos(t))
        P.append((n, n[0] * x * tab * 1.06 + n[1] * y * tab * 1.06 + n[2] * (girdle + ch * 0.93)))
    ring(16, 0.5, pav + 2.2, -girdle, -1)
    ring(8, 0, pav, -girdle * 1.3, -1)
    return P


def cut(planes, mat, M=Matrix.Identity(4), bev=0.0):
    V, F = polytope(planes)
    o = mesh_obj('gem', V, F, mat)
    o.matrix_world = M
    return bevel(o, bev, 1, 8) if bev else o


def pave_mat():
    """small white brilliants, bright at any size: each facet has its own brightness and a slight tint"""
    t = NT('pave')
    facet = t.noise(t.scaled(t.n('NewGeometry').outputs['True Normal'], (3, 3, 3)), 2.3, 0).outputs[0]
    shine = t.ramp(facet, [(0.34, 0.0), (0.48, 0.03), (0.54, 0.16), (0.62, 0.50)])
    tint = t.ramp(facet, [(0.36, (0.90, 0.93, 1)), (0.5, (1, 1, 1)), (0.62, (1, 0.965, 0.93))])
    mirror = t.n('BsdfGlossy', {'Color': tint, 'Roughness': 0.03})
    body = t.mix(0.45, t.glass((1, 1, 1), 1.9), mirror)
    lit = t.n('Emission', {'Color': tint, 'Strength': shine.outputs[0]})
    return t.surf(t.n('AddShader', {0: body.outputs[0], 1: lit.outputs[0]}))


def unseen_through_stones(objs):
    for o in objs:
        o.visible_transmission = False


def torus_oval(w, l, r, mat, z=0.0, n=96):
    return tube([(w * math.cos(a), l * math.sin(a), z) for a in np.linspace(0, TAU, n, endpoint=False)], r, mat, True)


def twisted(path, r, mat, turns_per_unit=7.0, cyclic=True):
    """two wires twisted round a path (list of points)"""
    P = np.array(path, float)
    d = np.r_[0, np.cumsum(np.linalg.norm(np.diff(np.r_[P, P[:1]] if cyclic else P, axis=0), axis=1))]
    L = d[-1]
    n = int(L * turns_per_unit * 10)
    turns = round(L * turns_per_unit)
    s = np.linspace(0, L, n, endpoint=not cyclic)
    Q = np.stack([np.interp(s, d, np.r_[P, P[:1]][: len(d), k]) for k in range(3)], 1)
    T = np.gradient(Q, axis=0)
    T /= np.linalg.norm(T, axis=1, keepdims=True)
    U = np.cross(T, [0, 0, 1])
    bad = np.linalg.norm(U, axis=1) < 0.1
    U[bad] = np.cross(T[bad], [0, 1, 0])
    U /= np.linalg.norm(U, axis=1, keepdims=True)
    W = np.cross(T, U)
    for ph in (0, math.pi):
        a = TAU * turns * s / L + ph
        tube(Q + 0.85 * r * (np.cos(a)[:, None] * U + np.sin(a)[:, None] * W), r, mat, cyclic, res=4)


def cabochon(w, l, h, stone, metal_mat, rim=True, granules=0):
    """oval cabochon in a bezel, facing +Z, base at z=0"""
    sphere(1.0, (0, 0, 0.07), stone, 64, (w, l, h), 'cab')
    out = [(w * k * math.cos(a), l * k * math.sin(a)) for k in (1.07,) for a in np.linspace(0, TAU, 72, endpoint=False)]
    slab(out, 0, 0.10, metal_mat, 0.02)
    V = [
        ((w + s) * math.cos(a), (l + s) * math.sin(a), z)
        for a in np.linspace(0, TAU, 96, endpoint=False)
        for s, z in ((0.07, 0.0), (0.07, 0.13), (0.05, 0.17), (0.02, 0.175), (-0.01, 0.15), (0.0, 0.05))
    ]
    grid_mesh('bezel', np.array(V).reshape(96, 6, 3), metal_mat, cyc_u=True)
    if rim:
        twisted(
            [
                ((w + 0.115) * math.cos(a), (l + 0.115) * math.sin(a), 0.05)
                for a in np.linspace(0, TAU, 120, endpoint=False)
            ],
            0.026,
            metal_mat,
        )
    for k in range(granules):
        a = TAU * k / granules
        sphere(0.034, ((w + 0.185) * math.cos(a), (l + 0.185) * math.sin(a), 0.04), metal_mat, 16)


def chain(path, mat, pitch=0.10, wire=0.017, width=0.045):
    """cable chain along a path on the floor: linked oval rings, alternately turned"""
    P = np.array(path, float)
    d = np.r_[0, np.cumsum(np.linalg.norm(np.diff(P, axis=0), axis=1))]
    n = int(d[-1] / pitch)
    base = None
    for k in range(n):
        s = (k + 0.5) * d[-1] / n
        q = Vector([np.interp(s, d, P[:, i]) for i in range(3)])
        e = Vector(
            [np.interp(min(s + 0.02, d[-1]), d, P[:, i]) - np.interp(max(s - 0.02, 0), d, P[:, i]) for i in range(3)]
        ).normalized()
        M = (
            Matrix.Translation(q)
            @ e.to_track_quat('X', 'Z').to_matrix().to_4x4()
            @ Matrix.Rotation(rad(38 if k % 2 else -38), 4, 'X')
        )
        if base is None:
            a = pitch * 0.78
            base = tube(
                [(a * math.cos(t), width * math.sin(t), 0) for t in np.linspace(0, TAU, 28, endpoint=False)],
                wire,
                mat,
                True,
                res=4,
                name='link',
            )
            base.matrix_world = M
        else:
            instance(base, M)


def briolette(w=0.40):
    """drop cut: rings of facets around a pear profile"""
    prof = lambda z: w * math.sqrt(max(1e-4, 1 - (z / 0.5) ** 2)) if z < 0 else w * (1 - z**1.35)
    P = []
    for z, n, o in [(-0.42, 8, 0), (-0.30, 12, 0.5), (-0.12, 12, 0), (0.10, 12, 0.5), (0.34, 12, 0), (0.62, 12, 0.5)]:
        e = 1e-3
        dr = (prof(z + e) - prof(z - e)) / (2 * e)
        m = math.hypot(1, dr)
        nr, nz = 1 / m, -dr / m
        P += [
            ((nr * math.cos(TAU * (k + o) / n), nr * math.sin(TAU * (k + o) / n), nz), nr * prof(z) + nz * z)
            for k in range(n)
        ]
    return P + [((0, 0, -1), 0.485), ((0, 0, 1), 0.93)]
