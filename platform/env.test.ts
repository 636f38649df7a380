import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError, settingNames } from './env.server.ts'
import { projectRoot } from './root.server.ts'

const documented = parseEnv(readFileSync(path.join(projectRoot, '.env.example'), 'utf8'))

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.lines
    throw error
  }
  return []
}

describe('without any setting', () => {
  test('the shop is a demo that listens on localhost only', () => {
    expect(readSettings({})).toEqual({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      siteUrl: 'http://localhost:3000',
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      databasePool: 10,
      undoSeconds: 10,
      drainSeconds: 0,
      allowPrivateTargets: false,
      slowQueryMs: 200,
      smtpUrl: undefined,
      mailFrom: 'ALPINE <hello@alpine.example>',
      shopEmail: 'hello@alpine.example',
      geoUrl: '/api/location',
      logLevel: 'error',
      rateLimitFactor: 1,
      rateLimitShared: false,
      trustProxy: 0,
      pageCacheBytes: 64 * 1024 * 1024,
      metricsToken: undefined,
      offlinePages: true,
      s3: undefined,
    })
  })

  test('an empty value counts as unset', () => {
    const emptyValues = Object.fromEntries(settingNames.map((name) => [name, '']))
    expect(readSettings(emptyValues)).toEqual(readSettings({}))
  })
})

describe('.env.example', () => {
  test('lists exactly the existing settings', () => {
    expect(Object.keys(documented).sort()).toEqual([...settingNames].sort())
  })

  test('contains the default values', () => {
    expect(readSettings(documented)).toEqual(readSettings({}))
  })
})

describe('an invalid value', () => {
  test.each([
    ['MODE', 'holiday'],
    ['HOST', '   '],
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['SITE_URL', 'shop.example'],
    ['SITE_URL', 'ftp://shop.example'],
    ['DATA_DIR', '   '],
    ['DATABASE_URL', 'mysql://localhost/shop'],
    ['DATABASE_POOL', '0'],
    ['DRAIN_SECONDS', '-1'],
    ['SLOW_QUERY_MS', 'slow'],
    ['SMTP_URL', 'https://mail.example'],
    ['MAIL_FROM', 'a'],
    ['GEO_URL', 'geo.example'],
    ['GEO_URL', 'https://'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['RATE_LIMIT_FACTOR', 'fast'],
    ['RATE_LIMIT_SHARED', 'perhaps'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'true'],
    ['PAGE_CACHE_MB', '1000000'],
    ['S3_REGION', '   '],
    ['S3_ENDPOINT', 'minio'],
  ])('%s=%s is reported in one line with its name', (name, value) => {
    const lines = problemsOf({ [name]: value })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`^${name}: \\S`))
  })

  test('several are reported together in the error message', () => {
    const environment = { MODE: 'holiday', PORT: 'eighty' }
    expect(problemsOf(environment).map((line) => line.split(':')[0])).toEqual(['MODE', 'PORT'])
    expect(() => readSettings(environment)).toThrow(problemsOf(environment).join('\n'))
  })
})

describe('production', () => {
  const production = {
    MODE: 'production',
    SITE_URL: 'https://shop.example/',
    SMTP_URL: 'smtp://mail.example:587',
    MAIL_FROM: 'ALPINE <hello@shop.example>',
  }

  test('starts with a site URL, a mail server and a sender', () => {
    expect(readSettings(production)).toMatchObject({ mode: 'production', siteUrl: 'https://shop.example' })
  })

  test.each(['SITE_URL', 'SMTP_URL', 'MAIL_FROM'])('does not start without %s', (name) => {
    expect(problemsOf({ ...production, [name]: '' })).toEqual([expect.stringMatching(`^${name}: must be set`)])
  })

  test('rejects the demo sender', () => {
    expect(problemsOf({ ...production, MAIL_FROM: 'ALPINE <hello@alpine.example>' })).toHaveLength(1)
  })
})

describe('files on S3', () => {
  const bucket = { S3_BUCKET: 'alpine-pictures' }
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }

  test('need both keys', () => {
    expect(problemsOf(bucket)).toEqual([
      expect.stringMatching(/^S3_ACCESS_KEY_ID: must be set/),
      expect.stringMatching(/^S3_SECRET_ACCESS_KEY: must be set/),
    ])
    expect(problemsOf({ ...bucket, S3_ACCESS_KEY_ID: 'key' })).toEqual([expect.stringMatching(/^S3_SECRET_ACCESS_KEY/)])
  })

  test('use the configured bucket and region', () => {
    expect(readSettings({ ...bucket, ...keys, S3_ENDPOINT: 'http://127.0.0.1:9000' }).s3).toEqual({
      bucket: 'alpine-pictures',
      region: 'us-east-1',
      endpoint: 'http://127.0.0.1:9000',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
  })

  test('keys without a bucket change nothing', () => {
    expect(readSettings(keys).s3).toBeUndefined()
  })
})

test('disables the page cache in development', () => {
  expect(readSettings({ MODE: 'development' }).pageCacheBytes).toBe(0)
})
