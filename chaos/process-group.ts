import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import type { RunContext } from '#bench/run-context.ts'
import { unprivilegedAccount } from '#tests/support/postgres-server.ts'
import { findProgram } from './programs.ts'

/** Programs with one shared folder, run by a user that PostgreSQL accepts. */
export type ProcessGroup = {
  folder: string
  makeFolder(name: string): string
  /** The output goes to `<name>.log`. */
  start(name: string, program: string, args: string[]): void
  kill(name: string): void
}

// The input of this shell closes however the run ends. It kills only processes whose command line names the folder.
const cleanupScript = `
cat >/dev/null
for round in 1 2 3 4 5; do
  for pid in $(cat "$0"/*.pid); do grep -qs "$0" "/proc/$pid/cmdline" && kill -KILL "$pid"; done
  for pid in $(head -qn 1 "$0"/*/data/postmaster.pid); do grep -qs "$0" "/proc/$pid/cmdline" && kill -QUIT "$pid"; done
  sleep 0.5
done
rm -rf "$0"`

export async function openProcessGroup(context: RunContext): Promise<ProcessGroup> {
  const { cwd, uid, gid } = unprivilegedAccount()
  const changeOwner = (file: string) => {
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
  }
  const folder = await mkdtemp(path.join(cwd, 'alpine-cluster-'))
  changeOwner(folder)
  const stdio: ['pipe', 'ignore', 'ignore'] = ['pipe', 'ignore', 'ignore']
  const cleanup = spawn('/bin/sh', ['-c', cleanupScript, folder], { uid, gid, cwd: '/', stdio, detached: true })
  const running = new Map<string, ChildProcess>()
  let isClosed = false
  context.onClose(async () => {
    isClosed = true
    const ended = once(cleanup, 'exit')
    cleanup.stdin.end()
    await ended
  })
  const pidFile = (name: string) => path.join(folder, `${name}.pid`)
  return {
    folder,
    makeFolder: (name) => {
      const subfolder = path.join(folder, name)
      mkdirSync(subfolder)
      changeOwner(subfolder)
      return subfolder
    },
    start: (name, program, args) => {
      if (isClosed) throw new Error('The process group is closed.')
      const log = openSync(path.join(folder, `${name}.log`), 'a')
      // etcd needs this setting to start on arm64.
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
