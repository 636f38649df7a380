"""Cameras named by their purpose. Each frames the object by its surface points."""

import math

import bpy
import numpy as np
from rig import look_at
from scene import link
from solids import rad

FILL_W, FILL_H = 0.74, 0.60  # share of the picture the subject may fill (art direction: .76 x .62)


def camera_basis(azim, elev):
    a, e = rad(azim), rad(elev)
    d = np.array([math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)])  # target -> camera
    right = np.cross(-d, [0, 0, 1])
    right /= np.linalg.norm(right)
    return d, right, np.cross(right, -d)


def half_angles(lens, aspect):
    """tangents of half the picture's width and height; the sensor lies along the longer side"""
    longer = 18.0 / lens
    return (longer * aspect, longer) if aspect <= 1 else (longer, longer / aspect)


def frame(P, azim, elev, lens, aspect, fill, shift=(0.0, 0.0)):
    """distance and target that centre the points P and make them fill the allowed box"""
    d, right, up = camera_basis(azim, elev)
    tan_h, tan_v = half_angles(lens, aspect)
    target, dist = P.mean(0), 12.0
    for _ in range(12):
        q = P - (target + d * dist)
        depth = -(q @ d)
        x, y = (q @ right) / depth / tan_h, (q @ up) / depth / tan_v
        target = target + right * (x.max() + x.min()) / 2 * tan_h * dist + up * (y.max() + y.min()) / 2 * tan_v * dist
        dist *= max((x.max() - x.min()) / 2 / fill[0], (y.max() - y.min()) / 2 / fill[1])
    return target - right * shift[0] * tan_h * dist - up * shift[1] * tan_v * dist, dist, d


def add_camera(loc, target, lens, focus, blur):
    c = bpy.data.cameras.new('cam')
    o = link(bpy.data.objects.new('cam', c))
    look_at(o, tuple(loc), tuple(target))
    c.lens, c.sensor_width, c.sensor_fit, c.clip_end = lens, 36, 'AUTO', 500
    dist = float(np.linalg.norm(np.array(focus) - np.array(loc)))
    c.dof.use_dof, c.dof.focus_distance, c.dof.aperture_blades = True, dist, 9
    c.dof.aperture_fstop = (lens / 1000) / (2 * blur * dist / 10)  # blur = aperture radius at distance 10
    bpy.context.scene.camera = o
    return o


def place_in(P, spot):
    """a world point, or ('box', x, y, z): fractions of the object's bounding box"""
    low, high = P.min(0), P.max(0)
    return low + (high - low) * np.array(spot[1:]) if spot[0] == 'box' else np.array(spot)


def seen(P):
    """the points as the camera sees them: right, up, towards it"""
    bpy.context.view_layer.update()
    return (np.c_[P, np.ones(len(P))] @ np.array(bpy.context.scene.camera.matrix_world.inverted()).T)[:, :3]


def projected(P, aspect):
    """the points in the picture, as shares of its width and height from the lower left"""
    q = seen(P)
    return q[:, :2] / -q[:, 2:] / half_angles(bpy.context.scene.camera.data.lens, aspect) / 2 + 0.5


def width_seen(P, aspect):
    """the width of the picture at the distance of the points' middle"""
    middle = (P.min(0) + P.max(0))[None] / 2
    return -2 * seen(middle)[0, 2] * half_angles(bpy.context.scene.camera.data.lens, aspect)[0]


def box_around(P, width, height, margin=0.025, worth=0.8):
    """(left, right, top, bottom) of the object and the foot of its shadow in pixels; None if that is nearly the whole picture"""
    x, y = projected(P, width / height).T
    shares = [x.min() - margin, x.max() + margin, 1 - y.max() - margin, 1 - y.min() + margin]
    sides = width, width, height, height
    left, right, top, bottom = (int(np.clip(share, 0, 1) * side) for share, side in zip(shares, sides))
    return (left, right, top, bottom) if (right - left) * (bottom - top) < worth * width * height else None


def hero(
    P,
    aspect,
    azim=6,
    elev=14,
    lens=95,
    fill=(FILL_W, FILL_H),
    shift=(0.0, 0.0),
    focus=None,
    aim=('box', 0.5, 0.25, 0.8),
    blur=0.05,
    **_,
):
    """the whole object in three-quarter view"""
    target, dist, d = frame(P, azim, elev, lens, aspect, fill, shift)
    add_camera(target + d * dist, target, lens, place_in(P, focus or aim), blur)


def detail(
    P,
    aspect,
    azim=6,
    elev=14,
    lens=95,
    fill=(FILL_W, FILL_H),
    aim=('box', 0.5, 0.25, 0.8),
    zoom=2.7,
    macro_azim=None,
    macro_elev=None,
    macro_blur=0.10,
    **_,
):
    """the same light, `zoom` times closer, aimed at `aim`"""
    azim = azim + 14 if macro_azim is None else macro_azim
    elev = elev if macro_elev is None else macro_elev
    _target, dist, d = frame(P, azim, elev, lens, aspect, fill)
    aim = place_in(P, aim)
    add_camera(aim + d * dist / zoom, aim, lens, aim, macro_blur)


def turned(P, aspect, azim=6, elev=14, turn=-48, rise=10, **hints):
    """from the other side and a little higher"""
    hero(P, aspect, azim=azim + turn, elev=elev + rise, **hints)


CAMERAS = {'hero': hero, 'detail': detail, 'turned': turned}
