import { pino } from 'pino'

const redact = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers.api_access_token',
  '*.password',
  '*.secret',
  '*.token',
  '*.key',
]

/** The log of the node. Lines are written together, at most a fifth of a second late; the rest at exit. */
export function openLog(level: string): pino.Logger {
  return pino({ level, redact }, pino.destination({ sync: false, minLength: 4096, periodicFlush: 200 }))
}
