"""Metals by name, hammered, brushed or darkened."""

from nodes import NT

GOLD, SILVER, BRASS, ROSE, BRONZE = (
    (1.0, 0.75, 0.38),
    (0.93, 0.92, 0.90),
    (0.88, 0.66, 0.31),
    (0.95, 0.66, 0.52),
    (0.62, 0.40, 0.22),
)


METALS = {
    'pure gold': (1.0, 0.70, 0.29),
    'gilt': (1.0, 0.80, 0.47),
    'white gold': (0.90, 0.89, 0.86),
    'gold': GOLD,
    'silver': SILVER,
    'brass': BRASS,
    'rose': ROSE,
    'bronze': BRONZE,
}


def metal(color=GOLD, rough=0.12, hammer=0.0, brushed=0.0, name='metal'):
    """hammer: cells per unit of hand-hammered dimples; brushed: strength of fine grain"""
    t = NT(name)
    o = t.obj()
    r = t.range(t.noise(o, 9, 4, 0.6).outputs[0], 0.3, 0.7, rough * 0.7, rough * 1.5)
    d = dict(Base_Color=color, Metallic=1.0, Roughness=r)
    if hammer:
        d['Normal'] = t.bump(t.voronoi(o, hammer, 'SMOOTH_F1'), 0.30, 0.25 / hammer)
    elif brushed:
        d['Normal'] = t.bump(t.noise(o, 180, 3).outputs[0], brushed, 0.004)
    return t.surf(t.p(**d))


def patina(color=SILVER, dark=(0.07, 0.065, 0.06), rough=0.22, lo=0.42, hi=0.56, by_height=False, name='patina'):
    """oxidised metal: dark in recesses, bright where raised; lo..hi is a range of pointiness, or of object Z (by_height)"""
    t = NT(name)
    o = t.obj()
    raised = t.z(o) if by_height else t.n('NewGeometry').outputs['Pointiness']
    k = t.math(
        'ADD', t.range(raised, lo, hi), t.math('MULTIPLY', t.math('SUBTRACT', t.noise(o, 6, 5, 0.6), 0.5), 0.5), True
    )
    return t.surf(
        t.p(
            Base_Color=t.mixc(k, dark, color),
            Metallic=1.0,
            Roughness=t.range(k, 0, 1, 0.5, rough),
            Normal=t.bump(t.noise(o, 60, 3).outputs[0], 0.05, 0.004),
        )
    )
