import type { Connection, Connector, Http } from '#kernel/connector.ts'
import { checkAccount, connectAccount, disconnectAccount } from './account.ts'
import type { Twilio } from './api.ts'
import { type TwilioCredentials, twilioCredentials } from './credentials.ts'
import { fetchFile } from './media.ts'
import { listMissed, listSent } from './missed.ts'
import { parseForm } from './parse.ts'
import { addressOf, sendMessage } from './send.ts'
import { isSigned } from './signature.ts'

/** SMS through Twilio, or a proxy before it. */
export function openTwilio(config: { twilio_url: string }): Connector<TwilioCredentials> {
  const twilio_url = config.twilio_url.replace(/\/+$/, '')
  const twilioOf = ({ credentials }: Connection<TwilioCredentials>, http: Http): Twilio => ({
    twilio_url,
    credentials,
    http,
  })

  return {
    channel: 'sms',
    credentials: twilioCredentials,
    // The pace of an ordinary number; Twilio queues a burst.
    rates: { inbox: { per_second: 1, burst: 10 } },
    connect: (connection, http) => connectAccount(twilioOf(connection, http), connection),
    disconnect: (connection, http) => disconnectAccount(twilioOf(connection, http), connection),
    check: (connection, http) => checkAccount(twilioOf(connection, http), connection),
    authenticate: isSigned,
    // Any other text would be sent to the customer.
    acknowledge: { content_type: 'text/xml', body: '<Response></Response>' },
    parse: (body, _connection, received_at) => parseForm(body, received_at),
    send: (connection, message, http) => sendMessage(twilioOf(connection, http), message, connection.webhook_url),
    listMissed: (connection, since, http) => listMissed(twilioOf(connection, http), since),
    listSent: (connection, { recipient, content }, since, http) =>
      listSent(twilioOf(connection, http), addressOf(recipient), content, since),
    fetchMedia: (connection, reference, http) => fetchFile(twilioOf(connection, http), reference),
  }
}
