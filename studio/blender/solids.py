"""Convex solids: crystals and cut gems as intersections of half spaces."""

import itertools
import math

import numpy as np
from mathutils import Vector

TAU = 2 * math.pi


rad = math.radians


def polytope(planes):
    """convex solid = intersection of the half spaces n.x <= d"""
    N = np.array([np.array(n) / np.linalg.norm(n) for n, _ in planes])
    D = np.array([d / np.linalg.norm(n) for n, d in planes])
    idx = np.array(list(itertools.combinations(range(len(N)), 3)))
    A = N[idx]
    ok = np.abs(np.linalg.det(A)) > 1e-5
    P = np.linalg.solve(A[ok], D[idx[ok]][..., None])[..., 0]
    P = P[(P @ N.T <= D + 1e-5).all(1)]
    V = []
    for p in P:
        if not any(np.linalg.norm(p - q) < 2e-4 for q in V):
            V.append(p)
    V = np.array(V)
    F = []
    for n, d in zip(N, D):
        on = np.where(np.abs(V @ n - d) < 4e-4)[0]
        if len(on) < 3:
            continue
        c = V[on].mean(0)
        u = np.cross(n, [0, 0, 1] if abs(n[2]) < 0.9 else [1, 0, 0])
        u /= np.linalg.norm(u)
        w = np.cross(n, u)
        F.append(on[np.argsort(np.arctan2((V[on] - c) @ w, (V[on] - c) @ u))].tolist())
    return V, F


def section(planes, n0, d0, shrink=0.94):
    """polygon where a plane cuts the solid (inner veils, phantoms)"""
    N = np.array([np.array(n) / np.linalg.norm(n) for n, _ in planes])
    D = np.array([d / np.linalg.norm(n) for n, d in planes])
    P = []
    for i, j in itertools.combinations(range(len(N)), 2):
        A = np.array([n0, N[i], N[j]])
        if abs(np.linalg.det(A)) > 1e-5:
            p = np.linalg.solve(A, [d0, D[i], D[j]])
            if (N @ p <= D + 1e-5).all():
                P.append(p)
    if len(P) < 3:
        return None
    P = np.array(P)
    c = P.mean(0)
    n = np.array(n0)
    u = np.cross(n, [0, 0, 1] if abs(n[2]) < 0.9 else [1, 0, 0])
    u /= np.linalg.norm(u)
    w = np.cross(n, u)
    P = P[np.argsort(np.arctan2((P - c) @ w, (P - c) @ u))]
    return c + (P - c) * shrink


def align(direction):
    return Vector((0, 0, 1)).rotation_difference(Vector(direction).normalized()).to_matrix()
