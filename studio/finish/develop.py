"""Merges the renders of an object and its backdrop into one denoised picture in scene linear colour."""

import json

import numpy as np
from denoise import denoise
from files import Render, finer

FEATHER = 20  # pixels over which the render of the object fades into the backdrop


def develop(path, eye):
    with open(eye) as file:
        about = json.load(file)
    glassy = about['glassy']
    if not about['box']:
        return clean(path, glassy)
    (left, right, top, bottom), (height, width) = about['box'], about['size']
    near = clean(path.replace('.exr', '.near.exr'), glassy)
    picture = finer(clean(path, False), (height, width))
    share = np.minimum.outer(rise(top, bottom, height), rise(left, right, width))[..., None]
    inside = picture[top:bottom, left:right]
    inside += share * (near - inside)
    return picture


def rise(start, end, side):
    """fades from 0 to 1 and back along one side of the box, except at the border of the picture"""
    at = np.arange(end - start) + 0.5
    full = np.full_like(at, FEATHER)
    share = np.minimum(at if start > 0 else full, (end - start - at) if end < side else full) / FEATHER
    return np.clip(share, 0, 1)


def clean(path, glassy):
    render = Render(path)
    albedo, normal = render.layer('Denoising Albedo'), render.layer('Denoising Normal', 'XYZ')
    return denoise(render.layer('Combined'), albedo, normal, glassy)
