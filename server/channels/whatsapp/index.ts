import { type Connection, type Connector, type Http, ProviderError } from '#kernel/connector.ts'
import type { MetaApp } from '#channels/meta/app.ts'
import { ask } from '#channels/meta/errors.ts'
import { openGraph } from '#channels/meta/graph.ts'
import { answerHandshake } from '#channels/meta/handshake.ts'
import { isSigned } from '#channels/meta/signature.ts'
import { readAccount, subscription, withWarning } from './account.ts'
import { type WhatsAppCredentials, whatsappCredentials } from './credentials.ts'
import { whatsappRefusal } from './errors.ts'
import { fetchMedia } from './media.ts'
import { parse } from './parse.ts'
import { react, send } from './send.ts'
import { createTemplate, listTemplates } from './templates.ts'

type WhatsAppConnection = Connection<WhatsAppCredentials>

/** WhatsApp through the Cloud API of Meta. */
export function openWhatsApp(app: MetaApp): Connector<WhatsAppCredentials> {
  const graphOf = ({ credentials }: WhatsAppConnection, http: Http) =>
    openGraph(app.graph_url, credentials.access_token, http)
  const numberOf = (connection: WhatsAppConnection, http: Http) => ({
    graph: graphOf(connection, http),
    phone_number_id: connection.credentials.phone_number_id,
  })

  return {
    channel: 'whatsapp',
    credentials: whatsappCredentials(app),
    // A number starts with 80 messages per second. One person gets one in six seconds, or 45 at once.
    rates: { inbox: { per_second: 80, burst: 80 }, recipient: { per_second: 1 / 6, burst: 45 } },
    async connect(connection, http) {
      const graph = graphOf(connection, http)
      const account = await readAccount(graph, connection.credentials)
      return withWarning(account, await subscription(graph, connection.credentials, 'POST'))
    },
    async check(connection, http) {
      const graph = graphOf(connection, http)
      const account = await readAccount(graph, connection.credentials)
      return withWarning(account, await subscription(graph, connection.credentials, 'GET'))
    },
    disconnect: async (connection, http) =>
      void (await subscription(graphOf(connection, http), connection.credentials, 'DELETE')),
    // All numbers of a business account have one.
    sharesSubscription: ({ credentials }, other) =>
      other.channel === 'whatsapp' &&
      (other.credentials as Partial<WhatsAppCredentials>).business_account_id === credentials.business_account_id,
    handshake: (request, { verify_token }) => answerHandshake(request, verify_token, app.verify_token),
    authenticate: (request, { credentials }) => isSigned(request, credentials.app_secret ?? app.app_secret),
    parse,
    send: (connection, message, http) => send(numberOf(connection, http), message),
    fetchMedia(connection, reference, http) {
      const { access_token } = connection.credentials
      return fetchMedia({ ...numberOf(connection, http), http, access_token }, reference)
    },
    react: (connection, { recipient, external_id }, emoji, http) =>
      react(numberOf(connection, http), recipient, external_id, emoji),
    markRead: (connection, { external_id }, http) => markRead(numberOf(connection, http), external_id),
    typing_seconds: 25,
    // The indicator also marks the message as read; WhatsApp has no other way.
    setTyping: (connection, { external_id }, http) =>
      markRead(numberOf(connection, http), external_id, { typing_indicator: { type: 'text' } }),
    listTemplates: (connection, http) =>
      listTemplates(graphOf(connection, http), connection.credentials.business_account_id),
    createTemplate: (connection, template, http) =>
      createTemplate(graphOf(connection, http), connection.credentials.business_account_id, template),
  }
}

/** A refusal, such as for a message older than 30 days, is no reason to try again. */
async function markRead(
  { graph, phone_number_id }: { graph: ReturnType<typeof openGraph>; phone_number_id: string },
  message_id: string,
  fields: object = {},
): Promise<void> {
  const body = { messaging_product: 'whatsapp', status: 'read', message_id, ...fields }
  await ask(graph(`${phone_number_id}/messages`, { method: 'POST', body }), whatsappRefusal).catch((error: unknown) => {
    if (!(error instanceof ProviderError) || error.kind === 'unreachable') throw error
  })
}
