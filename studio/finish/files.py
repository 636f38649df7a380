"""Layers of a render in, an 8-bit picture out."""

import numpy as np
import OpenImageIO as oiio


class Render:
    def __init__(self, path):
        source = oiio.ImageInput.open(path)
        self.pixels = np.asarray(source.read_image(oiio.FLOAT))
        self.channels = list(source.spec().channelnames)
        source.close()

    def layer(self, name, axes='RGB'):
        found = [next(i for i, c in enumerate(self.channels) if c.endswith(f'{name}.{axis}')) for axis in axes]
        return self.pixels[..., found]


def save(path, picture):
    """picture: display values 0..1"""
    pixels = np.ascontiguousarray((np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8))
    out = oiio.ImageOutput.create(path)
    out.open(path, oiio.ImageSpec(pixels.shape[1], pixels.shape[0], 3, oiio.UINT8))
    out.write_image(pixels)
    out.close()
