import type { Connection, Connector, Http } from '#kernel/connector.ts'
import { openGraph } from '#channels/meta/graph.ts'
import { answerHandshake } from '#channels/meta/handshake.ts'
import { fetchMedia } from '#channels/meta/messaging/media.ts'
import { parseMessaging } from '#channels/meta/messaging/parse.ts'
import { type BusinessAccount, react, send, signal } from '#channels/meta/messaging/send.ts'
import { keepSubscribed, subscribe, unsubscribe } from '#channels/meta/messaging/subscription.ts'
import { isSigned } from '#channels/meta/signature.ts'
import { readAccount, warningOf } from './account.ts'
import { type InstagramApp, type InstagramCredentials, instagramCredentials } from './credentials.ts'
import { readProfile } from './profile.ts'
import { refresh } from './refresh.ts'

const FIELDS = {
  instagram: [
    'messages',
    'message_reactions',
    'messaging_postbacks',
    'messaging_referral',
    'messaging_seen',
    'message_edit',
    'standby',
  ],
  // The page only needs any subscription; the Meta app names the fields of Instagram.
  facebook: ['messages'],
}

/** Messages of a professional Instagram account, through its own login or that of its Facebook page. */
export function openInstagram(app: InstagramApp): Connector<InstagramCredentials> {
  const graphOf = ({ credentials: { login, access_token } }: Connection<InstagramCredentials>, http: Http) =>
    openGraph(login === 'facebook' ? app.graph_url : app.instagram_url, access_token, http)
  const accountOf = (connection: Connection<InstagramCredentials>, http: Http): BusinessAccount => ({
    channel: 'instagram',
    graph: graphOf(connection, http),
    // With a page's token, `me` is the page.
    node: connection.credentials.login === 'facebook' ? 'me' : connection.credentials.account_id,
  })
  const describe = async (connection: Connection<InstagramCredentials>, http: Http, keep: typeof subscribe) => {
    const { credentials } = connection
    const { graph, node } = accountOf(connection, http)
    const account = await readAccount(graph, credentials)
    const alert = warningOf(credentials, new Date())
    const warnings = [await keep(graph, node, FIELDS[credentials.login]), alert]
    return { ...account, detail: warnings.filter(Boolean).join(' ') || undefined, ...(alert && { alert }) }
  }

  return {
    channel: 'instagram',
    credentials: instagramCredentials(app),
    rates: { inbox: { per_second: 100, burst: 100 } },
    connect: (connection, http) => describe(connection, http, subscribe),
    async disconnect(connection, http) {
      const { graph, node } = accountOf(connection, http)
      await unsubscribe(graph, node)
    },
    // With a page's token the subscription is that of the page. Its id is not known here, so any Messenger inbox may need it.
    sharesSubscription: ({ external_id, credentials: { login } }, other) =>
      (other.channel === 'instagram' && other.external_id === external_id) ||
      (login === 'facebook' && other.channel === 'messenger'),
    check: (connection, http) => describe(connection, http, keepSubscribed),
    handshake: (request, { verify_token }) => answerHandshake(request, verify_token, app.verify_token),
    authenticate: (request, { credentials }) => isSigned(request, credentials.app_secret ?? app.app_secret),
    parse: (body, _connection, received_at) =>
      parseMessaging({ object: 'instagram', name: 'Instagram' }, body, received_at),
    send: (connection, message, http) => send(accountOf(connection, http), message),
    fetchMedia: (connection, reference, http) => fetchMedia(graphOf(connection, http), http, reference),
    fetchProfile: (connection, { source_id }, http) => readProfile(graphOf(connection, http), source_id),
    react: (connection, { recipient, external_id }, emoji, http) =>
      react(accountOf(connection, http), recipient.source_id, external_id, emoji),
    markRead: (connection, { recipient }, http) =>
      signal(accountOf(connection, http), recipient.source_id, 'mark_seen'),
    typing_seconds: 20,
    setTyping: (connection, { recipient }, http) =>
      signal(accountOf(connection, http), recipient.source_id, 'typing_on'),
    refresh: ({ credentials }, http) => refresh(app.instagram_url, http, credentials, new Date()),
  }
}
