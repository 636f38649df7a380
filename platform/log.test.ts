import { describe, expect, test } from 'vitest'
import { createLog } from './log.server.ts'

const secrets = {
  password: 'Quiet-river-4711',
  confirmPassword: 'Quiet-river-4712',
  token: 'a3f1c0ffee',
  authorization: 'Bearer a3f1c0ffee',
  cookie: 'session=a3f1c0ffee',
  email: 'asha@alpine.example',
  to: 'asha@alpine.example',
  phoneNumber: '+977 980 000 0000',
  secret: 'open sesame',
}

function logLine(entry: object, level: 'info' | 'warn' = 'info'): string {
  const lines: string[] = []
  createLog({ logLevel: level }, { write: (line: string) => void lines.push(line) }).info(entry, 'something happened')
  return lines.join('')
}

describe('redacts secrets and personal data', () => {
  test.each([
    ['at the top', secrets],
    ['in an object', { user: secrets }],
    ['in an object of an object', { request: { headers: secrets } }],
    ['three objects deep', { request: { body: { account: secrets } } }],
    ['in a list', { users: [secrets] }],
  ])('%s', (_, entry) => {
    const line = logLine(entry)
    expect(line).toContain('something happened')
    for (const value of Object.values(secrets)) expect(line).not.toContain(value)
    for (const name of Object.keys(secrets)) expect(line).toContain(`"${name}":"[redacted]"`)
  })

  test('in the lines of a child logger', () => {
    const lines: string[] = []
    const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) })
    log.child({ requestId: 'r-1' }).warn({ account: { email: secrets.email } }, 'a request failed')
    expect(lines.join('')).toContain('r-1')
    expect(lines.join('')).not.toContain(secrets.email)
  })

  test('in a URL path', () => {
    const token = 'a3f1c0ff'.repeat(8)
    for (const path of [`/quotes/${token}`, `/api/quotes/${token.toUpperCase()}/accept`]) {
      expect(logLine({ path })).not.toMatch(/a3f1c0ff/i)
      expect(JSON.parse(logLine({ path }))).toMatchObject({ path: path.replace(/[0-9a-f]{64}/i, '[token]') })
    }
  })
})

test.each([
  ['550 5.1.1 <asha@alpine.example>: Recipient address rejected', '550 5.1.1 <[address]>: Recipient address rejected'],
  ['Key (email)=(asha@alpine.example) already exists.', 'Key (email)=([address]) already exists.'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
])('logs the error %j as %j', (err, expected) => {
  expect(JSON.parse(logLine({ err }))).toMatchObject({ err: expected })
})

test('logs one line of JSON with level and time', () => {
  expect(JSON.parse(logLine({ path: '/shop', status: 200 }))).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
    pid: process.pid,
    path: '/shop',
    status: 200,
    msg: 'something happened',
  })
})

test('logs nothing below its level', () => {
  expect(logLine({ path: '/shop' }, 'warn')).toBe('')
})
