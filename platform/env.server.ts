import path from 'node:path'
import { z } from 'zod'
import { trimTrailingSlashes } from '#shared/paths.ts'

const optionalText = z
  .string()
  .trim()
  .transform((text) => text || undefined)
  .optional()

const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host:5432/database',
})

const variables = z.object({
  MODE: z.enum(['development', 'demo', 'production', 'test']).default('demo'),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  SITE_URL: z
    .url({ protocol: /^https?$/ })
    .transform(trimTrailingSlashes)
    .optional(),
  DATA_DIR: z.string().trim().min(1).default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().trim().min(3).default('ALPINE <hello@alpine.example>'),
  SHOP_EMAIL: z.email().optional(),
  GEO_URL: z
    .string()
    .refine(
      (text) => /^(\/|https?:\/\/)/.test(text) && URL.canParse(text, 'http://localhost'),
      'must be an address or a path',
    )
    .default('/api/location'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(1_000_000).default(1),
  RATE_LIMIT_SHARED: z.stringbool().optional(),
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  SLOW_QUERY_MS: z.coerce.number().int().min(0).max(60_000).default(200),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  PAGE_CACHE_MB: z.coerce.number().int().min(0).max(4096).default(64),
  METRICS_TOKEN: optionalText,
  OPENID_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  OPENID_CLIENT_ID: optionalText,
  OPENID_CLIENT_SECRET: optionalText,
  S3_BUCKET: optionalText,
  S3_REGION: z.string().trim().min(1).default('us-east-1'),
  S3_ENDPOINT: z.url().optional(),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
})

export const settingNames = Object.keys(variables.shape)

export type Settings = {
  mode: 'development' | 'demo' | 'production' | 'test'
  host: string
  port: number
  siteUrl: string
  dataDir: string
  databaseUrl: string | undefined
  replicaUrl: string | undefined
  databasePool: number
  smtpUrl: string | undefined
  mailFrom: string
  shopEmail: string
  geoUrl: string
  logLevel: string
  rateLimitFactor: number
  rateLimitShared: boolean
  processes: number
  drainSeconds: number
  slowQueryMs: number
  trustProxy: number
  pageCacheBytes: number
  metricsToken: string | undefined
  openid: { issuer: string; clientId: string; clientSecret: string } | undefined
  s3:
    | { bucket: string; region: string; endpoint: string | undefined; accessKeyId: string; secretAccessKey: string }
    | undefined
}

/** Thrown with one line for each setting that is wrong. */
export class SettingsError extends Error {
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'SettingsError'
    this.lines = lines
  }
}

export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const it = parsed.data
  const missing = [...missingInProduction(it), ...missingForS3(it), ...wrongForOpenId(it), ...missingForSeveral(it)]
  if (missing.length > 0) throw new SettingsError(missing)
  return {
    mode: it.MODE,
    host: it.HOST,
    port: it.PORT,
    siteUrl: it.SITE_URL ?? `http://localhost:${it.PORT}`,
    dataDir: path.resolve(it.DATA_DIR),
    databaseUrl: it.DATABASE_URL,
    replicaUrl: it.DATABASE_REPLICA_URL,
    databasePool: it.DATABASE_POOL,
    smtpUrl: it.SMTP_URL,
    mailFrom: it.MAIL_FROM,
    shopEmail: it.SHOP_EMAIL ?? addressIn(it.MAIL_FROM),
    geoUrl: it.GEO_URL,
    // In demo mode the log goes to the terminal, where the banner shows what is needed.
    logLevel: it.LOG_LEVEL ?? (it.MODE === 'demo' ? 'error' : 'info'),
    rateLimitFactor: it.RATE_LIMIT_FACTOR,
    rateLimitShared: it.RATE_LIMIT_SHARED ?? it.WEB_CONCURRENCY > 1,
    processes: it.WEB_CONCURRENCY,
    drainSeconds: it.DRAIN_SECONDS,
    slowQueryMs: it.SLOW_QUERY_MS,
    trustProxy: it.TRUST_PROXY,
    pageCacheBytes: it.MODE === 'development' ? 0 : it.PAGE_CACHE_MB * 1024 * 1024,
    metricsToken: it.METRICS_TOKEN,
    openid: it.OPENID_CLIENT_ID
      ? { issuer: it.OPENID_ISSUER, clientId: it.OPENID_CLIENT_ID, clientSecret: it.OPENID_CLIENT_SECRET ?? '' }
      : undefined,
    s3: it.S3_BUCKET
      ? {
          bucket: it.S3_BUCKET,
          region: it.S3_REGION,
          endpoint: it.S3_ENDPOINT,
          accessKeyId: it.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: it.S3_SECRET_ACCESS_KEY ?? '',
        }
      : undefined,
  }
}

function addressIn(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender
}

function missingInProduction(it: z.output<typeof variables>): string[] {
  if (it.MODE !== 'production') return []
  const lines: string[] = []
  if (!it.SITE_URL) lines.push('SITE_URL: must be set in production, for example https://shop.example')
  if (!it.SMTP_URL) lines.push('SMTP_URL: must be set in production, or no mail would reach a customer')
  if (it.MAIL_FROM.includes('alpine.example'))
    lines.push('MAIL_FROM: must be set in production to an address of your own')
  return lines
}

function wrongForOpenId(it: z.output<typeof variables>): string[] {
  const lines: string[] = []
  if (Boolean(it.OPENID_CLIENT_ID) !== Boolean(it.OPENID_CLIENT_SECRET))
    lines.push('OPENID_CLIENT_SECRET: must be set together with OPENID_CLIENT_ID')
  const { protocol, hostname } = new URL(it.OPENID_ISSUER)
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    lines.push('OPENID_ISSUER: must begin with https://')
  return lines
}

function missingForSeveral(it: z.output<typeof variables>): string[] {
  if (it.DATABASE_URL) return []
  const lines: string[] = []
  if (it.WEB_CONCURRENCY > 1)
    lines.push('WEB_CONCURRENCY: several processes need DATABASE_URL, since PGlite lives inside one')
  if (it.DATABASE_REPLICA_URL) lines.push('DATABASE_REPLICA_URL: is the replica of DATABASE_URL, which must be set too')
  return lines
}

function missingForS3(it: z.output<typeof variables>): string[] {
  if (!it.S3_BUCKET) return []
  const lines: string[] = []
  if (!it.S3_ACCESS_KEY_ID) lines.push('S3_ACCESS_KEY_ID: must be set when S3_BUCKET is')
  if (!it.S3_SECRET_ACCESS_KEY) lines.push('S3_SECRET_ACCESS_KEY: must be set when S3_BUCKET is')
  return lines
}
