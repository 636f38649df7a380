"""Rock that crystals grow on."""

from nodes import NT


def matrix_rock(stops, speck=(0.10, 0.09, 0.08), speck_amount=0.40, rough=0.6, grain=18, bump=0.7, name='matrix'):
    """broken rock: mottled ramp, dark mineral specks, fine fracture bump"""
    t = NT(name)
    o = t.obj()
    c = t.ramp(t.noise(o, 3.2, 9, 0.66), stops)
    s = t.ramp(t.noise(o, 34, 4, 0.65), [(speck_amount - 0.05, 0), (speck_amount + 0.02, 1)])
    s2 = t.ramp(t.voronoi(o, 13, 'F1', 'Color'), [(0.3, 0.82), (0.8, 1.0)])
    col = t.mixc(1.0, t.mixc(s, speck, c.outputs[0]), s2.outputs[0], 'MULTIPLY')
    nb = t.bump(t.voronoi(o, grain * 0.6), 0.35, 0.05)
    nb = t.bump(t.noise(o, grain, 10, 0.75).outputs[0], bump, 0.07, nb)
    return t.surf(t.p(Base_Color=col, Roughness=rough, Specular=0.35, Normal=nb))


GRANITE = [
    (0.30, (0.13, 0.12, 0.11)),
    (0.44, (0.34, 0.31, 0.28)),
    (0.56, (0.55, 0.51, 0.46)),
    (0.72, (0.68, 0.64, 0.59)),
]


MARBLE = [(0.30, (0.68, 0.66, 0.63)), (0.50, (0.88, 0.87, 0.85)), (0.72, (0.95, 0.945, 0.93))]


QUARTZ_ROCK = [(0.30, (0.40, 0.36, 0.32)), (0.50, (0.68, 0.64, 0.59)), (0.70, (0.80, 0.77, 0.73))]


def schist(name='schist'):
    """silvery mica schist: foliated, glittering flakes"""
    t = NT(name)
    o = t.obj()
    f = t.scaled(o, (1, 1, 5))
    c = t.ramp(
        t.noise(f, 3, 8, 0.65),
        [(0.3, (0.07, 0.065, 0.06)), (0.5, (0.19, 0.175, 0.16)), (0.66, (0.34, 0.32, 0.29)), (0.8, (0.46, 0.42, 0.36))],
    )
    fl = t.ramp(
        t.n('SeparateXYZ', {0: t.voronoi(t.scaled(o, (30, 30, 60)), 1, 'F1', 'Color')}).outputs[0],
        [(0.55, 0), (0.8, 1)],
    )
    nb = t.bump(t.noise(f, 16, 8, 0.7).outputs[0], 0.6, 0.05)
    nb = t.bump(
        t.n('SeparateXYZ', {0: t.voronoi(t.scaled(o, (30, 30, 60)), 1, 'F1', 'Color')}).outputs[1], 0.5, 0.02, nb
    )
    return t.surf(
        t.p(
            Base_Color=t.mixc(fl, c.outputs[0], (0.62, 0.58, 0.52)),
            Metallic=t.math('MULTIPLY', fl, 0.7),
            Roughness=t.range(fl, 0, 1, 0.55, 0.25),
            Normal=nb,
        )
    )
