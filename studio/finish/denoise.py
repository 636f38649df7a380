"""The network of Open Image Denoise on torch, because Debian's Blender does not include it."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import torch
from tza import read_weights

THREADS = ThreadPoolExecutor(2)
ROWS = 4
torch.set_num_threads(1)
torch.set_grad_enabled(False)

WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cache', 'weights')
MARGIN = 32  # mirrored border, so that the network's zero padding leaves no fringe on the picture's edge
LUMINANCE = np.array([0.212671, 0.715160, 0.072169])

weights = cache(lambda name: read_weights(os.path.join(WEIGHTS, name + '.tza')))


def kernel(tensors, name):
    """nine matrices, one for each neighbor, from input channels to output channels"""
    weight = tensors[name + '.weight']
    return weight.permute(2, 3, 1, 0).reshape(9, weight.shape[1], weight.shape[0]).contiguous()


def conv(x, tensors, name):
    """x: rows, columns, channels, with a border of zeros. A few rows at a time fit into the processor's cache.
    In one long row of pixels every neighbor is a shift, so nine matrix products suffice without copies."""
    taps, bias = kernel(tensors, name), tensors[name + '.bias']
    high, wide = x.shape[0] - 2, x.shape[1]
    out = torch.empty(high + 2, wide, len(bias))
    pixels, flat = x.view(-1, x.shape[2]), out.view(-1, len(bias))

    def strip(top):
        rows = min(ROWS, high - top)
        first, count = (top + 1) * wide + 1, rows * wide - 2
        part = flat[first : first + count]
        part[:] = bias
        for k, tap in enumerate(taps):
            start = (top + k // 3) * wide + k % 3
            part.addmm_(pixels[start : start + count], tap)
        part.relu_()

    list(THREADS.map(strip, range(0, high, ROWS)))
    return with_clear_border(out)


def with_clear_border(x):
    x[0], x[-1], x[:, 0], x[:, -1] = 0, 0, 0, 0
    return x


def bordered(height, width, channels):
    return with_clear_border(torch.empty(height + 2, width + 2, channels))


def halved(x):
    corners = [x[1 + down : -1 : 2, 1 + right : -1 : 2] for down in (0, 1) for right in (0, 1)]
    out = bordered(*corners[0].shape)
    out[1:-1, 1:-1] = torch.maximum(torch.maximum(*corners[:2]), torch.maximum(*corners[2:]))
    return out


def doubled(x, beside):
    """doubles the size and appends the channels of `beside`"""
    channels = x.shape[2]
    out = bordered(beside.shape[0] - 2, beside.shape[1] - 2, channels + beside.shape[2])
    for down in (0, 1):
        for right in (0, 1):
            out[1 + down : -1 : 2, 1 + right : -1 : 2, :channels] = x[1:-1, 1:-1]
    out[1:-1, 1:-1, channels:] = beside[1:-1, 1:-1]
    return out


def network(image, tensors):
    x = conv(conv(image, tensors, 'enc_conv0'), tensors, 'enc_conv1')
    skipped = [image]
    for level in (2, 3, 4):
        x = halved(x)
        skipped.append(x)
        x = conv(x, tensors, f'enc_conv{level}')
    x = conv(conv(halved(x), tensors, 'enc_conv5a'), tensors, 'enc_conv5b')
    for level in (4, 3, 2, 1):
        x = doubled(x, skipped.pop())
        x = conv(conv(x, tensors, f'dec_conv{level}a'), tensors, f'dec_conv{level}b')
    return conv(x, tensors, 'dec_conv0')


def run(image, name):
    height, width = image.shape[:2]
    down, right = -(height + 2 * MARGIN) % 16, -(width + 2 * MARGIN) % 16
    padded = np.pad(image, ((MARGIN, MARGIN + down), (MARGIN, MARGIN + right), (0, 0)), mode='reflect')
    batch = bordered(*padded.shape)
    batch[1:-1, 1:-1] = torch.from_numpy(padded.astype(np.float32))
    first = MARGIN + 1
    return network(batch, weights(name))[first : first + height, first : first + width].numpy()


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
    """the gain that brings the picture's logarithmic mean to middle grey"""
    height, width = (side // 16 * 16 for side in luminance.shape)
    blocks = luminance[:height, :width].reshape(height // 16, 16, width // 16, 16).mean((1, 3))
    lit = blocks[blocks > 1e-8]
    return 0.18 / np.exp2(np.log2(lit).mean()) if len(lit) else 1.0


def denoise(colour, albedo, normal, glassy):
    """colour: scene linear; albedo 0..1; normal -1..1"""
    colour = np.nan_to_num(np.clip(colour, 0, 60000))
    gain = exposure(colour @ LUMINANCE)
    length = np.linalg.norm(np.nan_to_num(normal), axis=2, keepdims=True)
    guides = [
        np.clip(np.nan_to_num(albedo), 0, 1),
        np.where(length > 1e-6, np.nan_to_num(normal) / np.maximum(length, 1e-6), 0) * 0.5 + 0.5,
    ]
    network = 'rt_hdr_alb_nrm'
    if glassy:  # albedo and normals seen through glass are noisy and would be taken for texture
        guides = [np.clip(run(guides[0], 'rt_alb'), 0, 1), run(guides[1], 'rt_nrm')]
        network = 'rt_hdr_calb_cnrm'
    layers = np.concatenate([to_curve(colour * gain) * SCALE, *guides], 2)
    return from_curve(np.clip(run(layers, network), 0, None) / SCALE) / gain
