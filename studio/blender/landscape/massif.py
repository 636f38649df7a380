"""The massif at dawn as a Blender scene: height field, rock and snow, low sun."""

import math
import os

import bpy
import numpy as np
from mathutils import Vector
from nodes import NT
from scene import link
from solids import rad

from landscape import terrain

EYE = np.array([0.0, 0.0, 2.35])
HALF_ANGLE = 36


def vertices(across, rows, cache_file):
    """polar grid seen from the eye: logarithmic in front, fine rows through the massif, whose aretes alias otherwise"""
    if os.path.exists(cache_file):
        return np.load(cache_file)
    near, middle = int(rows * 0.40), int(rows * 0.52)
    reach = np.concatenate(
        [
            np.exp(np.linspace(math.log(2.6), math.log(37), near, endpoint=False)),
            np.linspace(37, 56, middle, endpoint=False),
            np.linspace(56, 72, rows - near - middle),
        ]
    )
    angle, r = np.meshgrid(np.linspace(rad(-HALF_ANGLE), rad(HALF_ANGLE), across), reach)
    x, y = np.sin(angle) * r, np.cos(angle) * r
    z = terrain.height(x.ravel(), y.ravel()).reshape(x.shape)
    field = np.stack([x, y, z], 2).reshape(-1, 3).astype(np.float32)
    np.save(cache_file, field)
    return field


def massif(across, rows, cache_file):
    V = vertices(across, rows, cache_file)
    i = np.arange(rows - 1)[:, None] * across + np.arange(across - 1)[None]
    F = np.stack([i, i + 1, i + 1 + across, i + across], 2).reshape(-1, 4).astype(np.int32)
    me = bpy.data.meshes.new('massif')
    me.vertices.add(len(V))
    me.vertices.foreach_set('co', V.ravel())
    me.loops.add(F.size)
    me.loops.foreach_set('vertex_index', F.ravel())
    me.polygons.add(len(F))
    me.polygons.foreach_set('loop_start', np.arange(0, F.size, 4, dtype=np.int32))
    me.polygons.foreach_set('loop_total', np.full(len(F), 4, np.int32))
    me.polygons.foreach_set('use_smooth', np.ones(len(F), bool))
    me.update()
    link(bpy.data.objects.new('massif', me), rock_and_snow())
    return V


def rock_and_snow():
    t = NT('massif')
    g = t.n('NewGeometry')
    P = g.outputs['Position']
    z = t.n('SeparateXYZ', {0: P}).outputs['Z']
    nz = t.n('SeparateXYZ', {0: g.outputs['Normal']}).outputs['Z']
    height = t.range(z, 1.2, 7.0, -0.42, 0.33)  # high faces hold snow even when steep
    broad = t.math('MULTIPLY', t.math('SUBTRACT', t.noise(t.scaled(P, (1, 1, 0.6)), 1.8, 11, 0.68), 0.5), 0.50)
    fine = t.math('MULTIPLY', t.math('SUBTRACT', t.noise(P, 7, 6, 0.6), 0.5), 0.20)
    cover = t.ramp(t.math('ADD', t.math('ADD', t.math('ADD', nz, height), broad), fine), [(0.63, 0), (0.67, 1)])
    strata = t.noise(t.scaled(P, (0.35, 0.35, 3.2), (0.16, 0.10, 0)), 1.6, 8, 0.65, 0.6)
    tones = [(0.3, (0.030, 0.027, 0.027)), (0.5, (0.085, 0.072, 0.065)), (0.62, (0.15, 0.125, 0.105))]
    tones.append((0.75, (0.06, 0.053, 0.05)))
    crags = t.bump(t.noise(P, 14, 9, 0.7).outputs[0], 0.8, 0.05)
    drifts = t.bump(t.noise(P, 5, 7, 0.6).outputs[0], 0.2, 0.05)
    rock = t.p(Base_Color=t.ramp(strata, tones), Roughness=0.9, Specular=0.15, Normal=crags)
    snow = t.p(Base_Color=(0.90, 0.925, 0.955), Roughness=0.55, Specular=0.25, Normal=drifts)
    return t.surf(t.mix(cover, rock, snow))


def sun_and_sky(azimuth, elevation):
    a, e = rad(azimuth), rad(elevation)
    towards = Vector((math.sin(a) * math.cos(e), math.cos(a) * math.cos(e), math.sin(e)))
    sun = bpy.data.lights.new('sun', 'SUN')
    sun.energy, sun.color, sun.angle = 7.0, (1, 0.60, 0.34), rad(1.2)
    link(bpy.data.objects.new('sun', sun)).rotation_euler = (-towards).to_track_quat('-Z', 'Y').to_euler()
    world = bpy.data.worlds.new('sky')
    bpy.context.scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    background, place = tree.nodes['Background'], tree.nodes.new('ShaderNodeTexCoord')
    split, ramp = tree.nodes.new('ShaderNodeSeparateXYZ'), tree.nodes.new('ShaderNodeValToRGB')
    tree.links.new(place.outputs['Generated'], split.inputs[0])
    tree.links.new(split.outputs['Z'], ramp.inputs[0])
    tree.links.new(ramp.outputs[0], background.inputs[0])
    stops = [(0, (0.86, 0.60, 0.46)), (0.08, (0.78, 0.62, 0.58)), (0.22, (0.42, 0.50, 0.66))]
    stops += [(0.6, (0.13, 0.23, 0.45)), (1, (0.06, 0.13, 0.32))]
    elements = ramp.color_ramp.elements
    for k, (position, colour) in enumerate(stops):
        element = elements[k] if k < 2 else elements.new(position)
        element.position, element.color = position, (*colour, 1)
    background.inputs[1].default_value = 0.5


def look(V, width, height, lens, sky, across):
    """pitches the camera so that the summit leaves the top `sky` share of the picture free; returns its target"""
    tan_v = 18 / lens * (height / width if width >= height else 1)
    far = V[V[:, 1] > 20]
    summit = ((far[:, 2] - EYE[2]) / far[:, 1]).max()
    pitch = math.atan(summit) - math.atan(tan_v * (1 - 2 * sky))
    target = EYE + np.array([across, 40.0, 40 * math.tan(pitch)])
    c = bpy.data.cameras.new('eye')
    c.lens, c.sensor_width, c.clip_end = lens, 36, 500
    o = link(bpy.data.objects.new('eye', c))
    o.location = tuple(EYE)
    o.rotation_euler = Vector(target - EYE).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.scene.camera = o
    return target
