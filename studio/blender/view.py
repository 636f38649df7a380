"""blender -b -P view.py -- job.json: renders the massif, with the position of every pixel for the mist."""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from landscape import massif
from settings import render_to, reset


def main():
    with open(sys.argv[sys.argv.index('--') + 1]) as file:
        job = json.load(file)
    width, height, params = job['width'], job['height'], job['params']
    scene = reset(width, height, job['samples'])
    scene.cycles.max_bounces, scene.cycles.diffuse_bounces = 3, 2
    layer = scene.view_layers[0]
    layer.use_pass_position = layer.use_pass_z = True
    scene.render.image_settings.color_depth = '32'
    across, rows = params.get('grid', [1500, 1200])
    cache_file = os.path.join(HERE, '..', 'cache', f'massif-{across}-{rows}.npy')
    V = massif.massif(across, rows, cache_file)
    lens = params.get('lens', 35)
    target = massif.look(V, width, height, lens, params.get('sky', 0.18), params.get('across', 1.2))
    massif.sun_and_sky(params.get('azimuth', -80), params.get('elevation', 10))
    with open(job['eye'], 'w') as file:
        json.dump({'eye': massif.EYE.tolist(), 'target': target.tolist(), 'lens': lens}, file)
    render_to(job['out'])


main()
