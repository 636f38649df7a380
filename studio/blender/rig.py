"""The studio of all product pictures: near-white sweep, softboxes, black cards and a slate plate."""

import math

import bpy
import numpy as np
from mathutils import Vector
from nodes import NT
from rocks import fractal
from scene import grid_mesh, link, mesh_obj, place
from solids import TAU, rad

BACKDROP = (0.80, 0.79, 0.77)  # albedo; finish/product.py brings the edges to #EDEBE7


GLASS_FLOOR = 0.66  # brightness of the floor in refractions


WALL = 1.04  # radiance of the wall to camera rays, about that of the lit floor
DIM_WALL = 0.05
ASIDE = 3.0, 5.5  # distance beside the object at which the lit floor ends, in object sizes


def softbox(loc, target, size, power, color=(1, 1, 1), glossy=True, name='box'):
    l = bpy.data.lights.new(name, 'AREA')
    l.shape, l.energy, l.color = 'RECTANGLE', power, color
    l.size, l.size_y = size
    o = link(bpy.data.objects.new(name, l))
    look_at(o, loc, target)
    o.visible_camera, o.visible_glossy = False, glossy
    return o


def look_at(o, loc, target):
    o.location = loc
    o.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()


def card(loc, target, size, color=(0.012, 0.012, 0.012), gradient=None, name='card'):
    """flag seen only in reflections and refractions: gives glass and metal their dark edges.
    gradient=(low, .., high): grey ramp from the card's bottom to its top"""
    t = NT(name)
    col = (*color, 1)
    if gradient:
        g = t.n('SeparateXYZ', {0: t.n('TexCoord').outputs['Generated']}).outputs['Y']
        col = t.ramp(g, [(i / (len(gradient) - 1), v) for i, v in enumerate(gradient)]).outputs[0]
        m = t.surf(t.n('Emission', {'Color': col, 'Strength': 1.0}))
    else:
        m = t.surf(t.n('BsdfDiffuse', {'Color': col}))
    w, h = size[0] / 2, size[1] / 2
    o = mesh_obj(name, [(-w, -h, 0), (w, -h, 0), (w, h, 0), (-w, h, 0)], [(0, 1, 2, 3)], m)
    look_at(o, loc, target)
    o.visible_camera = o.visible_shadow = o.visible_diffuse = False
    return o


def sweep(s, ground=0.0, wall=WALL):
    t = NT('sweep')
    path = t.n('LightPath')
    at = t.n('SeparateXYZ', {0: t.n('NewGeometry').outputs['Position']}).outputs
    # the floor is slightly darker in refractions, so that clear crystals keep an outline
    floor = t.p(
        Base_Color=t.mixc(path.outputs['Is Transmission Ray'], BACKDROP, tuple(GLASS_FLOOR * c for c in BACKDROP)),
        Roughness=0.9,
        Specular=0.08,
    )
    # the wall, and the floor beside the lights, have an even tone for camera rays, regardless of the light falloff
    even = t.n('Emission', {'Color': (1, 0.992, 0.975, 1), 'Strength': wall})
    up = t.range(at['Z'], ground + 0.02 * s, ground + 1.6 * s)
    aside = t.range(t.math('ABSOLUTE', at['X']), ASIDE[0] * s, ASIDE[1] * s)
    m = t.surf(
        t.mix(t.math('MULTIPLY', path.outputs['Is Camera Ray'], t.math('MAXIMUM', up, aside)), floor, even)
    )
    y, r = 8 * s, 6 * s
    prof = (
        [(-20 * s, 0), (y - r, 0)]
        + [(y - r + r * math.sin(a), r - r * math.cos(a)) for a in np.linspace(0, math.pi / 2, 32)[1:]]
        + [(y, 22 * s)]
    )
    V = [(x, yy, z) for yy, z in prof for x in (-30 * s, 30 * s)]
    F = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(prof) - 1)]
    return mesh_obj('sweep', V, F, m, smooth=True, loc=(0, 0, ground))


def lights(s, glass=False, sparkle=False, gain=1.0):
    """s = subject size / 3. Key behind-left and above, so the soft shadow falls down-right."""
    w = bpy.data.worlds.new('w')
    bpy.context.scene.world = w
    w.use_nodes = True
    b = w.node_tree.nodes['Background']
    b.inputs[0].default_value, b.inputs[1].default_value = (1, 0.985, 0.97, 1), 0.17
    e = s * s * gain * 0.60
    at = lambda *p: tuple(q * s for q in p)
    softbox(at(-4.4, 2.4, 6.0), at(0, 0, 0.6), at(3.0, 3.0), 720 * e, (1, 0.965, 0.92), name='key')
    softbox(at(-4.2, -6.0, 4.2), at(0, 0, 0.9), at(3.0, 4.0), 400 * e, (1, 0.98, 0.96), name='front')
    softbox(at(5.2, 0.6, 3.4), at(0, 0, 1.0), at(1.2, 4.6), 230 * e, (0.93, 0.97, 1), name='strip')
    softbox(at(0, -0.5, 8.5), at(0, 0, 0), at(6.5, 5.0), 270 * e, name='top')
    softbox(at(0, 2.0, 10.0), at(0, 8, 2.4), at(7, 3), 420 * e, glossy=False, name='back')
    card(at(-3.6, 0.9, 1.6), at(0, 0, 1.3), at(1.1, 4.6))
    card(at(3.4, -2.4, 1.5), at(0, 0, 1.2), at(1.2, 4.6))
    if glass:  # bright field: a grey gradient visible only in refractions, and black flags left, right and above
        back = card(at(0, 4.0, 2.9), at(0, 0, 2.9), at(7.0, 5.8), gradient=(0.82, 0.66, 0.52, 0.50, 0.60, 0.74, 0.84))
        back.visible_glossy = False
        card(at(-2.9, 2.4, 1.6), at(0, 0, 1.5), at(0.8, 5.0))
        card(at(2.9, 2.4, 1.6), at(0, 0, 1.5), at(0.8, 5.0))
        card(at(0, -5.5, 0.5), at(0, 0, 1.0), at(5, 1.2))
    if sparkle:  # small hard lights for facets
        softbox(at(-1.5, -6, 3.6), at(0, 0, 1), at(0.9, 0.7), 70 * e, name='sparkle')
        softbox(at(2.6, -5, 5.0), at(0, 0, 1), at(0.5, 0.5), 60 * e, name='sparkle')


def turning_light(s, turn):
    """one lamp that moves around the object in a dim room; `turn` is its position, 0 to 1"""
    world = bpy.data.worlds.new('room')
    bpy.context.scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes['Background']
    background.inputs[0].default_value, background.inputs[1].default_value = (0.72, 0.80, 1, 1), 0.05
    a = TAU * turn
    lamp = (4.6 * s * math.sin(a), 4.6 * s * math.cos(a), 2.6 * s + 1.2 * s * math.cos(a))
    softbox(lamp, (0, 0, 1.2 * s), (1.1 * s, 2.6 * s), 520 * s * s, (1, 0.93, 0.84), name='lamp')


def slate(surface, s):
    """a split plate of roofing slate under the object; returns the height of the floor below it"""
    low, high = surface.min(0), surface.max(0)
    middle, half = (low + high) / 2, (high - low) / 2 + 0.5 * s
    around = np.linspace(0, TAU, 360, endpoint=False)
    reach = (np.abs(np.cos(around)) ** 4.5 + np.abs(np.sin(around)) ** 4.5) ** (-1 / 4.5)
    circle = np.stack([2 * np.cos(around), 2 * np.sin(around), 0 * around], 1)
    broken = 1 + 0.055 * fractal(circle, 0.9, (3, 5, 9), 6)
    depth, layers = 0.085 * s, 6
    rings = [np.zeros((360, 3))]
    for k in range(layers):
        edge = reach * broken * (1 + 0.012 * fractal(circle + (0, 0, 3 * k), 2.6, (k, 5, 9), 5) + 0.006 * k)
        rings.append(np.stack([edge * np.cos(around), edge * np.sin(around), 0 * around - depth * k / (layers - 1)], 1))
    rings.append(np.stack([0 * around, 0 * around, 0 * around - depth], 1))
    plate = grid_mesh('slate', np.array(rings) * (*half[:2], 1), slate_material(s), smooth=False, cyc_v=True)
    place(plate, (middle[0], middle[1], -0.003 * s), (0, 0, rad(9)))
    return -depth - 0.003 * s


def slate_material(s):
    """blue-grey, split along its bed: shallow steps, a silky sheen, pale scuffs"""
    t = NT('slate')
    o = t.obj()
    bed = t.noise(t.scaled(o, (1, 1.6, 1)), 1.1 / s, 10, 0.6, 0.9)
    tone = t.ramp(bed, [(0.28, (0.045, 0.050, 0.058)), (0.5, (0.085, 0.092, 0.102)), (0.72, (0.150, 0.156, 0.162))])
    scuffs = t.ramp(t.noise(t.scaled(o, (1, 6, 1)), 9 / s, 6, 0.7), [(0.60, 0), (0.72, 1)]).outputs[0]
    colour = t.mixc(t.math('MULTIPLY', scuffs, 0.35), tone.outputs[0], (0.26, 0.265, 0.27))
    steps = t.ramp(bed, [(0.40, 0), (0.42, 0.4), (0.52, 0.45), (0.535, 0.8), (0.62, 0.85), (0.63, 1)]).outputs[0]
    relief = t.bump(steps, 0.8, 0.03 * s)
    relief = t.bump(t.noise(o, 16 / s, 8, 0.7).outputs[0], 0.35, 0.02 * s, relief)
    return t.surf(t.p(Base_Color=colour, Roughness=t.range(bed, 0.3, 0.7, 0.42, 0.62), Specular=0.45, Normal=relief))
