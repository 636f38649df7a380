"""Leather, felt, cloth and paper."""

from nodes import NT


def leather(color=(0.20, 0.075, 0.030), grain=26, rough=0.48, name='leather'):
    t = NT(name)
    o = t.obj()
    c = t.ramp(
        t.noise(o, 2.2, 6, 0.6),
        [(0.3, tuple(0.6 * x for x in color)), (0.6, color), (0.8, tuple(1.3 * x for x in color))],
    )
    d = t.vadd(o, t.noise(o, grain / 3, 3).outputs[1])
    h = t.ramp(t.voronoi(d, grain, 'DISTANCE_TO_EDGE'), [(0, 0), (0.16, 1)])
    b = t.bump(h.outputs[0], 0.75, 0.016)
    b = t.bump(t.noise(o, grain * 2.4, 4).outputs[0], 0.40, 0.010, b)
    return t.surf(t.p(Base_Color=c, Roughness=rough, Specular=0.4, Normal=b))


def plain(color, rough=0.6, spec=0.3, sheen=0.0, name='plain', **kw):
    t = NT(name)
    return t.surf(t.p(Base_Color=color, Roughness=rough, Specular=spec, Sheen=sheen, **kw))


def felt(color, name='felt'):
    t = NT(name)
    o = t.obj(True)
    c = t.ramp(
        t.noise(o, 5, 8, 0.75), [(0.3, tuple(0.72 * x for x in color)), (0.7, tuple(min(1, 1.15 * x) for x in color))]
    )
    h = t.math(
        'ADD',
        t.noise(o, 9, 4, 0.6).outputs[0],
        t.math('MULTIPLY', t.noise(t.scaled(o, (1, 2, 1)), 60, 4, 0.8, 2.0).outputs[0], 0.5),
    )
    return t.surf(
        t.p(Base_Color=c, Roughness=1.0, Specular=0.08, Sheen=0.8, Sheen_Tint=0.6, Normal=t.bump(h, 0.9, 0.06))
    )


def image_cloth(img, weave=160, rough=0.9, name='cloth'):
    """cloth with a generated pattern image on the UV map, thread bump"""
    t = NT(name)
    uv = t.n('TexCoord').outputs['UV']
    tex = t.n('TexImage', {'Vector': uv}, image=img, interpolation='Cubic')
    wx = t.n('TexWave', {'Vector': uv, 'Scale': weave, 'Distortion': 0.6, 'Detail': 1.0}, bands_direction='X')
    wy = t.n('TexWave', {'Vector': uv, 'Scale': weave, 'Distortion': 0.6, 'Detail': 1.0}, bands_direction='Y')
    h = t.math('MULTIPLY', wx.outputs[1], wy.outputs[1])
    c = t.mixc(0.28, tex.outputs[0], t.ramp(h, [(0, 0.35), (0.6, 1)]).outputs[0], 'MULTIPLY')
    return t.surf(t.p(Base_Color=c, Roughness=rough, Specular=0.12, Sheen=0.4, Normal=t.bump(h, 0.35, 0.012)))


def paper(color=(0.78, 0.72, 0.60), name='lokta'):
    """hand-made lokta paper: long bast fibres, soft relief"""
    t = NT(name)
    o = t.obj()
    w = t.vadd(o, t.scaled(t.noise(o, 2.2, 3, 0.5).outputs[1], (0.5, 0.5, 0.5)))
    fib = t.ramp(t.noise(t.scaled(w, (3, 26, 3)), 2, 4, 0.6, 1.2), [(0.60, 0), (0.68, 1)])
    fib2 = t.ramp(t.noise(t.scaled(w, (26, 3, 3), (0, 0, 0.5)), 2, 4, 0.6, 1.2), [(0.60, 0), (0.68, 1)])
    f = t.math('MAXIMUM', fib, fib2)
    c = t.ramp(t.noise(o, 4, 8, 0.7), [(0.3, tuple(0.84 * x for x in color)), (0.7, color)])
    return t.surf(
        t.p(
            Base_Color=t.mixc(t.math('MULTIPLY', f, 0.45), c.outputs[0], tuple(0.55 * x for x in color)),
            Roughness=0.95,
            Specular=0.1,
            Normal=t.bump(t.math('ADD', t.noise(o, 14, 8, 0.75).outputs[0], t.math('MULTIPLY', f, 0.3)), 0.45, 0.03),
        )
    )
