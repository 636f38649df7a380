import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type SlowProxy = { port: number; delayMs: number; close(): Promise<void> }

/** Stands between the shop and its database, and holds every answer back for a while. */
export async function startSlowProxy(targetPort: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay(true).on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    // In the order in which they came, however the delay changes.
    let previous = Promise.resolve()
    far.on('data', (chunk) => {
      const due = new Promise<void>((resolve) => setTimeout(resolve, proxy.delayMs))
      previous = Promise.all([previous, due]).then(() => void near.write(chunk))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: SlowProxy = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    close: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return proxy
}
