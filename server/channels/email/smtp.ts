import { isIP } from 'node:net'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { ProviderError, type ReachHost } from '#kernel/connector.ts'
import type { MailServer } from './credentials.ts'

export type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }

/** Opens a session, signs in and runs `use`. Errors of the server are thrown as they are. */
export async function withSmtp<T>(
  reach: ReachHost,
  { host, port, secure, user, password }: MailServer,
  use: (session: SMTPConnection) => Promise<T>,
): Promise<T> {
  const { address, mayBePlain } = await reach(host, port)
  const session = new SMTPConnection({
    host: address,
    port,
    secure,
    requireTLS: !secure && !mayBePlain,
    tls: isIP(host) ? {} : { servername: host },
    ...timeouts,
  })
  const failed = new Promise<never>((_resolve, reject) => session.on('error', reject))
  failed.catch(() => {})
  const call = (begin: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve()))),
    ])
  try {
    await call((done) => session.connect(done))
    await call((done) => session.login({ user, credentials: { user, pass: password } } as never, done))
    const result = await Promise.race([failed, use(session)])
    session.quit()
    return result
  } finally {
    setTimeout(() => session.close(), 2_000).unref()
  }
}

/** Signs in once, to check the credentials. */
export async function checkSmtp(reach: ReachHost, server: MailServer): Promise<void> {
  try {
    await withSmtp(reach, server, async () => {})
  } catch (error) {
    throw toProviderError(`SMTP ${server.host}`, error as SmtpError, isSignInRefusal(error as SmtpError))
  }
}

export function isSignInRefusal({ code, responseCode = 0 }: SmtpError): boolean {
  return code === 'EAUTH' || code === 'ENOAUTH' || [530, 534, 535, 538].includes(responseCode)
}

/** A refusal of the credentials, or a server that does not answer as one. */
export function toProviderError(server: string, error: Error & { code?: string }, isRefusal: boolean): ProviderError {
  if (error instanceof ProviderError) return error
  const isUntrusted = /CERT|TLS|SELF_SIGNED/.test(error.code ?? '')
  return new ProviderError(isRefusal || isUntrusted ? 'rejected' : 'unreachable', `${server}: ${error.message}`)
}
