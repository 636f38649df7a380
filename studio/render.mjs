import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { studioFolder } from './picture-list.mjs'

export const cacheFolder = path.join(studioFolder, 'cache')
const renders = path.join(cacheFolder, 'renders')
const finished = path.join(cacheFolder, 'finished')

const defaultGain = [0.85, 0.847, 0.837]

let running

/** Stops the running process, also if it is suspended; the next run renders the picture again. */
export function stopRendering() {
  running?.kill('SIGTERM')
  running?.kill('SIGCONT')
}

/** Waiting threads sleep, and the denoiser keeps the memory of its large tensors between layers. */
const processEnvironment = {
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
  turn: { render: 'make.py', finish: 'turn.py' },
}

/** Renders and finishes one picture. Views that were rendered before a stop are reused. */
export async function renderPicture({ name, job, fingerprint }, { gain, preview = false } = {}) {
  makeFolders()
  let seconds = 0
  const outputName = outputNameOf(name, preview)
  const program = programs[job.program ?? 'product']
  const eye = path.join(renders, `${outputName}-${fingerprint}.eye.json`)
  const rendered = []
  for (const [index, view] of viewsOf(job).entries()) {
    const render = path.join(renders, `${outputName}-${fingerprint}-${index}.exr`)
    if (!existsSync(render)) {
      const part = path.join(renders, `${outputName}.part.exr`)
      const jobFile = writeJob(outputName, { ...job, view, out: part, eye })
      seconds += secondsOf(await runBlender(program, jobFile))
      if (existsSync(nearFile(part))) renameSync(nearFile(part), nearFile(render))
      renameSync(part, render)
    }
    rendered.push(render)
  }
  const png = pngOf(outputName)
  const jobFile = writeJob(outputName, {
    out: rendered[0],
    renders: rendered,
    eye,
    png: `${png}.part.png`,
    gain: gainFor(job, gain),
    film: job.film && { ...job.film, out: filmOf(outputName) },
  })
  const output = await runFinish(program, jobFile)
  renameSync(`${png}.part.png`, png)
  removeRenders(eye, rendered)
  return writeResult(outputName, fingerprint, seconds, output)
}

/** Renders and finishes the frames of a turn. Frames that were rendered before a stop are reused. */
export async function renderTurn({ name, job, fingerprint }, { preview = false } = {}) {
  makeFolders()
  const outputName = outputNameOf(name, preview)
  const out = path.join(renders, `${outputName}-${fingerprint}.exr`)
  const eye = path.join(renders, `${outputName}-${fingerprint}.eye.json`)
  const rendered = framesOf(out, job.frames)
  const rendering = await runBlender(programs.turn, writeJob(outputName, { ...job, out, eye }))
  const pngs = framesOf(pngOf(outputName), job.frames)
  const output = await runFinish(programs.turn, writeJob(outputName, { renders: rendered, pngs, eye }))
  removeRenders(eye, rendered)
  return writeResult(outputName, fingerprint, secondsOf(rendering), output)
}

/** The files of a turn: NAME-00, NAME-01 … */
export function framesOf(file, count) {
  const { dir, name, ext } = path.parse(file)
  return Array.from({ length: count }, (_, index) => path.join(dir, `${name}-${String(index).padStart(2, '0')}${ext}`))
}

/** For each picture left, top, width and height of the object, as shares of the picture, and its width in mm. */
export async function measureOutlines(pictures) {
  makeFolders()
  const out = path.join(renders, 'outlines.out.json')
  const jobFile = writeJob('outlines', { out, pictures: pictures.map(({ name, job }) => ({ ...job, name })) })
  await runBlender({ render: 'measure.py' }, jobFile)
  return JSON.parse(readFileSync(out, 'utf8'))
}

function makeFolders() {
  mkdirSync(renders, { recursive: true })
  mkdirSync(finished, { recursive: true })
}

const outputNameOf = (name, preview) => `${name}${preview ? '-preview' : ''}`

const runBlender = ({ render }, jobFile) => run('blender', ['-b', '-P', script('blender', render), '--', jobFile])

const runFinish = ({ finish }, jobFile) => run('/usr/bin/python3', [script('finish', finish), jobFile])

function removeRenders(eye, rendered) {
  for (const file of [eye, ...rendered.flatMap((each) => [each, nearFile(each)])]) rmSync(file, { force: true })
}

function writeResult(outputName, fingerprint, seconds, output) {
  const processorSeconds = Math.round(seconds + secondsOf(output))
  const result = { made: fingerprint, processorSeconds, ...JSON.parse(output.trim().split('\n').at(-1)) }
  writeFileSync(path.join(finished, `${outputName}.json`), JSON.stringify(result))
  return result
}

/** The backdrop at the edges sets the exposure. Without a visible backdrop the hero's gain or the default is used. */
function gainFor({ camera, view }, heroGain) {
  const fillsPicture = camera === 'detail' || Math.max(...(view.fill ?? [0])) > 1
  return fillsPicture || view.ground === 'slate' ? (heroGain ?? defaultGain) : undefined
}

/** The object's box at full size; `render` is the backdrop at a quarter of the size. */
const nearFile = (render) => render.replace('.exr', '.near.exr')

/** Processor time, because the process runs at low priority and its wall-clock time varies. Each frame prints the sum. */
const secondsOf = (output) => Number([...output.matchAll(/PROCESSOR_SECONDS ([\d.]+)/g)].at(-1)?.[1] ?? 0)

const script = (...names) => path.join(studioFolder, ...names)

/** One view, or one for each lamp position of a light film. */
function viewsOf({ program, view, film }) {
  if (program !== 'light') return [view]
  return Array.from({ length: film.lamps }, (_, index) => ({ ...view, turn_of_light: index / film.lamps }))
}

/** The result of a picture that is finished but not yet stored. */
export function findFinished({ name, fingerprint }) {
  const file = path.join(finished, `${name}.json`)
  if (!existsSync(file)) return undefined
  const result = JSON.parse(readFileSync(file, 'utf8'))
  return result.made === fingerprint ? result : undefined
}

export const pngOf = (name) => path.join(finished, `${name}.png`)
export const filmOf = (name) => path.join(finished, `${name}.mkv`)

function writeJob(name, content) {
  const file = path.join(renders, `${name}.job.json`)
  writeFileSync(file, JSON.stringify(content))
  return file
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    let output = ''
    running = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...processEnvironment },
    })
    const collect = (chunk) => {
      output += chunk
    }
    running.stdout.on('data', collect)
    running.stderr.on('data', collect)
    running.on('error', reject)
    running.on('close', (code) => {
      running = undefined
      // Blender exits with 0 even if its script fails.
      if (code !== 0 || output.includes('Traceback')) reject(new Error(`${command} failed:\n${output.slice(-3000)}`))
      else resolve(output)
    })
  })
}
