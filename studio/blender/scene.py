"""Objects and meshes, independent of products."""

import bpy
import numpy as np
from mathutils import Matrix
from solids import rad


def link(o, mat=None):
    bpy.context.scene.collection.objects.link(o)
    if mat and not o.data.materials:
        o.data.materials.append(mat)
    return o


def mesh_obj(name, verts, faces, mat=None, smooth=False, loc=(0, 0, 0), rot=None):
    me = bpy.data.meshes.new(name)
    me.from_pydata([tuple(map(float, v)) for v in verts], [], [tuple(map(int, f)) for f in faces])
    me.validate()
    me.update()
    if smooth:
        me.polygons.foreach_set('use_smooth', [True] * len(me.polygons))
    o = link(bpy.data.objects.new(name, me), mat)
    place(o, loc, rot)
    return o


def place(o, loc=(0, 0, 0), rot=None):
    if isinstance(rot, Matrix):
        o.matrix_world = Matrix.Translation(loc) @ rot.to_4x4()
    else:
        o.location = loc
        if rot is not None:
            o.rotation_euler = rot
    return o


def grid_mesh(name, P, mat=None, smooth=True, cyc_u=False, cyc_v=False, **kw):
    """P: array (nu, nv, 3) -> quad mesh"""
    nu, nv = P.shape[:2]
    iu = np.arange(nu if cyc_u else nu - 1)
    iv = np.arange(nv if cyc_v else nv - 1)
    a, b = np.meshgrid(iu, iv, indexing='ij')
    i = lambda u, v: (u % nu) * nv + v % nv
    F = np.stack([i(a, b), i(a + 1, b), i(a + 1, b + 1), i(a, b + 1)], -1).reshape(-1, 4)
    return mesh_obj(name, P.reshape(-1, 3), F, mat, smooth, **kw)


def instance(o, M):
    """linked duplicate"""
    c = o.copy()
    bpy.context.scene.collection.objects.link(c)
    c.matrix_world = M
    return c


class Group:
    """with Group() as g: ...build...; g.transform(M) moves everything built inside"""

    def __enter__(self):
        self.before = set(bpy.context.scene.objects)
        return self

    def __exit__(self, *a):
        bpy.context.view_layer.update()
        self.objects = [o for o in bpy.context.scene.objects if o not in self.before]

    def transform(self, M):
        for o in self.objects:
            o.matrix_world = M @ o.matrix_world
        bpy.context.view_layer.update()

    def drop(self):
        """places the group on the floor"""
        z = min(points(self.objects)[:, 2])
        self.transform(Matrix.Translation((0, 0, -z)))


def points(objs, limit=4000):
    """world-space vertices of evaluated objects"""
    dg = bpy.context.evaluated_depsgraph_get()
    out = []
    for o in objs:
        if o.type not in ('MESH', 'CURVE'):
            continue
        e = o.evaluated_get(dg)
        me = e.to_mesh()
        n = len(me.vertices)
        if n:
            v = np.empty(n * 3)
            me.vertices.foreach_get('co', v)
            v = v.reshape(-1, 3)[:: max(1, n // limit)]
            M = np.array(o.matrix_world)
            out.append(v @ M[:3, :3].T + M[:3, 3])
        e.to_mesh_clear()
    return np.concatenate(out)


def bevel(o, w, seg=2, angle=20):
    m = o.modifiers.new('b', 'BEVEL')
    m.width, m.segments, m.limit_method, m.angle_limit = w, seg, 'ANGLE', rad(angle)
    return o
