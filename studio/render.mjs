import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { studioFolder } from './catalogue.mjs'

export const cacheFolder = path.join(studioFolder, 'cache')
const renders = path.join(cacheFolder, 'renders')
const finished = path.join(cacheFolder, 'finished')

const usualGain = [0.85, 0.847, 0.837]

let running

/** Stops whatever is being rendered, also what somebody has put on hold; the next run takes it up again. */
export function stopDarkroom() {
  running?.kill('SIGTERM')
  running?.kill('SIGCONT')
}

/** Threads that wait sleep, and the denoiser's large tensors are not given back to the system after every layer. */
const thrift = {
  PYTHONDONTWRITEBYTECODE: '1',
  OMP_WAIT_POLICY: 'PASSIVE',
  OPENBLAS_NUM_THREADS: '1',
  MALLOC_MMAP_MAX_: '0',
  MALLOC_TRIM_THRESHOLD_: '4000000000',
}

const programs = {
  product: { render: 'make.py', finish: 'product.py' },
  landscape: { render: 'view.py', finish: 'landscape.py' },
  light: { render: 'make.py', finish: 'light_film.py' },
}

/** Renders and finishes one picture. What was rendered before a stop is not rendered again. */
export async function develop({ name, job, made }, { gain, preview = false } = {}) {
  mkdirSync(renders, { recursive: true })
  mkdirSync(finished, { recursive: true })
  let seconds = 0
  const print = `${name}${preview ? '-preview' : ''}`
  const program = programs[job.program ?? 'product']
  const eye = path.join(renders, `${print}-${made}.eye.json`)
  const rendered = []
  for (const [k, view] of viewsOf(job).entries()) {
    const render = path.join(renders, `${print}-${made}-${k}.exr`)
    if (!existsSync(render)) {
      const part = path.join(renders, `${print}.part.exr`)
      const note = noteFor(print, { ...job, view, out: part, eye })
      seconds += secondsOf(await run('blender', ['-b', '-P', script('blender', program.render), '--', note]))
      if (existsSync(nearOf(part))) renameSync(nearOf(part), nearOf(render))
      renameSync(part, render)
    }
    rendered.push(render)
  }
  const png = pngOf(print)
  const note = noteFor(print, {
    out: rendered[0],
    renders: rendered,
    eye,
    png: `${png}.part.png`,
    gain: exposureOf(job, gain),
    film: job.film && { ...job.film, out: filmOf(print) },
  })
  const said = await run('/usr/bin/python3', [script('finish', program.finish), note])
  renameSync(`${png}.part.png`, png)
  for (const file of [eye, ...rendered.flatMap((each) => [each, nearOf(each)])]) rmSync(file, { force: true })
  const processorSeconds = Math.round(seconds + secondsOf(said))
  const about = { made, processorSeconds, ...JSON.parse(said.trim().split('\n').at(-1)) }
  writeFileSync(path.join(finished, `${print}.json`), JSON.stringify(about))
  return about
}

/** Where the picture's edges are not the backdrop, they cannot set the exposure: the hero's is taken, or the rig's usual one. */
function exposureOf({ camera, view }, heroGain) {
  const fillsThePicture = camera === 'detail' || Math.max(...(view.fill ?? [0])) > 1
  return fillsThePicture || view.ground === 'slate' ? (heroGain ?? usualGain) : undefined
}

/** The box round the thing at full size, where `render` is its backdrop at a quarter of it. */
const nearOf = (render) => render.replace('.exr', '.near.exr')

/** Of the processor: the clock says little of work that gives way to all other. */
const secondsOf = (said) => Number(/PROCESSOR_SECONDS ([\d.]+)/.exec(said)?.[1] ?? 0)

const script = (...names) => path.join(studioFolder, ...names)

/** One view, or for a film of light one for each place of the lamp. */
function viewsOf({ program, view, film }) {
  if (program !== 'light') return [view]
  return Array.from({ length: film.lamps }, (_, k) => ({ ...view, turn_of_light: k / film.lamps }))
}

/** A picture that was finished but not yet put on the shelf. */
export function findFinished({ name, made }) {
  const note = path.join(finished, `${name}.json`)
  if (!existsSync(note)) return undefined
  const about = JSON.parse(readFileSync(note, 'utf8'))
  return about.made === made ? about : undefined
}

export const pngOf = (name) => path.join(finished, `${name}.png`)
export const filmOf = (name) => path.join(finished, `${name}.mkv`)

function noteFor(name, content) {
  const note = path.join(renders, `${name}.job.json`)
  writeFileSync(note, JSON.stringify(content))
  return note
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    let said = ''
    running = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...thrift },
    })
    const collect = (chunk) => {
      said += chunk
    }
    running.stdout.on('data', collect)
    running.stderr.on('data', collect)
    running.on('error', reject)
    running.on('close', (code) => {
      running = undefined
      // Blender ends with 0 even when its script fails.
      if (code !== 0 || said.includes('Traceback')) reject(new Error(`${command} failed:\n${said.slice(-3000)}`))
      else resolve(said)
    })
  })
}
