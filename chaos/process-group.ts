import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import type { Stage } from '#bench/stage.ts'
import { unprivilegedAccount } from '#tests/support/postgres-server.ts'
import { findProgram } from './programs.ts'

/** Programs that live in one folder, under an account that PostgreSQL accepts. */
export type Household = {
  folder: string
  makeFolder(name: string): string
  /** What the program says is kept in `<name>.log`. */
  start(name: string, program: string, args: string[]): void
  kill(name: string): void
}

// However the run ends, the shell sees its input close. It ends only what names this folder in its command line.
const lastWill = `
cat >/dev/null
for turn in 1 2 3 4 5; do
  for pid in $(cat "$0"/*.pid); do grep -qs "$0" "/proc/$pid/cmdline" && kill -KILL "$pid"; done
  for pid in $(head -qn 1 "$0"/*/data/postmaster.pid); do grep -qs "$0" "/proc/$pid/cmdline" && kill -QUIT "$pid"; done
  sleep 0.5
done
rm -rf "$0"`

export async function openHousehold(stage: Stage): Promise<Household> {
  const { cwd, uid, gid } = unprivilegedAccount()
  const give = (place: string) => {
    if (uid !== undefined && gid !== undefined) chownSync(place, uid, gid)
  }
  const folder = await mkdtemp(path.join(cwd, 'alpine-cluster-'))
  give(folder)
  const stdio: ['pipe', 'ignore', 'ignore'] = ['pipe', 'ignore', 'ignore']
  const guard = spawn('/bin/sh', ['-c', lastWill, folder], { uid, gid, cwd: '/', stdio, detached: true })
  const running = new Map<string, ChildProcess>()
  let isClosed = false
  stage.onClose(async () => {
    isClosed = true
    const ended = once(guard, 'exit')
    guard.stdin.end()
    await ended
  })
  const pidFile = (name: string) => path.join(folder, `${name}.pid`)
  return {
    folder,
    makeFolder: (name) => {
      const made = path.join(folder, name)
      mkdirSync(made)
      give(made)
      return made
    },
    start: (name, program, args) => {
      if (isClosed) throw new Error('The household is closed.')
      const log = openSync(path.join(folder, `${name}.log`), 'a')
      // etcd wants to be asked twice on this kind of processor.
      const env = { PATH: process.env.PATH, HOME: folder, ETCD_UNSUPPORTED_ARCH: 'arm64' }
      const child = spawn(findProgram(program) ?? program, args, {
        ...{ uid, gid, env, cwd: folder, detached: true },
        stdio: ['ignore', log, log],
      })
      closeSync(log)
      child.on('error', () => {})
      running.set(name, child)
      writeFileSync(pidFile(name), `${child.pid}\n`)
    },
    kill: (name) => {
      running.get(name)?.kill('SIGKILL')
      rmSync(pidFile(name), { force: true })
    },
  }
}
