import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ProcessGroup } from './process-group.ts'

export function startHaproxy({ folder, start }: ProcessGroup, settings: string): void {
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, settings)
  start('haproxy', 'haproxy', ['-f', file, '-db'])
}
