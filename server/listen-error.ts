import type { Settings } from '#platform/env.server.ts'
import { StartError } from '#platform/start-error.ts'

export function explainListenError(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is in use: stop the other program, or set PORT.`)
  if (error.code === 'EACCES') return new StartError(`Port ${port} is not allowed for this user: set PORT.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(error.code ?? ''))
    return new StartError(`HOST ${host} is not an address of this machine: correct HOST.`)
  return error
}
