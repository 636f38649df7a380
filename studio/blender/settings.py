"""Cycles as the whole studio uses it."""

import time

import bpy


def reset(width, height, spp, floor, threshold=0.05, bounces=11, threads=2):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    s = bpy.context.scene
    s.render.engine = 'CYCLES'
    c = s.cycles
    c.samples, c.use_adaptive_sampling = spp, True
    c.adaptive_threshold, c.adaptive_min_samples = threshold, min(spp, floor)
    c.use_denoising = False
    c.caustics_refractive = c.caustics_reflective = False
    c.blur_glossy, c.sample_clamp_indirect, c.sample_clamp_direct = 0.4, 8, 0
    c.max_bounces = c.transmission_bounces = bounces
    c.transparent_max_bounces, c.glossy_bounces, c.diffuse_bounces, c.volume_bounces = 24, 6, 3, 0
    c.pixel_filter_type = 'BLACKMAN_HARRIS'
    r = s.render
    r.threads_mode, r.threads = 'FIXED', threads
    r.use_persistent_data = True  # hero and macro share one BVH
    r.resolution_x, r.resolution_y, r.resolution_percentage = width, height, 100
    vl = s.view_layers[0]
    vl.cycles.denoising_store_passes = True
    im = r.image_settings
    im.file_format, im.color_depth, im.exr_codec = 'OPEN_EXR_MULTILAYER', '16', 'ZIP'
    s.view_settings.view_transform = 'Standard'
    return s


def render_to(path):
    bpy.context.scene.render.filepath = path
    t = time.time()
    bpy.ops.render.render(write_still=True)
    print('RENDER_SECONDS %.1f %s' % (time.time() - t, path))
