import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

type Behaviour = { version: string } | { error: { code: string; message: string } }

/** Implements just enough of PostgreSQL's protocol to report a version or to reject a connection. */
export async function startFakePostgres(behaviour: Behaviour): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      if ('error' in behaviour) return void socket.end(errorResponse(behaviour.error))
      socket.write(Buffer.concat([message('R', int32(0)), readyForQuery]))
      socket.on('data', (chunk) => {
        if (chunk[0] === 'Q'.charCodeAt(0)) socket.write(singleValue('server_version', behaviour.version))
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://shop:secret-word@127.0.0.1:${port}/shop`,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

const text = (value: string) => Buffer.from(`${value}\0`)
const readyForQuery = message('Z', Buffer.from('I'))
const textType = 25

function singleValue(column: string, value: string): Buffer {
  return Buffer.concat([
    message('T', int16(1), text(column), int32(0), int16(0), int32(textType), int16(-1), int32(-1), int16(0)),
    message('D', int16(1), int32(Buffer.byteLength(value)), Buffer.from(value)),
    message('C', text('SHOW')),
    readyForQuery,
  ])
}

function errorResponse({ code, message: reason }: { code: string; message: string }): Buffer {
  return message('E', text('SFATAL'), text(`C${code}`), text(`M${reason}`), Buffer.from([0]))
}
