import { z } from 'zod'
import { type Connection, type Connector, type Http, type ProviderAccount, ProviderError } from '#kernel/connector.ts'
import type { MetaApp } from '#channels/meta/app.ts'
import { ask } from '#channels/meta/errors.ts'
import { type Graph, openGraph } from '#channels/meta/graph.ts'
import { answerHandshake } from '#channels/meta/handshake.ts'
import { accountFields, id } from '#channels/meta/messaging/credentials.ts'
import { messagingRefusal } from '#channels/meta/messaging/errors.ts'
import { fetchMedia } from '#channels/meta/messaging/media.ts'
import { parseMessaging } from '#channels/meta/messaging/parse.ts'
import { type BusinessAccount, react, send, signal } from '#channels/meta/messaging/send.ts'
import { keepSubscribed, subscribe, unsubscribe } from '#channels/meta/messaging/subscription.ts'
import { text } from '#channels/meta/payload.ts'
import { isSigned } from '#channels/meta/signature.ts'
import { readProfile } from './profile.ts'

/** Events Hilo reads. `messages` and `messaging_referrals` together also bring the ad of a first message. */
const FIELDS = [
  'messages',
  'messaging_postbacks',
  'messaging_referrals',
  'message_deliveries',
  'message_reads',
  'message_echoes',
  'message_edits',
  'message_reactions',
  'messaging_handovers',
  'standby',
  'messaging_policy_enforcement',
]

export type MessengerCredentials = z.output<ReturnType<typeof messengerCredentials>>

function messengerCredentials(app: MetaApp) {
  return z.object({ page_id: id.describe('ID of the Facebook page'), ...accountFields(app) })
}

/** The inbox of a Facebook page. */
export function openMessenger(app: MetaApp): Connector<MessengerCredentials> {
  const graphOf = ({ credentials }: Connection<MessengerCredentials>, http: Http) =>
    openGraph(app.graph_url, credentials.access_token, http)
  const pageOf = (connection: Connection<MessengerCredentials>, http: Http): BusinessAccount => ({
    channel: 'messenger',
    graph: graphOf(connection, http),
    node: connection.credentials.page_id,
  })

  return {
    channel: 'messenger',
    credentials: messengerCredentials(app),
    rates: { inbox: { per_second: 300, burst: 300 } },
    async connect(connection, http) {
      const { page_id } = connection.credentials
      const graph = graphOf(connection, http)
      const page = await readPage(graph, page_id)
      return { ...page, detail: await subscribe(graph, page_id, FIELDS) }
    },
    disconnect: (connection, http) => unsubscribe(graphOf(connection, http), connection.credentials.page_id),
    // An Instagram account linked to a page receives its events by the subscription of that page, which it does not name.
    sharesSubscription: ({ external_id }, other) =>
      other.channel === 'messenger'
        ? other.external_id === external_id
        : other.channel === 'instagram' && (other.credentials as { login?: string }).login === 'facebook',
    async check(connection, http) {
      const { page_id } = connection.credentials
      const graph = graphOf(connection, http)
      const page = await readPage(graph, page_id)
      return { ...page, detail: await keepSubscribed(graph, page_id, FIELDS) }
    },
    handshake: (request, { verify_token }) => answerHandshake(request, verify_token, app.verify_token),
    authenticate: (request, { credentials }) => isSigned(request, credentials.app_secret ?? app.app_secret),
    parse: (body, _connection, received_at) => parseMessaging({ object: 'page', name: 'Messenger' }, body, received_at),
    send: (connection, message, http) => send(pageOf(connection, http), message),
    fetchMedia: (connection, reference, http) => fetchMedia(graphOf(connection, http), http, reference),
    fetchProfile: (connection, { source_id }, http) =>
      readProfile(graphOf(connection, http), connection.credentials.page_id, source_id),
    react: (connection, { recipient, external_id }, emoji, http) =>
      react(pageOf(connection, http), recipient.source_id, external_id, emoji),
    markRead: (connection, { recipient }, http) => signal(pageOf(connection, http), recipient.source_id, 'mark_seen'),
    typing_seconds: 20,
    setTyping: (connection, { recipient }, http) => signal(pageOf(connection, http), recipient.source_id, 'typing_on'),
  }
}

async function readPage(graph: Graph, page_id: string): Promise<ProviderAccount> {
  const page = await ask(graph(page_id, { query: { fields: 'id,name' } }), messagingRefusal)
  const found = text(page.id)
  if (found === undefined) throw new ProviderError('unreachable', 'Meta did not describe the page.')
  return { id: found, name: text(page.name) ?? found }
}
