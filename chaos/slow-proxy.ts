import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type SlowProxy = { port: number; delayMs: number; close(): Promise<void> }

/** A proxy between the shop and its database that delays every response. */
export async function startSlowProxy(targetPort: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(targetPort, '127.0.0.1')
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.setNoDelay(true).on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    client.pipe(database)
    // Chunks keep their order when the delay changes.
    let previous = Promise.resolve()
    database.on('data', (chunk) => {
      const delay = new Promise<void>((resolve) => setTimeout(resolve, proxy.delayMs))
      previous = Promise.all([previous, delay]).then(() => void client.write(chunk))
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
