import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Stage } from '#bench/stage.ts'
import { findProgram } from './programs.ts'

/** HAProxy with these settings, until the stage closes. */
export async function startHaproxy(stage: Stage, settings: string): Promise<void> {
  const file = path.join(await stage.folder(), 'haproxy.cfg')
  await writeFile(file, settings)
  const proxy = spawn(findProgram('haproxy') ?? 'haproxy', ['-f', file, '-db'], { stdio: 'ignore' })
  const exited = once(proxy, 'exit')
  const kill = () => void proxy.kill('SIGKILL')
  process.once('exit', kill)
  stage.onClose(async () => {
    kill()
    await exited
    process.off('exit', kill)
  })
}
