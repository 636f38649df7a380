"""Transparent minerals: cut gems, natural crystals, cloudy quartz, veils."""

from nodes import NT


def gem(color, ior, absorb=None, density=0.0, shadow=(0.9, 0.9, 0.9), name='gem'):
    t = NT(name)
    if density:
        t.volume(absorb, density)
    return t.surf(t.soft_shadow(t.glass(color, ior), shadow, 0.5))


GEMS = {  # colour, ior, absorption, density (per unit), shadow tint
    'ruby': ((1, 0.98, 0.985), 1.77, (0.955, 0.0, 0.38), 3.1, (0.95, 0.3, 0.35)),
    'sapphire': ((0.98, 0.985, 1), 1.77, (0.05, 0.16, 0.92), 3.0, (0.35, 0.45, 0.95)),
    'aquamarine': ((0.99, 0.995, 1), 1.577, (0.30, 0.74, 0.90), 1.1, (0.7, 0.88, 0.95)),
    'amethyst': ((0.99, 0.98, 1), 1.55, (0.50, 0.16, 0.86), 2.0, (0.75, 0.6, 0.9)),
    'citrine': ((1, 0.99, 0.97), 1.55, (0.98, 0.66, 0.08), 1.6, (0.95, 0.8, 0.4)),
    'peridot': ((0.99, 1, 0.98), 1.66, (0.50, 0.86, 0.10), 1.5, (0.7, 0.85, 0.4)),
    'garnet': ((1, 0.98, 0.98), 1.75, (0.85, 0.04, 0.05), 3.4, (0.8, 0.25, 0.2)),
    'diamond': ((1, 1, 1), 2.42, None, 0.0, (0.93, 0.93, 0.93)),
    'rubellite': ((1, 0.985, 0.99), 1.635, (0.94, 0.06, 0.40), 2.3, (0.95, 0.4, 0.55)),
    'indicolite': ((0.985, 1, 0.995), 1.635, (0.06, 0.52, 0.50), 2.0, (0.4, 0.75, 0.72)),
    'topaz': ((0.985, 0.995, 1), 1.615, (0.18, 0.64, 0.96), 1.7, (0.6, 0.82, 0.97)),
    'quartz': ((1, 1, 1), 1.545, None, 0.0, (0.92, 0.92, 0.92)),
}


def gem_named(name, depth=1.0):
    """depth > 1 for small stones: deeper colour per unit"""
    c, ior, ab, dens, sh = GEMS[name]
    return gem(c, ior, ab, dens * depth, sh, name)


def crystal(
    stops,
    ior=1.545,
    height=1.0,
    absorb=None,
    density=0.0,
    milk=0.0,
    milk_top=0.4,
    striae='h',
    rough=0.0,
    milk_color=(0.84, 0.83, 0.81),
    wobble=0.16,
    name='crystal',
):
    """natural crystal. stops: colour ramp over relative height (glass colour); milk: cloudy foot up to milk_top;
    striae 'h' (quartz) or 'v' (beryl, tourmaline)"""
    t = NT(name)
    o = t.obj(True)
    local = t.obj()
    z = t.math(
        'ADD',
        t.math('DIVIDE', t.z(local), height),
        t.math('MULTIPLY', t.math('SUBTRACT', t.noise(o, 2.4, 6, 0.6), 0.5), wobble),
    )
    col = t.ramp(z, stops)
    st = t.scaled(o, (1, 1, 9) if striae == 'h' else (16, 16, 0.35))
    nb = t.bump(t.noise(st, 2.2 if striae == 'h' else 3, 4, 0.55).outputs[0], 0.025 if striae == 'h' else 0.12, 0.03)
    nb = t.bump(t.noise(o, 5, 3).outputs[0], 0.03, 0.05, nb)
    g = t.glass(col, ior, rough, nb)
    s = g
    if milk > 0:
        v = t.math(
            'SUBTRACT',
            t.math('ADD', t.math('MULTIPLY', t.noise(o, 2.6, 7, 0.65, 0.8), 1.3), -0.15),
            t.math('DIVIDE', z, max(milk_top, 1e-3) * 1.6),
        )
        f = t.math('MULTIPLY', t.ramp(v, [(0.02, 0), (0.60, 1)]), milk, True)
        d = t.mix(
            0.55, t.n('BsdfDiffuse', {'Color': (*milk_color, 1)}), t.n('BsdfTranslucent', {'Color': (*milk_color, 1)})
        )
        s = t.mix(f, g, t.mix(0.12, d, t.n('BsdfGlossy', {'Roughness': 0.15})))
    if density > 0:
        t.volume(absorb, density)
    tint = tuple(0.9 * (0.4 + 0.6 * x) for x in stops[-1][1][:3])
    return t.surf(t.soft_shadow(s, tint))


def milky(color=(0.90, 0.88, 0.85), rough=0.14, clear=0.55, name='milky'):
    """cloudy quartz: half glass, half a waxy body"""
    t = NT(name)
    o = t.obj(True)
    cloud = t.noise(o, 3, 6, 0.6)
    c = t.ramp(cloud, [(0.3, tuple(0.82 * x for x in color)), (0.7, color)])
    striae = t.bump(t.noise(t.scaled(o, (1, 1, 9)), 3, 4).outputs[0], 0.08, 0.02)
    body = t.p(
        Base_Color=c,
        Roughness=rough,
        Specular=0.55,
        Subsurface=0.35,
        Subsurface_Radius=(0.12, 0.11, 0.10),
        Normal=striae,
    )
    share = t.range(cloud.outputs[0], 0.35, 0.65, clear + 0.25, clear - 0.25)
    return t.surf(t.soft_shadow(t.mix(share, body, t.glass((0.97, 0.97, 0.965), 1.545, 0.03, striae))))


def veil(density=0.6, tint=(1, 1, 1), rainbow=0.3, name='veil'):
    """healed fracture inside a crystal"""
    t = NT(name)
    o = t.obj(True)
    f = t.ramp(t.noise(o, 3.2, 8, 0.65, 1.4), [(0.50, 0), (0.72, 1)])
    g = t.ramp(t.noise(o, 26, 4, 0.7), [(0.46, 0.15), (0.62, 1)])
    fac = t.math('MULTIPLY', t.math('MULTIPLY', f, g), density, True)
    white = t.mix(0.5, t.n('BsdfTranslucent', {'Color': (*tint, 1)}), t.n('BsdfDiffuse', {'Color': (*tint, 1)}))
    hue = t.ramp(
        t.noise(o, 2.2, 2),
        [
            (0.32, (0.9, 0.5, 0.9)),
            (0.42, (0.4, 0.7, 1)),
            (0.5, (0.5, 1, 0.7)),
            (0.58, (1, 0.9, 0.4)),
            (0.68, (1, 0.5, 0.4)),
        ],
    )
    w = t.mix(rainbow * 0.6, white, t.n('BsdfGlossy', {'Color': hue, 'Roughness': 0.12}))
    return t.surf(t.mix(fac, t.n('BsdfTransparent'), w))
