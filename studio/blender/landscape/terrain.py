"""Himalayan massif as a height field: one dominant fluted pyramid, lower neighbours, foothills. Pure numpy."""

import numpy as np

_rs = np.random.RandomState(7)
_PERM = _rs.permutation(512)
_PERM = np.r_[_PERM, _PERM]
_G = _rs.uniform(0, 2 * np.pi, 512)
_GX, _GY = np.cos(_G), np.sin(_G)


def perlin(x, y):
    """gradient noise with analytic derivatives"""
    xi, yi = np.floor(x).astype(int), np.floor(y).astype(int)
    u, v = x - xi, y - yi
    xi &= 511
    yi &= 511

    def g(a, b):
        h = _PERM[(_PERM[a & 511] + b) & 1023]
        return _GX[h], _GY[h]

    a, b, c, d = g(xi, yi), g(xi + 1, yi), g(xi, yi + 1), g(xi + 1, yi + 1)
    va, vb = a[0] * u + a[1] * v, b[0] * (u - 1) + b[1] * v
    vc, vd = c[0] * u + c[1] * (v - 1), d[0] * (u - 1) + d[1] * (v - 1)
    su, sv = u * u * u * (u * (u * 6 - 15) + 10), v * v * v * (v * (v * 6 - 15) + 10)
    du, dv = 30 * u * u * (u - 1) ** 2, 30 * v * v * (v - 1) ** 2
    k = va - vb - vc + vd
    n = va + su * (vb - va) + sv * (vc - va) + su * sv * k
    dx = (
        a[0]
        + su * (b[0] - a[0])
        + sv * (c[0] - a[0])
        + su * sv * (a[0] - b[0] - c[0] + d[0])
        + du * ((vb - va) + sv * k)
    )
    dy = (
        a[1]
        + su * (b[1] - a[1])
        + sv * (c[1] - a[1])
        + su * sv * (a[1] - b[1] - c[1] + d[1])
        + dv * ((vc - va) + su * k)
    )
    return n, dx, dy


def fbm(x, y, octs=5):
    s, a, f = 0, 1.0, 1.0
    for o in range(octs):
        s = s + a * perlin(x * f + 3.7 * o, y * f + 8.2 * o)[0]
        a *= 0.5
        f *= 2.03
    return s


def ridged(x, y, octs=11, lac=1.97, gain=0.5, damp=0.9):
    """ridged multifractal; finer octaves suppressed on steep ground (reads as erosion)"""
    s, w = np.zeros_like(x), np.ones_like(x)
    ddx, ddy = np.zeros_like(x), np.zeros_like(x)
    c, sn, amp, f = np.cos(0.62), np.sin(0.62), 1.0, 1.0
    for o in range(octs):
        n, dx, dy = perlin(x * f + 17.3 * o, y * f - 9.1 * o)
        r = np.clip(1 - np.abs(n) * 1.9, 0, 1) ** 2
        ddx += dx * amp * 0.5
        ddy += dy * amp * 0.5
        s += amp * r * w / (1 + damp * (ddx**2 + ddy**2) * 0.35)
        w = np.clip(r * 1.6, 0.12, 1)
        amp *= gain
        f *= lac
        x, y = c * x - sn * y, sn * x + c * y
    return s


# summit x, y, height; ridges: (azimuth degrees, 0 = away from the viewer, clockwise; slope of the arete); slope of faces
PEAKS = [
    dict(
        x=3.0,
        y=44,
        h=13.4,
        ridges=[(265, 1.00), (212, 1.42), (160, 1.30), (96, 1.06), (10, 1.1)],
        face=2.15,
        flutes=1.0,
    ),
    dict(x=-12.5, y=50, h=8.4, ridges=[(275, 0.72), (200, 1.0), (105, 0.80), (30, 0.8)], face=1.55, flutes=0.7),
    dict(x=18.5, y=52, h=8.6, ridges=[(258, 0.78), (175, 1.05), (85, 0.70), (0, 0.8)], face=1.6, flutes=0.8),
    dict(x=-25, y=57, h=8.3, ridges=[(255, 0.5), (190, 0.75), (110, 0.55), (20, 0.7)], face=1.2, flutes=0.5),
    dict(x=29, y=58, h=7.2, ridges=[(262, 0.5), (185, 0.7), (100, 0.55), (5, 0.7)], face=1.2, flutes=0.5),
    dict(x=9.6, y=46, h=8.6, ridges=[(275, 0.62), (185, 1.1), (95, 0.85), (0, 0.9)], face=1.7, flutes=0.8),
]


def pyramid(X, Y, x, y, h, ridges, face, flutes, seed=0):
    """peak of sharp aretes and concave faces; flutes run down the fall line of the faces"""
    dx, dy = X - x, Y - y
    d = np.hypot(dx, dy) + 1e-6
    az = np.degrees(np.arctan2(dx, dy)) % 360
    az = az + 9 * fbm(d * 0.45 + seed, 0 * d + seed, 3)  # aretes are not straight
    A = sorted(ridges)
    R = np.array([a for a, _ in A] + [A[0][0] + 360])
    S = np.array([s for _, s in A] + [A[0][1]])
    q = (az - R[0]) % 360 + R[0]
    k = np.clip(np.searchsorted(R, q, side='right') - 1, 0, len(A) - 1)
    t = (q - R[k]) / (R[k + 1] - R[k])  # 0..1 between two aretes
    m = 1 - np.abs(2 * t - 1)
    arete = S[k] * (1 - t) + S[k + 1] * t
    slope = arete + (face - arete) * np.clip(m, 0, 1) ** 0.62
    tau = slope * d / h
    z = h * np.exp(-1.10 * tau**1.04)
    # flutes: ribs fixed in azimuth, twice as many lower down
    u = np.radians(az)
    wob = 0.10 * fbm(d * 0.9 + seed, u * 3, 3)
    rib = lambda n: np.clip(1 - np.abs(perlin((u + wob) * n + seed * 7.7, d * 0.22 + seed)[0]) * 2.2, 0, 1) ** 1.5
    near = np.clip((d - 0.9) / 2.2, 0, 1)
    f = rib(13.0) * (1 - near) + (0.55 * rib(23.0) + 0.45 * rib(47.0)) * near
    steep = np.clip(m * 2.6 - 0.35, 0, 1)
    amp = flutes * 0.62 * np.clip(d / 1.6, 0, 1) * np.clip((6.5 - d) / 4.5, 0, 1) * steep
    return z + amp * (f - 0.45), d


def height(x, y):
    wx, wy = fbm(x * 0.06 + 5, y * 0.06, 3), fbm(x * 0.06 - 9, y * 0.06 + 4, 3)
    X, Y = x + wx * 1.3, y + wy * 1.3
    fx, fy = fbm(x * 0.5 + 3, y * 0.5, 4) * 0.20, fbm(x * 0.5 - 7, y * 0.5 + 2, 4) * 0.20
    z = np.zeros_like(x)
    near = np.full_like(x, 9.0)
    for i, pk in enumerate(PEAKS):
        p, d = pyramid(X + fx, Y + fy, seed=i * 3.1 + 1, **pk)
        near = np.where(p > z, d, near)
        z = np.maximum(z, p)
    r = ridged(X * 0.10 + 2.1, Y * 0.10 + 0.7, 11)
    high = np.clip((9.5 - z) / 6, 0.06, 1)  # summits stay clean
    crag = np.clip((near - 0.6) / 6, 0.05, 1) * high
    z = z * (1 + 0.30 * (r - 0.9) * crag) + r * 1.0 * np.clip((y - 10) / 20, 0, 1.2) * crag
    z += (
        (ridged(X * 0.45 + 9, Y * 0.45, 8) - 0.8)
        * 0.26
        * np.clip(z / 5, 0, 1)
        * np.clip(near / 3, 0.12, 1)
        * (0.06 + 0.94 * high)
    )
    for yc, h, wd, sd in ((27, 2.9, 5.0, 1.0), (18.5, 1.9, 3.6, 2.0), (12.0, 1.0, 2.4, 3.0)):  # foothills
        prof = h * (0.62 + 0.62 * fbm(x * 0.11 + 31 * sd, 0 * x + sd, 5) + 0.06 * x / 10 * (-1) ** sd)
        rid = prof * np.exp(-(((y - yc - 2 * fbm(x * 0.1 + sd * 3, 0 * x, 2)) / wd) ** 2))
        z = np.maximum(z, rid * (0.72 + 0.38 * ridged(X * 0.22 + sd * 5, Y * 0.22, 9)))
    fg = (0.15 + 0.50 * np.clip(-x / 3.2, -1.2, 1.6) + 0.30 * fbm(x * 0.5 + 2, y * 0.5, 5)) * np.exp(
        -(((y - 5.6) / 1.9) ** 2)
    )
    return np.maximum(z, fg * (0.7 + 0.45 * ridged(x * 0.6, y * 0.6, 9)))
