"""Settings of Cycles for all pictures."""

import os

import bpy
import numpy as np


def reset(width, height, samples, bounces=11, threads=2):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    s = bpy.context.scene
    s.render.engine = 'CYCLES'
    c = s.cycles
    # Adaptive sampling checks the noise only every 16 samples, so it has no effect with a dozen samples.
    c.samples, c.use_adaptive_sampling, c.use_denoising = samples, False, False
    c.caustics_refractive = c.caustics_reflective = False
    c.blur_glossy, c.sample_clamp_indirect, c.sample_clamp_direct = 0.4, 8, 0
    c.max_bounces = c.transmission_bounces = bounces
    c.transparent_max_bounces, c.glossy_bounces, c.diffuse_bounces, c.volume_bounces = 24, 6, 3, 0
    c.pixel_filter_type = 'BLACKMAN_HARRIS'
    r = s.render
    r.threads_mode, r.threads = 'FIXED', threads
    r.use_persistent_data = True  # the object and its backdrop share one BVH
    r.resolution_x, r.resolution_y, r.resolution_percentage = width, height, 100
    vl = s.view_layers[0]
    vl.cycles.denoising_store_passes = True
    im = r.image_settings
    im.file_format, im.color_depth, im.exr_codec = 'OPEN_EXR_MULTILAYER', '16', 'ZIP'
    s.view_settings.view_transform = 'Standard'
    return s


def render_to(path, box=None, backdrop_samples=16):
    """With a `box` (left, right, top, bottom in pixels) only the box is rendered at full size, into a second file;
    the backdrop has no detail and is rendered at a quarter of the size."""
    scene = bpy.context.scene
    r = scene.render
    if box:
        samples = scene.cycles.samples
        r.resolution_percentage, scene.cycles.samples = 25, backdrop_samples
        r.use_border = r.use_crop_to_border = False
    render(path)
    if box:
        r.resolution_percentage, scene.cycles.samples = 100, samples
        r.use_border = r.use_crop_to_border = True
        left, right, top, bottom = (side + 0.5 for side in box)  # Blender rounds down
        r.border_min_x, r.border_max_x = left / r.resolution_x, right / r.resolution_x
        r.border_min_y, r.border_max_y = (r.resolution_y + 1 - np.array((bottom, top))) / r.resolution_y
        render(near_file(path))
    print('PROCESSOR_SECONDS %.1f' % sum(os.times()[:2]))


def near_file(path):
    return path.replace('.exr', '.near.exr')


def render(path):
    bpy.context.scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
