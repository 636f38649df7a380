import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { studioFolder } from './catalogue.mjs'

export const cacheFolder = path.join(studioFolder, 'cache')
const renders = path.join(cacheFolder, 'renders')
const finished = path.join(cacheFolder, 'finished')

let running

/** Stops whatever is being rendered, also what somebody has put on hold; the next run takes it up again. */
export function stopDarkroom() {
  running?.kill('SIGTERM')
  running?.kill('SIGCONT')
}

const programs = {
  product: { render: 'make.py', finish: 'product.py' },
  landscape: { render: 'view.py', finish: 'landscape.py' },
}

/** Renders and finishes one picture. A render that was left unfinished is finished only. */
export async function develop({ name, job, made }, { gain, preview = false } = {}) {
  mkdirSync(renders, { recursive: true })
  mkdirSync(finished, { recursive: true })
  const started = Date.now()
  const print = `${name}${preview ? '-preview' : ''}`
  const program = programs[job.program ?? 'product']
  const [render, part] = [`${print}-${made}.exr`, `${print}.part.exr`].map((file) => path.join(renders, file))
  const eye = path.join(renders, `${print}-${made}.eye.json`)
  if (!existsSync(render)) {
    const note = noteFor(print, { ...job, out: part, eye })
    await run('blender', ['-b', '-P', path.join(studioFolder, 'blender', program.render), '--', note])
    renameSync(part, render)
  }
  const png = pngOf(print)
  const film = job.film && !preview ? { ...job.film, out: filmOf(name) } : undefined
  const exposure = job.camera === 'detail' ? gain : undefined
  const note = noteFor(print, { out: render, eye, png: `${png}.part.png`, gain: exposure, film })
  const said = await run('/usr/bin/python3', [path.join(studioFolder, 'finish', program.finish), note])
  renameSync(`${png}.part.png`, png)
  rmSync(render)
  const seconds = Math.round((Date.now() - started) / 1000)
  const about = { made, seconds, ...JSON.parse(said.trim().split('\n').at(-1)) }
  writeFileSync(path.join(finished, `${print}.json`), JSON.stringify(about))
  return about
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
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
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
