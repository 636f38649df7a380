"""Crystal habits as lists of planes."""

import itertools
import math

from mathutils import Vector
from scene import bevel, mesh_obj
from solids import align, polytope, rad, section


def quartz_planes(r, h, rng, base=-0.35, tilt=51.8, irregular=0.16):
    a0 = rng.uniform(0, 60)
    P = []
    for i in range(6):
        a = rad(a0 + 60 * i + rng.uniform(-1.5, 1.5))
        P.append(((math.cos(a), math.sin(a), rng.uniform(-0.012, 0.03)), r * (1 + rng.uniform(-irregular, irregular))))
    tip = Vector((rng.uniform(-0.25, 0.25) * r, rng.uniform(-0.25, 0.25) * r, h))
    for i in range(6):
        a, t = rad(a0 + 60 * i), rad(tilt + rng.uniform(-1, 1))
        n = Vector((math.cos(a) * math.sin(t), math.sin(a) * math.sin(t), math.cos(t)))
        P.append((tuple(n), n.dot(tip) + (rng.uniform(0, 0.05) if i % 2 == 0 else rng.uniform(0.06, 0.38)) * r))
    P.append(((rng.uniform(-0.05, 0.05), rng.uniform(-0.05, 0.05), -1), -base))
    return P


def beryl_planes(r, h, rng, base=-0.4):
    a0 = rng.uniform(0, 60)
    P = [
        (
            (math.cos(rad(a0 + 60 * i)), math.sin(rad(a0 + 60 * i)), rng.uniform(-0.004, 0.012)),
            r * (1 + rng.uniform(-0.10, 0.10)),
        )
        for i in range(6)
    ]
    P.append(((rng.uniform(-0.015, 0.015), rng.uniform(-0.015, 0.015), 1), h))
    for i in range(6):
        a, t = rad(a0 + 60 * i + 30 * (i % 2)), rad(45 if i % 2 else 50)
        n = (math.cos(a) * math.sin(t), math.sin(a) * math.sin(t), math.cos(t))
        P.append((n, h * math.cos(t) + r * math.sin(t) * rng.uniform(0.84, 0.97)))
    P.append(((0, 0, -1), -base))
    return P


def tourmaline_planes(r, h, rng, base=-0.2, sides=27):
    """rounded trigonal prism of many narrow striated faces; low trigonal pyramid with a small pedion"""
    P = []
    a0 = rng.uniform(0, 120)
    for i in range(sides):
        a = rad(a0 + 360 * (i + rng.uniform(-0.35, 0.35)) / sides)
        P.append(
            (
                (math.cos(a), math.sin(a), rng.uniform(-0.006, 0.010)),
                r * (1 + 0.09 * math.cos(3 * (a - rad(a0))) + rng.uniform(-0.012, 0.012)),
            )
        )
    tip = Vector((rng.uniform(-0.2, 0.2) * r, rng.uniform(-0.2, 0.2) * r, h))
    for i in range(3):  # trigonal pyramid
        a, t = rad(a0 + 60 + 120 * i), rad(27 + rng.uniform(-2, 2))
        n = Vector((math.cos(a) * math.sin(t), math.sin(a) * math.sin(t), math.cos(t)))
        P.append((tuple(n), n.dot(tip) + rng.uniform(0, 0.10) * r))
    for i in range(3):  # steeper modifying faces
        a, t = rad(a0 + 120 * i), rad(52)
        n = Vector((math.cos(a) * math.sin(t), math.sin(a) * math.sin(t), math.cos(t)))
        P.append((tuple(n), n.dot(tip) + r * rng.uniform(0.30, 0.42)))
    P += [((0, 0, 1), h - rng.uniform(0.02, 0.08) * r), ((0, 0, -1), -base)]
    return P


def dodecahedron_planes(r, rng, trap=0.0):
    """garnet {110}, optionally trimmed by {211}; trap 0..1"""
    P = []
    for i, j in itertools.combinations(range(3), 2):
        for a, b in itertools.product((-1, 1), repeat=2):
            n = [0, 0, 0]
            n[i], n[j] = a, b
            P.append((tuple(n), r * math.sqrt(2) * (1 + rng.uniform(-0.06, 0.06))))
    if trap:
        for k in range(3):
            for s in itertools.product((-1, 1), repeat=3):
                n = list(s)
                n[k] *= 2
                P.append((tuple(n), r * math.sqrt(6) * (1.155 - 0.06 * trap + rng.uniform(-0.02, 0.02))))
    return P


def grow(planes, mat, loc, direction=(0, 0, 1), bev=0.006, veil_mat=None, veils=0, rng=None, r=0.3, h=1.0):
    """crystal on its root, pointing along direction, with `veils` inner fractures"""
    V, F = polytope(planes)
    R = align(direction)
    o = bevel(mesh_obj('crystal', V, F, mat, loc=loc, rot=R), bev, 2, 12)
    for _ in range(veils):
        n = Vector((rng.gauss(0, 1), rng.gauss(0, 1), rng.gauss(0, 0.6))).normalized()
        c = Vector((rng.uniform(-0.4, 0.4) * r, rng.uniform(-0.4, 0.4) * r, rng.uniform(0.05, 0.75) * h))
        s = section(planes, tuple(n), n.dot(c), rng.uniform(0.7, 0.93))
        if s is not None:
            mesh_obj('veil', s, [list(range(len(s)))], veil_mat, loc=loc, rot=R)
    return o
