"""turn.py job.json: finishes the frames of a turn. All have the exposure of the first, so that nothing flickers."""

import json
import sys

from develop import develop
from files import report, save
from product import flat_field, with_bloom


def main():
    with open(sys.argv[1]) as file:
        job = json.load(file)
    gain = flat_field(develop(job['renders'][0], job['eye']))
    for render, png in zip(job['renders'], job['pngs']):
        save(png, with_bloom(develop(render, job['eye']) * gain))
    report({})


main()
