import path from 'node:path'
import { z } from 'zod'
import { trimTrailingSlashes } from '#shared/paths.ts'

const optionalText = z
  .string()
  .trim()
  .transform((text) => text || undefined)
  .optional()

const variables = z.object({
  MODE: z.enum(['development', 'demo', 'production', 'test']).default('demo'),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  SITE_URL: z
    .url({ protocol: /^https?$/ })
    .transform(trimTrailingSlashes)
    .optional(),
  DATA_DIR: z.string().trim().min(1).default('./data'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must look like postgres://user:password@host:5432/database',
    })
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().trim().min(3).default('ALPINE <hello@alpine.example>'),
  SHOP_EMAIL: z.email().optional(),
  GEO_URL: z
    .string()
    .refine(
      (text) => /^(\/|https?:\/\/)/.test(text) && URL.canParse(text, 'http://localhost'),
      'must be a URL or a path',
    )
    .default('/api/location'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().max(1_000_000).default(1),
  RATE_LIMIT_SHARED: z.stringbool().default(false),
  UNDO_SECONDS: z.coerce.number().int().min(0).max(600).default(10),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  SLOW_QUERY_MS: z.coerce.number().int().min(0).max(60_000).default(200),
  ALLOW_PRIVATE_TARGETS: z.stringbool().default(false),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  PAGE_CACHE_MB: z.coerce.number().int().min(0).max(4096).default(64),
  OFFLINE_PAGES: z.stringbool().default(true),
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

export type Settings = ReturnType<typeof readSettings>

/** Has one line for each invalid setting. */
export class SettingsError extends Error {
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'SettingsError'
    this.lines = lines
  }
}

export function readSettings(environment: Record<string, string | undefined>) {
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = variables.safeParse(nonEmpty)
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const env = parsed.data
  const problems = [...missingInProduction(env), ...missingForS3(env), ...invalidForOpenId(env)]
  if (problems.length > 0) throw new SettingsError(problems)
  return {
    mode: env.MODE,
    host: env.HOST,
    port: env.PORT,
    siteUrl: env.SITE_URL ?? `http://localhost:${env.PORT}`,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    shopEmail: env.SHOP_EMAIL ?? addressIn(env.MAIL_FROM),
    geoUrl: env.GEO_URL,
    // In demo mode the log goes to the terminal, below the start banner.
    logLevel: env.LOG_LEVEL ?? (env.MODE === 'demo' ? 'error' : 'info'),
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    rateLimitShared: env.RATE_LIMIT_SHARED,
    undoSeconds: env.UNDO_SECONDS,
    drainSeconds: env.DRAIN_SECONDS,
    slowQueryMs: env.SLOW_QUERY_MS,
    allowPrivateTargets: env.ALLOW_PRIVATE_TARGETS,
    trustProxy: env.TRUST_PROXY,
    pageCacheBytes: env.MODE === 'development' ? 0 : env.PAGE_CACHE_MB * 1024 * 1024,
    offlinePages: env.OFFLINE_PAGES,
    metricsToken: env.METRICS_TOKEN,
    openid: env.OPENID_CLIENT_ID
      ? { issuer: env.OPENID_ISSUER, clientId: env.OPENID_CLIENT_ID, clientSecret: env.OPENID_CLIENT_SECRET ?? '' }
      : undefined,
    s3: env.S3_BUCKET
      ? {
          bucket: env.S3_BUCKET,
          region: env.S3_REGION,
          endpoint: env.S3_ENDPOINT,
          accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
        }
      : undefined,
  }
}

function addressIn(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender
}

function missingInProduction(env: z.output<typeof variables>): string[] {
  if (env.MODE !== 'production') return []
  const lines: string[] = []
  if (!env.SITE_URL) lines.push('SITE_URL: must be set in production, for example https://shop.example')
  if (!env.SMTP_URL) lines.push('SMTP_URL: must be set in production, or customers get no email')
  if (env.MAIL_FROM.includes('alpine.example'))
    lines.push('MAIL_FROM: must be set in production to an address of your own')
  return lines
}

function invalidForOpenId(env: z.output<typeof variables>): string[] {
  const lines: string[] = []
  if (Boolean(env.OPENID_CLIENT_ID) !== Boolean(env.OPENID_CLIENT_SECRET))
    lines.push('OPENID_CLIENT_SECRET: must be set together with OPENID_CLIENT_ID')
  const { protocol, hostname } = new URL(env.OPENID_ISSUER)
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    lines.push('OPENID_ISSUER: must begin with https://')
  return lines
}

function missingForS3(env: z.output<typeof variables>): string[] {
  if (!env.S3_BUCKET) return []
  const lines: string[] = []
  if (!env.S3_ACCESS_KEY_ID) lines.push('S3_ACCESS_KEY_ID: must be set when S3_BUCKET is')
  if (!env.S3_SECRET_ACCESS_KEY) lines.push('S3_SECRET_ACCESS_KEY: must be set when S3_BUCKET is')
  return lines
}
