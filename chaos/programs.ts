import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']

export function findProgram(name: string): string | undefined {
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** Why a scenario that needs these programs cannot be played. */
export function missingPrograms(names: string[], asRoot = false): string | undefined {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`
  return asRoot && process.getuid?.() !== 0 ? 'only root can do this' : undefined
}

export function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.trim()}`)
}
