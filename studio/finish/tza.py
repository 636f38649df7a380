"""Reads the weights of Intel's Open Image Denoise (TZA archives, Apache-2.0)."""

import struct

import numpy as np
import torch

MAGIC = 0x41D7


def read_weights(path):
    with open(path, 'rb') as file:
        data = file.read()
    if struct.unpack_from('<H', data, 0)[0] != MAGIC:
        raise ValueError(f'{path} contains no weights')
    at = struct.unpack_from('<Q', data, 4)[0]
    count = struct.unpack_from('<I', data, at)[0]
    at += 4
    tensors = {}
    for _ in range(count):
        length = struct.unpack_from('<H', data, at)[0]
        name = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
        rank = data[at]
        shape = struct.unpack_from('<%dI' % rank, data, at + 1)
        at += 1 + 4 * rank + rank  # the layout's letters follow the shape
        number = np.float32 if chr(data[at]) == 'f' else np.float16
        offset = struct.unpack_from('<Q', data, at + 1)[0]
        at += 9
        values = np.frombuffer(data, number, int(np.prod(shape)), offset).reshape(shape)
        tensors[name] = torch.from_numpy(values.astype(np.float32))
    return tensors
