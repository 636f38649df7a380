"""Rings and bands."""

import math

import numpy as np
from materials.crystals import gem_named
from materials.metals import METALS, metal
from materials.stones import stone_named
from mathutils import Matrix
from registry import kind
from scene import Group, grid_mesh, instance
from solids import TAU, rad
from turned import lathe, sphere, tube

from jewellery.parts import cabochon, cut, cut_planes, pave_mat, torus_oval, unseen_through_stones


def band_mesh(R, mat, w=0.20, th=0.12, n=160, taper=0.0, inner=0.35, power=0.75):
    """D-profile band in the XZ plane (axis Y); with taper it is stronger at the top (+Z)"""
    a = np.linspace(0, TAU, n, endpoint=False)[:, None]
    b = np.linspace(0, TAU, 24, endpoint=False)[None]
    top = 0.5 - 0.5 * np.cos(a)
    W, T = w * (1 - taper * top), th * (1 + 0.4 * taper * top)
    c, s = np.cos(b), np.sin(b)
    d = R + T * np.where(c > 0, np.abs(c) ** 0.8, -inner * np.abs(c))
    y = W * np.sign(s) * np.abs(s) ** power + 0 * a
    return grid_mesh('band', np.stack([d * np.sin(a), y, -d * np.cos(a)], 2), mat, cyc_u=True, cyc_v=True)


@kind('ring')
def ring(p, rng):
    """cocktail ring. stone= a GEMS name; metal=; style= halo solitaire"""
    R, w, l = 0.92, p('width', 0.60), p('length', 0.50)
    M1, white = metal(METALS[p('metal', 'gold')], 0.10), metal((0.93, 0.93, 0.94), 0.08)
    zc = R + 0.60
    with Group() as g:
        band_mesh(R, M1, 0.23, 0.12, taper=0.40)
        cut(cut_planes(w, l, power=p('power', 2.1)), gem_named(p('stone', 'ruby')), Matrix.Translation((0, 0, zc)))
        with Group() as basket:
            for s, z in ((0.88, zc - 0.17), (0.55, zc - 0.40)):
                torus_oval(w * s, l * s, 0.035, M1, z)
            for q in range(4):
                c, s = math.cos(rad(45 + 90 * q)), math.sin(rad(45 + 90 * q))
                tube(
                    [
                        (w * k * c, l * k * s, z, t)
                        for k, z, t in ((0.42, R + 0.02, 1.3), (0.62, zc - 0.38, 1.15), (0.90, zc - 0.12, 1))
                    ],
                    0.052,
                    M1,
                    res=8,
                )
        unseen_through_stones(basket.objects)
        for q in range(4):  # prong tips
            c, s = math.cos(rad(45 + 90 * q)), math.sin(rad(45 + 90 * q))
            tube(
                [
                    (w * k * c, l * k * s, z, t)
                    for k, z, t in (
                        (0.90, zc - 0.12, 1),
                        (0.955, zc + 0.03, 1),
                        (0.93, zc + 0.11, 0.95),
                        (0.84, zc + 0.165, 0.9),
                        (0.78, zc + 0.18, 0.55),
                    )
                ],
                0.050,
                M1,
                res=8,
            )
        if p('style', 'halo') == 'halo':
            halo(w, l, zc, white)
    g.transform(Matrix.Rotation(rad(24), 4, 'Z') @ Matrix.Rotation(rad(46), 4, 'X'))
    g.drop()
    return dict(azim=2, elev=29, aim=('box', 0.60, 0.15, 0.70), zoom=1.9, sparkle=True, blur=0.035, macro_blur=0.05)


def halo(w, l, zc, white, n=24):
    """ring of bright brilliants round the centre stone, in a scalloped cup"""
    P, pm = cut_planes(0.076, 0.076, crown=36, pav=41, tab=0.50, power=2.0), pave_mat()
    first = None
    with Group():
        for k in range(n):
            a = TAU * (k + 0.5) / n
            M = Matrix.Translation(
                ((w + 0.110) * math.cos(a), (l + 0.110) * math.sin(a), zc + 0.005)
            ) @ Matrix.Rotation(rng_phase(k), 4, 'Z')
            if first is None:
                first = cut(P, pm, M)
            else:
                instance(first, M)
            b = TAU * k / n
            for rr in (0.052, 0.172):
                sphere(0.022, ((w + rr) * math.cos(b), (l + rr) * math.sin(b), zc + 0.022), white, 14)
        V = [
            ((w + s) * math.cos(a), (l + s) * math.sin(a), zc + z)
            for a in np.linspace(0, TAU, 128, endpoint=False)
            for s, z in ((0.02, -0.02), (0.205, -0.02), (0.21, -0.06), (0.18, -0.13), (0.02, -0.14))
        ]
        grid_mesh('cup', np.array(V).reshape(128, 5, 3), white, smooth=False, cyc_u=True, cyc_v=True)


def rng_phase(k):
    return (k * 2.399) % TAU


@kind('band')
def band(p, rng):
    """band ring. style= plain hammered stones cabochon; metal=; stone="""
    style = p('style', 'plain')
    col = METALS[p('metal', 'gold')]
    m = metal(col, 0.09 if style != 'hammered' else 0.14, hammer=9.0 if style == 'hammered' else 0)
    R, th = 1.0, 0.11
    with Group() as g:
        band_mesh(R, m, p('width', 0.22 if style != 'cabochon' else 0.15), th, power=0.6)
        if style == 'stones':
            P, mat, first = (
                cut_planes(0.095, 0.095, power=2.0),
                pave_mat() if p('stone', 'diamond') == 'diamond' else gem_named(p('stone', 'diamond')),
                None,
            )
            for k in range(-4, 5):
                a = k * 0.215
                M = Matrix.Rotation(a, 4, 'Y') @ Matrix.Translation((0, 0, R + th + 0.035))
                first = instance(first, M) if first else cut(P, mat, M)
                cup = lathe([(0.05, -0.12), (0.108, -0.10), (0.118, 0.0), (0.112, 0.018), (0.096, 0.012)], 32, m)
                cup.matrix_world = M
                cup.visible_transmission = False
        elif style == 'cabochon':
            with Group() as head:
                cabochon(0.42, 0.33, 0.26, stone_named(p('stone', 'turquoise')), m, granules=0)
            head.transform(Matrix.Translation((0, 0, R + 0.04)))
    if p('pose', 'stand') == 'lie':
        g.transform(Matrix.Rotation(rad(20), 4, 'Z') @ Matrix.Rotation(rad(90), 4, 'X'))
        g.drop()
        return dict(azim=4, elev=30, aim=('box', 0.3, 0.08, 0.6), zoom=2.3)
    if style == 'plain' or style == 'hammered':
        g.transform(Matrix.Rotation(rad(38), 4, 'Z') @ Matrix.Rotation(rad(-7), 4, 'X'))
        g.drop()
        return dict(azim=4, elev=20, aim=('box', 0.35, 0.2, 0.7), zoom=2.2)
    g.transform(Matrix.Rotation(rad(22), 4, 'Z') @ Matrix.Rotation(rad(36), 4, 'X'))
    g.drop()
    return dict(azim=2, elev=26, aim=('box', 0.5, 0.2, 0.8), zoom=2.1, sparkle=True)
