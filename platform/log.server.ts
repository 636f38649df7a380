import pino from 'pino'
import type { Settings } from './env.server.ts'

export type Log = pino.Logger

const secretFields = [
  'authorization',
  'cookie',
  'password',
  'confirmPassword',
  'token',
  'secret',
  'email',
  'phoneNumber',
  'to',
  'toAddress',
  'userEmail',
]

const redactedPaths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`])

/** Errors of mail servers and databases can contain email addresses. */
function redactEmails(err: unknown): unknown {
  if (typeof err !== 'string') return err
  return err.replace(/[^\s<>"'(),:;=]+/g, (word) => (word.slice(1, -1).includes('@') ? '[address]' : word))
}

/** The token in the URL of a quote is its only access check. */
function redactTokens(path: unknown): unknown {
  return typeof path === 'string' ? path.replace(/[0-9a-f]{64}/gi, '[token]') : path
}

export function createLog(settings: Pick<Settings, 'logLevel'>, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level: settings.logLevel,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: redactEmails, path: redactTokens },
    redact: { paths: redactedPaths, censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
