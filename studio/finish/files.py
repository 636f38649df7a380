"""Reads the layers of a render; writes 8-bit pictures and films."""

import json
import os
import subprocess

import numpy as np
import OpenImageIO as oiio


class Render:
    def __init__(self, path):
        source = oiio.ImageInput.open(path)
        self.pixels = np.asarray(source.read_image(oiio.FLOAT))
        self.channels = list(source.spec().channelnames)
        source.close()

    def layer(self, name, axes='RGB'):
        found = [next(i for i, c in enumerate(self.channels) if c.endswith(f'.{name}.{axis}')) for axis in axes]
        return self.pixels[..., found]


def finer(image, shape):
    """bilinear upscaling to `shape`"""
    h, w = image.shape[:2]
    y = np.clip((np.arange(shape[0]) + 0.5) * h / shape[0] - 0.5, 0, h - 1)
    x = np.clip((np.arange(shape[1]) + 0.5) * w / shape[1] - 0.5, 0, w - 1)
    y0, x0 = np.minimum(y.astype(int), h - 2), np.minimum(x.astype(int), w - 2)
    fy, fx = (y - y0)[:, None, None], (x - x0)[None, :, None]
    rows = image[y0] * (1 - fy) + image[y0 + 1] * fy
    return rows[:, x0] * (1 - fx) + rows[:, x0 + 1] * fx


def save(path, picture):
    """picture: display values 0..1"""
    pixels = np.ascontiguousarray((np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8))
    out = oiio.ImageOutput.create(path)
    out.open(path, oiio.ImageSpec(pixels.shape[1], pixels.shape[0], 3, oiio.UINT8))
    out.write_image(pixels)
    out.close()


def write_film(path, frames, rate):
    """frames: display values 0..1, all of one size; written lossless, to be encoded later"""
    writer = None
    for frame in frames:
        if writer is None:
            size = f'{frame.shape[1]}x{frame.shape[0]}'
            raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-r', str(rate), '-i', '-']
            lossless = ['-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast', path]
            command = ['ffmpeg', '-y', '-loglevel', 'error', *raw, *lossless]
            writer = subprocess.Popen(command, stdin=subprocess.PIPE)
        writer.stdin.write((np.clip(frame, 0, 1) * 255 + 0.5).astype(np.uint8).tobytes())
    writer.stdin.close()
    if writer.wait() != 0:
        raise RuntimeError('ffmpeg did not write the film')


def report(about):
    """prints the data that render.mjs stores with the picture as the last line"""
    print('PROCESSOR_SECONDS %.1f' % sum(os.times()[:2]))
    print(json.dumps(about))
