"""From the render of a thing and that of its backdrop to one clean picture in scene linear colour."""

import json

import numpy as np
from denoise import denoise
from files import Render, finer

FEATHER = 20  # pixels over which the thing's render fades into its backdrop's


def develop(path, eye):
    with open(eye) as file:
        about = json.load(file)
    if not about['box']:
        return clean(path)
    (left, right, top, bottom), (height, width) = about['box'], about['size']
    near, picture = clean(path.replace('.exr', '.near.exr')), finer(clean(path), (height, width))
    share = np.minimum.outer(rise(top, bottom, height), rise(left, right, width))[..., None]
    inside = picture[top:bottom, left:right]
    inside += share * (near - inside)
    return picture


def rise(start, end, side):
    """from 0 to 1 and back along one side of the box, but not where it ends with the picture"""
    at = np.arange(end - start) + 0.5
    share = np.minimum(at if start > 0 else FEATHER, (end - start - at) if end < side else FEATHER) / FEATHER
    return np.clip(share, 0, 1)


def clean(path):
    render = Render(path)
    return denoise(render.layer('Combined'), render.layer('Denoising Albedo'), render.layer('Denoising Normal', 'XYZ'))
