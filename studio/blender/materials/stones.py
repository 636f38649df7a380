"""Polished stones, wood and bone by name."""

from nodes import NT


def stone(
    stops,
    scale=4,
    rough=0.16,
    coat=0.6,
    sss=0.0,
    sss_color=None,
    web=None,
    flecks=None,
    clear=0.0,
    distort=0.6,
    stretch=(1, 1, 1),
    name='stone',
):
    """polished stone: noise ramp, optional vein web (colour, scale, width), metallic flecks (colour) and a share that is clear"""
    t = NT(name)
    o = t.scaled(t.obj(True), stretch)
    c = t.ramp(t.noise(o, scale, 8, 0.6, distort), stops).outputs[0]
    m = 0.0
    if web:
        wc, ws, ww = web
        d = t.vadd(o, t.noise(o, 4, 5, 0.6).outputs[1])
        e = t.ramp(t.voronoi(d, ws, 'DISTANCE_TO_EDGE'), [(0, 1), (ww, 0)])
        c = t.mixc(e, c, wc)
    if flecks:
        m = t.ramp(t.noise(o, scale * 8, 3, 0.6), [(0.66, 0), (0.69, 1)]).outputs[0]
        c = t.mixc(m, c, flecks)
    d = dict(Base_Color=c, Metallic=m, Roughness=rough, Specular=0.55, Clearcoat=coat, Clearcoat_Roughness=0.04)
    if sss:
        d.update(
            Subsurface=sss,
            Subsurface_Radius=(0.25, 0.18, 0.14),
            Subsurface_Color=sss_color or stops[len(stops) // 2][1],
        )
    body = t.p(**d)
    if not clear:
        return t.surf(body)
    tint = tuple(min(1.0, 0.25 + 0.9 * x) for x in stops[-1][1])
    return t.surf(t.mix(clear, body, t.soft_shadow(t.glass(tint, 1.545, 0.04), tint)))


STONES = {
    'lapis-pale': dict(
        stops=[
            (0.3, (0.012, 0.030, 0.16)),
            (0.5, (0.030, 0.075, 0.32)),
            (0.66, (0.08, 0.16, 0.48)),
            (0.80, (0.40, 0.46, 0.62)),
        ],
        scale=6,
        flecks=(0.70, 0.56, 0.30),
    ),
    'aventurine': dict(
        stops=[(0.3, (0.045, 0.16, 0.085)), (0.55, (0.10, 0.27, 0.15)), (0.78, (0.24, 0.42, 0.27))],
        scale=3.4,
        coat=0.35,
        flecks=(0.30, 0.50, 0.34),
        clear=0.2,
        sss=0.10,
        sss_color=(0.2, 0.5, 0.25),
    ),
    'red glass': dict(stops=[(0.3, (0.40, 0.010, 0.012)), (0.7, (0.52, 0.022, 0.02))], scale=2, rough=0.06, coat=1.0),
    'dyed howlite': dict(
        stops=[(0.3, (0.05, 0.38, 0.42)), (0.6, (0.10, 0.52, 0.54)), (0.8, (0.25, 0.64, 0.62))],
        scale=2,
        rough=0.24,
        coat=0.3,
        web=((0.05, 0.14, 0.15), 2.4, 0.03),
    ),
    'glacier': dict(stops=[(0.3, (0.10, 0.40, 0.42)), (0.55, (0.30, 0.60, 0.60)), (0.8, (0.62, 0.80, 0.77))]),
    'blue glass': dict(stops=[(0.3, (0.008, 0.022, 0.075)), (0.8, (0.02, 0.05, 0.14))]),
    'lapis': dict(
        stops=[
            (0.3, (0.006, 0.012, 0.07)),
            (0.5, (0.012, 0.035, 0.20)),
            (0.66, (0.03, 0.08, 0.36)),
            (0.80, (0.22, 0.28, 0.46)),
        ],
        scale=5,
        flecks=(0.85, 0.62, 0.22),
    ),
    'turquoise': dict(
        stops=[(0.3, (0.02, 0.30, 0.31)), (0.55, (0.06, 0.47, 0.47)), (0.75, (0.16, 0.58, 0.54))],
        scale=3,
        rough=0.26,
        coat=0.25,
        web=((0.035, 0.02, 0.012), 3.2, 0.035),
    ),
    'coral': dict(stops=[(0.3, (0.42, 0.030, 0.018)), (0.7, (0.62, 0.07, 0.035))], scale=6, rough=0.2, sss=0.06),
    'rose': dict(
        stops=[
            (0.28, (0.50, 0.20, 0.22)),
            (0.48, (0.66, 0.36, 0.37)),
            (0.62, (0.78, 0.52, 0.52)),
            (0.8, (0.88, 0.74, 0.72)),
        ],
        scale=2.2,
        coat=0.35,
        sss=0.45,
        sss_color=(0.85, 0.48, 0.48),
        web=((0.86, 0.74, 0.72), 1.3, 0.02),
        clear=0.35,
        distort=1.4,
    ),
    'carnelian': dict(
        stops=[
            (0.26, (0.22, 0.025, 0.008)),
            (0.44, (0.46, 0.08, 0.015)),
            (0.58, (0.66, 0.19, 0.04)),
            (0.72, (0.80, 0.42, 0.16)),
        ],
        scale=2.6,
        coat=0.35,
        sss=0.4,
        sss_color=(0.85, 0.24, 0.05),
        stretch=(1, 1, 3.5),
        clear=0.35,
        distort=1.2,
    ),
    'howlite': dict(
        stops=[(0.3, (0.70, 0.69, 0.67)), (0.7, (0.84, 0.83, 0.81))], scale=2, web=((0.18, 0.17, 0.17), 2.0, 0.030)
    ),
    'amethyst': dict(
        stops=[
            (0.26, (0.05, 0.015, 0.12)),
            (0.45, (0.15, 0.06, 0.28)),
            (0.58, (0.34, 0.20, 0.46)),
            (0.72, (0.80, 0.74, 0.84)),
        ],
        scale=2.4,
        coat=0.35,
        sss=0.3,
        sss_color=(0.35, 0.16, 0.5),
        clear=0.35,
        distort=1.6,
    ),
    'wood': dict(
        stops=[(0.3, (0.09, 0.035, 0.015)), (0.55, (0.17, 0.07, 0.03)), (0.75, (0.26, 0.12, 0.05))],
        scale=3,
        stretch=(1, 1, 7),
        rough=0.38,
        coat=0.1,
    ),
    'sandalwood': dict(
        stops=[(0.3, (0.36, 0.20, 0.10)), (0.55, (0.48, 0.29, 0.15)), (0.75, (0.58, 0.38, 0.21))],
        scale=3,
        stretch=(1, 1, 7),
        rough=0.42,
        coat=0.05,
    ),
    'bone': dict(
        stops=[(0.3, (0.62, 0.54, 0.42)), (0.55, (0.76, 0.70, 0.58)), (0.75, (0.82, 0.77, 0.67))],
        scale=3,
        stretch=(1, 1, 5),
        rough=0.3,
        coat=0.2,
        sss=0.1,
    ),
}


def stone_named(name):
    return stone(**STONES[name], name=name)
