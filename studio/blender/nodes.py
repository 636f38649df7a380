"""Shorthand for shader nodes."""

import bpy


class NT:
    """Shorthand for building a material's node tree (or, given a material, for adding to it)."""

    def __init__(self, name):
        if isinstance(name, bpy.types.Material):
            self.m, self.t = name, name.node_tree
            return
        self.m = bpy.data.materials.new(name)
        self.m.use_nodes = True
        self.t = self.m.node_tree
        self.t.nodes.clear()
        self.out = self.n('OutputMaterial')

    def n(self, typ, inp=None, **kw):
        nd = self.t.nodes.new('ShaderNode' + typ)
        for k, v in kw.items():
            setattr(nd, k, v)
        for k, v in (inp or {}).items():
            self._set(nd.inputs[k], v)
        return nd

    def _set(self, sock, v):
        if isinstance(v, bpy.types.NodeSocket):
            self.t.links.new(v, sock)
        elif isinstance(v, bpy.types.Node):
            self.t.links.new(v.outputs[0], sock)
        else:
            sock.default_value = v

    def surf(self, n):
        self.t.links.new(n.outputs[0], self.out.inputs['Surface'])
        return self.m

    def volume(self, color, density):
        v = self.n('VolumeAbsorption', {'Color': (*color, 1), 'Density': density})
        self.t.links.new(v.outputs[0], self.out.inputs['Volume'])

    def ramp(self, fac, stops, interp='LINEAR'):
        r = self.n('ValToRGB', {'Fac': fac})
        r.color_ramp.interpolation = interp
        e = r.color_ramp.elements
        while len(e) < len(stops):
            e.new(0.5)
        for el, (p, c) in zip(e, stops):
            c = (c, c, c) if isinstance(c, (int, float)) else c
            el.position, el.color = p, (*c[:3], 1)
        return r

    def noise(self, vec, scale, detail=4, rough=0.5, dist=0):
        return self.n(
            'TexNoise', {'Vector': vec, 'Scale': scale, 'Detail': detail, 'Roughness': rough, 'Distortion': dist}
        )

    def voronoi(self, vec, scale, feature='F1', out='Distance'):
        return self.n('TexVoronoi', {'Vector': vec, 'Scale': scale}, feature=feature).outputs[out]

    def math(self, op, a, b=0.0, clamp=False):
        m = self.n('Math', operation=op, use_clamp=clamp)
        self._set(m.inputs[0], a)
        self._set(m.inputs[1], b)
        return m.outputs[0]

    def vadd(self, a, b):
        return self.n('VectorMath', {0: a, 1: b}, operation='ADD').outputs[0]

    def scaled(self, vec, scale, rot=(0, 0, 0)):
        return self.n('Mapping', {'Vector': vec, 'Scale': scale, 'Rotation': rot}).outputs[0]

    def range(self, v, a, b, c=0.0, d=1.0):
        return self.n('MapRange', {'Value': v, 'From Min': a, 'From Max': b, 'To Min': c, 'To Max': d}).outputs[0]

    def mixc(self, fac, a, b, mode='MIX'):
        a = (*a, 1) if isinstance(a, tuple) and len(a) == 3 else a
        b = (*b, 1) if isinstance(b, tuple) and len(b) == 3 else b
        return self.n('MixRGB', {0: fac, 1: a, 2: b}, blend_type=mode).outputs[0]

    def mix(self, fac, a, b):
        return self.n('MixShader', {0: fac, 1: a.outputs[0], 2: b.outputs[0]})

    def obj(self, per_object=False):
        """object coordinates; per_object shifts them randomly, so that equal objects have different textures"""
        o = self.n('TexCoord').outputs['Object']
        if not per_object:
            return o
        r = self.n('ObjectInfo').outputs['Random']
        return self.vadd(
            o,
            self.n(
                'CombineXYZ',
                {
                    0: self.math('MULTIPLY', r, 37.0),
                    1: self.math('MULTIPLY', r, 91.0),
                    2: self.math('MULTIPLY', r, 17.0),
                },
            ).outputs[0],
        )

    def z(self, vec=None):
        return self.n('SeparateXYZ', {0: vec if vec is not None else self.obj()}).outputs['Z']

    def bump(self, h, strength=0.1, dist=0.02, normal=None):
        d = {'Height': h, 'Strength': strength, 'Distance': dist}
        if normal is not None:
            d['Normal'] = normal
        return self.n('Bump', d).outputs[0]

    def glass(self, color, ior, rough=0.0, normal=None):
        """no dispersion, which causes blotches of colour with few samples"""
        plain = color if isinstance(color, (bpy.types.NodeSocket, bpy.types.Node)) else (*color[:3], 1)
        inputs = {'Color': plain, 'IOR': ior, 'Roughness': rough}
        if normal is not None:
            inputs['Normal'] = normal
        return self.n('BsdfGlass', inputs)

    def soft_shadow(self, shader, tint=(0.86, 0.86, 0.86), edge=0.35):
        """camera rays see the glass; shadow and diffuse rays pass straight, darker at grazing edges (no caustic noise)"""
        lp = self.n('LightPath')
        f = self.math('MAXIMUM', lp.outputs['Is Shadow Ray'], lp.outputs['Is Diffuse Ray'])
        facing = self.n('LayerWeight', {'Blend': 0.35}).outputs['Facing']
        c = self.ramp(facing, [(0.25, tint), (1, tuple(x * edge for x in tint))])
        return self.mix(f, shader, self.n('BsdfTransparent', {'Color': c}))

    def p(self, **kw):
        return self.n(
            'BsdfPrincipled',
            {
                k.replace('_', ' '): (*v, 1) if isinstance(v, tuple) and len(v) == 3 and 'Radius' not in k else v
                for k, v in kw.items()
            },
        )
