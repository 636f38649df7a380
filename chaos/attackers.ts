import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs in a separate process, so attackers do not distort the response times of shoppers. */
export type Command = { attack: string; distinctPerSecond: number } | 'pause'
export type Report = { statuses: Record<string, number> }

type Attack = { perSecond: number; request(n: number): string }

const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
const request = (line: string, n: number, more = '', body = '') =>
  `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: ${addressOf(n)}\r\n${more}\r\n${body}`
const post = (path: string, n: number, body: object) => {
  const json = JSON.stringify(body)
  return request(`POST ${path}`, n, `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n`, json)
}

const oddTargets = [
  '/%',
  '/%zz',
  '/%c0%af%c0%af',
  '/shop/%00',
  '/shop/%ff%fe',
  '//evil.example/shop',
  '/shop/..%2f..%2fetc%2fpasswd',
  '/api/product/%73earch?Name=ring',
  '/api/product?pageNumber=%F0%9F%92%8E',
  '/api/product/search?Name=%ED%A0%80',
  '/shop#/../..',
  '/api/product?pageNumber=1e999&pageSize=-0',
  '/media/%2e%2e%2fpackage.json',
]

function attacksOf(distinctPerSecond: number): Attack[] {
  return [
    { perSecond: 2, request: (n) => request(`GET /api/${'/'.repeat(15_500)}x`, n) },
    { perSecond: 4, request: (n) => request('GET /', n, `If-None-Match: a${' '.repeat(15_500)}b\r\n`) },
    { perSecond: 4, request: (n) => request(`GET /shop?Name=${'x'.repeat(n % 2 ? 5_000 : 15_000)}`, n) },
    { perSecond: 4, request: (n) => request('GET /', n, `X-Long: ${'x'.repeat(n % 2 ? 17_000 : 40_000)}\r\n`) },
    { perSecond: 4, request: (n) => request(`GET ${oddTargets[n % oddTargets.length]}`, n) },
    { perSecond: distinctPerSecond, request: (n) => request(`GET ${distinctTarget(n)}`, n) },
    {
      perSecond: 2,
      // Every second request comes from the same address.
      request: (n) =>
        post('/api/authentication/login', n % 2 ? 1 : n, { username: `nobody${n}`, password: 'Wrong-123' }),
    },
    { perSecond: 2, request: (n) => post(`/api/authentication/forgot-password?email=nobody${n}@shop.test`, n, {}) },
  ]
}

function distinctTarget(n: number): string {
  const targets = [
    `/shop?Name=word${n}`,
    `/api/product/product-${n}`,
    `/api/product/search?Name=word${n}`,
    `/none/${n}`,
  ]
  return targets[n % targets.length] ?? ''
}

/** The shop closes a one-byte body after 5 s, so about 1,000 are open at the same time. */
const slowBodies = { perSecond: 200, batch: 20, idle: 200 }
const counts = new Map<string, number>()
const sockets = new Set<Socket>()
const sentCounts = new Map<number, number>()
let isAttacking = false

function open(url: URL, text: string): Socket {
  const socket = connect(Number(url.port), url.hostname)
  sockets.add(socket)
  let statusLine = ''
  socket.on('data', (chunk) => {
    if (statusLine.length < 12) statusLine += chunk.toString('latin1', 0, 12)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    sockets.delete(socket)
    const status = /^HTTP\/1.1 (\d{3})/.exec(statusLine)?.[1] ?? 'closed'
    counts.set(status, (counts.get(status) ?? 0) + 1)
  })
  if (text) socket.write(text)
  return socket
}

async function repeat(url: URL, { perSecond, request: createRequest }: Attack, index: number): Promise<void> {
  const startedAt = performance.now()
  const before = sentCounts.get(index) ?? 0
  for (let n = 0; isAttacking; n++) {
    open(url, createRequest(before + n))
    sentCounts.set(index, before + n + 1)
    await sleep(Math.max(0, startedAt + ((n + 1) * 1000) / perSecond - performance.now()))
  }
}

/** One half of the one-byte bodies comes from one network, the other half each from its own network. */
async function sendSlowBodies(url: URL): Promise<void> {
  const head = 'Content-Type: application/json\r\nContent-Length: 100\r\n'
  for (let n = 0; isAttacking; n++) {
    open(url, request('POST /api/order', n % 2 ? 2 ** 20 : 2 ** 21 + n, head, '{'))
    if (n < slowBodies.idle) open(url, '')
    if (n % slowBodies.batch === slowBodies.batch - 1) await sleep((slowBodies.batch * 1000) / slowBodies.perSecond)
  }
}

async function pause(): Promise<void> {
  isAttacking = false
  const closed = [...sockets].map((socket) => new Promise((resolve) => socket.destroy().once('close', resolve)))
  await Promise.all(closed)
}

process.on('message', (command: Command) => {
  if (command === 'pause') {
    void pause().then(() => process.send?.({ statuses: Object.fromEntries(counts) } satisfies Report))
    return
  }
  isAttacking = true
  const url = new URL(command.attack)
  for (const [index, attack] of attacksOf(command.distinctPerSecond).entries()) void repeat(url, attack, index)
  void sendSlowBodies(url)
})
