"""Turns an object about a vertical axis, so that camera and light stay."""

import bpy
import numpy as np
from mathutils import Matrix
from scene import link
from solids import TAU


class Turntable:
    def __init__(self, objects, surface, frames):
        self.frames = frames
        self.axis = np.array([*(surface.min(0) + surface.max(0))[:2] / 2, 0])
        self.table = link(bpy.data.objects.new('turntable', None))
        self.table.location = self.axis
        bpy.context.view_layer.update()
        for o in objects:
            if o.parent is None:
                o.parent = self.table
                o.matrix_parent_inverse = self.table.matrix_world.inverted()

    def rotation(self, frame):
        """counter-clockwise, seen from above"""
        return Matrix.Rotation(TAU * frame / self.frames, 3, 'Z')

    def show(self, frame):
        self.table.rotation_euler = self.rotation(frame).to_euler()
        bpy.context.view_layer.update()

    def all_points(self, surface):
        """the surface in every frame"""
        turned = [(surface - self.axis) @ np.array(self.rotation(frame)).T for frame in range(self.frames)]
        return np.concatenate(turned) + self.axis
