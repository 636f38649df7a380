import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Connection = {
  /** The URL of the shop through this connection. */
  url: string
  /** The port of the shop that this connection leads to. */
  target: number
  cut(): void
  restore(): void
  close(): Promise<void>
}

/** A connection to a shop that a test can cut without the browser reporting it. */
export async function openConnection(shopUrl: string): Promise<Connection> {
  const sockets = new Set<Socket>()
  const dropAll = () => sockets.forEach((socket) => void socket.destroy())
  let isCut = false
  const server = createServer((browser) => {
    const shop = isCut ? undefined : connect(connection.target, '127.0.0.1')
    for (const socket of [browser, shop]) {
      if (!socket) continue
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        browser.destroy()
        shop?.destroy()
      })
    }
    if (!shop) return void browser.destroy()
    browser.pipe(shop)
    shop.pipe(browser)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection: Connection = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    target: Number(new URL(shopUrl).port),
    cut: () => {
      isCut = true
      dropAll()
    },
    restore: () => {
      isCut = false
    },
    close: async () => {
      server.close()
      dropAll()
      await once(server, 'close')
    },
  }
  return connection
}
