import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

const usedPorts = new Set<number>()

/** A port of this machine that is free now. Each call returns another port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  if (usedPorts.has(port)) return freePort()
  usedPorts.add(port)
  return port
}
