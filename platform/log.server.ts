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

const redacted = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`, `*.*.*.${field}`])

/** What a mail server or a database says of an error may name a person. */
function withoutAddresses(err: unknown): unknown {
  if (typeof err !== 'string') return err
  return err.replace(/[^\s<>"'(),:;=]+/g, (word) => (word.slice(1, -1).includes('@') ? '[address]' : word))
}

/** A quote is opened by the token in its address alone. */
function withoutTokens(path: unknown): unknown {
  return typeof path === 'string' ? path.replace(/[0-9a-f]{64}/gi, '[token]') : path
}

export function createLog(settings: Pick<Settings, 'logLevel'>, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level: settings.logLevel,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: withoutAddresses, path: withoutTokens },
    redact: { paths: redacted, censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
