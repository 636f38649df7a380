"""Open Image Denoise's network on torch: Debian's Blender comes without it."""

import os
from functools import cache

import numpy as np
import torch
import torch.nn.functional as F
from tza import read_weights

torch.set_num_threads(2)
torch.set_grad_enabled(False)
torch.backends.mkldnn.enabled = False  # without its ARM kernels it is three times as slow as plain OpenBLAS

WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cache', 'weights')
MARGIN = 32  # mirrored border, so that the network's zero padding leaves no fringe on the picture's edge
LUMINANCE = np.array([0.212671, 0.715160, 0.072169])

weights = cache(lambda name: read_weights(os.path.join(WEIGHTS, name + '.tza')))


def network(image, tensors):
    def conv(x, name):
        return F.relu_(F.conv2d(x, tensors[name + '.weight'], tensors[name + '.bias'], padding=1))

    x = conv(conv(image, 'enc_conv0'), 'enc_conv1')
    skipped = [image]
    for level in (2, 3, 4):
        x = F.max_pool2d(x, 2)
        skipped.append(x)
        x = conv(x, f'enc_conv{level}')
    x = F.max_pool2d(x, 2)
    x = conv(conv(x, 'enc_conv5a'), 'enc_conv5b')
    for level in (4, 3, 2, 1):
        x = torch.cat((F.interpolate(x, scale_factor=2, mode='nearest'), skipped.pop()), 1)
        x = conv(conv(x, f'dec_conv{level}a'), f'dec_conv{level}b')
    return conv(x, 'dec_conv0')


def run(image, name):
    height, width = image.shape[:2]
    down, right = -(height + 2 * MARGIN) % 16, -(width + 2 * MARGIN) % 16
    padded = np.pad(image, ((MARGIN, MARGIN + down), (MARGIN, MARGIN + right), (0, 0)), mode='reflect')
    batch = torch.from_numpy(np.ascontiguousarray(padded.transpose(2, 0, 1))[None].astype(np.float32))
    out = network(batch, weights(name))[0, :, MARGIN : MARGIN + height, MARGIN : MARGIN + width]
    return out.numpy().transpose(1, 2, 0)


# the perceptual curve on which the network was trained
A, B, C, D, E, G, H = (
    1.41283765e3,
    1.64593172,
    4.31384981e-1,
    -2.94139609e-3,
    1.92653254e-1,
    6.26026094e-3,
    9.98620152e-1,
)
Y0, Y1, X0, X1 = 1.57945760e-6, 3.22087631e-2, 2.23151711e-3, 3.70974749e-1


def to_curve(y):
    power = B * np.power(np.maximum(y, 1e-12), C) + D
    return np.where(y <= Y0, A * y, np.where(y <= Y1, power, E * np.log(y + G) + H))


def from_curve(x):
    power = np.power(np.maximum((x - D) / B, 0), 1 / C)
    return np.where(x <= X0, x / A, np.where(x <= X1, power, np.exp((x - H) / E) - G))


SCALE = 1 / float(to_curve(np.array(65504.0)))


def exposure(luminance):
    """what brings the picture's logarithmic mean to middle grey"""
    height, width = (side // 16 * 16 for side in luminance.shape)
    blocks = luminance[:height, :width].reshape(height // 16, 16, width // 16, 16).mean((1, 3))
    lit = blocks[blocks > 1e-8]
    return 0.18 / np.exp2(np.log2(lit).mean()) if len(lit) else 1.0


def denoise(colour, albedo, normal):
    """colour: scene linear; albedo 0..1; normal -1..1"""
    colour = np.nan_to_num(np.clip(colour, 0, 60000))
    gain = exposure(colour @ LUMINANCE)
    length = np.linalg.norm(np.nan_to_num(normal), axis=2, keepdims=True)
    unit = np.where(length > 1e-6, np.nan_to_num(normal) / np.maximum(length, 1e-6), 0) * 0.5 + 0.5
    # what glass shows of albedo and normals is noisy itself, and would be kept as if it were texture
    albedo = np.clip(run(np.clip(np.nan_to_num(albedo), 0, 1), 'rt_alb'), 0, 1)
    layers = [to_curve(colour * gain) * SCALE, albedo, run(unit, 'rt_nrm')]
    return from_curve(np.clip(run(np.concatenate(layers, 2), 'rt_hdr_calb_cnrm'), 0, None) / SCALE) / gain
