import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type ObjectStore = {
  settings: Record<string, string>
  objects: Map<string, Buffer>
  close(): Promise<void>
}

const region = 'us-east-1'
const bucket = 'shop'
const keyId = 'key-of-the-shop'
const secret = 'a secret/of+the shop'
const maxListed = 3

/** The part of S3 that the shop uses, on loopback: only signed requests, lists in pages of three. */
export async function openObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (!isSigned(request)) return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    answer(objects, request, body, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: keyId,
      S3_SECRET_ACCESS_KEY: secret,
    },
    objects,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(objects: Map<string, Buffer>, request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://store')
  const key = decodeURIComponent(url.pathname.replace(`/${bucket}`, '').slice(1))
  if (url.searchParams.get('list-type') === '2') {
    const from = url.searchParams.get('continuation-token') ?? ''
    const prefix = url.searchParams.get('prefix') ?? ''
    const later = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > from).sort()
    const shown = later.slice(0, maxListed)
    const more = later.length > shown.length
    const next = more ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : ''
    const entries = shown.map(
      (name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)?.length}</Size></Contents>`,
    )
    const list = `<IsTruncated>${more}</IsTruncated>${next}${entries.join('')}`
    return void response.end(`<?xml version="1.0"?><ListBucketResult>${list}</ListBucketResult>`)
  }
  if (request.method === 'PUT') {
    objects.set(key, body)
    return void response.writeHead(200, { ETag: '"stored"' }).end()
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return void response.writeHead(204).end()
  }
  const found = objects.get(key)
  if (!found)
    return void response
      .writeHead(404)
      .end(request.method === 'HEAD' ? undefined : '<Error><Code>NoSuchKey</Code></Error>')
  response.writeHead(200, {
    'Content-Length': found.length,
    ETag: '"stored"',
    'Last-Modified': new Date(0).toUTCString(),
  })
  response.end(request.method === 'HEAD' ? undefined : found)
}

const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** AWS Signature Version 4, as its documentation describes it. */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [id, day = ''] = scope.split('/')
  if (id !== keyId) return false
  const { pathname, searchParams } = new URL(url ?? '', 'http://store')
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const canonical = [method, pathname, query.join('&'), lines.join(''), names, headers['x-amz-content-sha256']].join(
    '\n',
  )
  const hash = createHash('sha256').update(canonical).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${region}/s3/aws4_request`, hash].join('\n')
  const key = ['s3', 'aws4_request'].reduce((made, part) => sign(made, part), sign(sign(`AWS4${secret}`, day), region))
  return sign(key, toSign).toString('hex') === signature
}
