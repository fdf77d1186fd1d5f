import { createHash, timingSafeEqual } from 'node:crypto'
import type {
  ChannelEvent,
  Connection,
  Connector,
  InboundRequest,
  ProviderAccount,
  ReachHost,
} from '#kernel/connector.ts'
import { type EmailCredentials, emailCredentials } from './credentials.ts'

/**
 * E-mail: read by IMAP or forwarded to the inbox's address, and sent by SMTP. Its libraries are slow to load, so
 * they are loaded when first used.
 */
export function openEmail(reach: ReachHost): Connector<EmailCredentials, Promise<ChannelEvent[]>> {
  const connect = async ({ credentials }: Connection<EmailCredentials>): Promise<ProviderAccount> => {
    const { address, imap, smtp, from_name } = credentials
    const [{ checkSmtp }, { checkImap }] = await Promise.all([import('./smtp.ts'), import('./imap.ts')])
    await checkSmtp(reach, smtp)
    const cursors = imap && (await checkImap(reach, imap))
    return { id: address, name: from_name ? `${from_name} <${address}>` : address, cursors }
  }
  return {
    channel: 'email',
    credentials: emailCredentials as never,
    // Below the thirty a minute of Microsoft 365 in the long run.
    rates: { inbox: { per_second: 0.5, burst: 30 } },
    connect,
    check: connect,
    authenticate: isFromForwarder,
    addressToCopy: ({ webhook_url, verify_token }) => `${webhook_url}?secret=${encodeURIComponent(verify_token)}`,
    parse: async (...args) => (await import('./parse.ts')).parseMail(...args),
    send: async (connection, message) => (await import('./send.ts')).sendMail(reach, connection, message),
    async fetchMedia(_connection, { id }, _http, request) {
      const { readMail, toBytes } = await import('./mail.ts')
      const body = await request?.()
      const part = body && (await readMail(body)).parts[Number(id)]
      if (!part) return { outcome: 'gone', reason: 'The e-mail is no longer stored.' }
      return { outcome: 'fetched', bytes: toBytes(part.content), content_type: part.mimeType }
    },
    async watchMailbox({ credentials: { imap } }, mailbox) {
      if (!imap) return
      const { watchImap } = await import('./imap.ts')
      await watchImap(reach, imap, mailbox)
    },
  }
}

/** The inbox's address is public; only the secret shows that mail comes from the business's own server. */
function isFromForwarder({ headers, query }: InboundRequest, { verify_token }: Connection): boolean {
  const [authorization = ''] = [headers['authorization'] ?? ''].flat()
  const given = /^Bearer\s+(.+)$/i.exec(authorization)?.[1] ?? query['secret'] ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given.trim()), digest(verify_token))
}
