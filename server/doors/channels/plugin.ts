import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProviderChannel } from '#contract/channels.ts'
import { findByToken, listByAccounts, type OpenedConnection, storeRequest } from '#domains/access/public/connections.ts'
import { declareRoutes, openLimits } from '#doors/open-routes.ts'
import type { Channels, InboundRequest } from '#kernel/connector.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The connection of the URL, on routes of channels. */
    connection?: OpenedConnection | undefined
  }
}

type Options = { runtime: Runtime & { channels: Channels }; notify: () => void }

/** Webhooks of providers: authenticated by their exact bytes, stored, and acknowledged. */
export async function channelsDoor(app: FastifyInstance, { runtime, notify }: Options): Promise<void> {
  const { database, secret, config, channels } = runtime
  const keys = { secret, base_url: config.base_url }
  declareRoutes(app, { open: openLimits.channels })
  // Signatures cover the bytes, so no body is parsed here.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const accept = async (connections: readonly OpenedConnection[], request: InboundRequest, reply: FastifyReply) => {
    await storeRequest(database.sql, connections, request.body)
    notify()
    const { content_type, body } = channels.connectors[connections[0]!.channel]?.acknowledge ?? emptyAnswer
    return reply.type(content_type).send(body)
  }

  app.get('/channels/meta', (request, reply) => {
    const challenge = channels.connectors.whatsapp?.handshake?.(toRequest(request), unconnected)
    return challenge === undefined ? wrongHandshake() : reply.type('text/plain').send(challenge)
  })

  app.post('/channels/meta', async (request, reply) => {
    const inbound = toRequest(request)
    if (!(await isFromMeta(inbound))) return unsigned()
    const channel = metaChannel(inbound.body)
    const recipients = channel ? await findRecipients(channel, inbound.body) : []
    const authentic = recipients.filter(isFrom(inbound))
    if (authentic.length > 0) return accept(authentic, inbound, reply)
    // An account that is not connected here is acknowledged, or Meta would repeat it for days.
    runtime.log.warn({ channel, entries: entryIds(inbound.body) }, 'a webhook names an account that is not connected')
    return reply.send('')
  })

  await app.register(async (scope) => {
    // Callers who do not know the address are refused before their body is read.
    scope.addHook('onRequest', async (request) => {
      request.connection = await find(request)
    })

    scope.get('/channels/:channel/:token', async (request, reply) => {
      const connection = request.connection!
      const challenge = channels.connectors[connection.channel]?.handshake?.(toRequest(request), connection)
      return challenge === undefined ? wrongHandshake() : reply.type('text/plain').send(challenge)
    })

    scope.post('/channels/:channel/:token', async (request, reply) => {
      const inbound = toRequest(request)
      return isFrom(inbound)(request.connection!) ? accept([request.connection!], inbound, reply) : unsigned()
    })
  })

  await app.register(async (scope) => addMailRoute(scope, { find, isFrom, accept }))

  async function find({ params }: FastifyRequest): Promise<OpenedConnection> {
    const { channel = 'email', token } = params as { channel?: string; token: string }
    return (await findByToken(database.sql, keys, channel, token)) ?? unknownAddress()
  }

  function isFrom(request: InboundRequest): (connection: OpenedConnection) => boolean {
    return (connection) => channels.connectors[connection.channel]?.authenticate(request, connection) ?? false
  }

  /**
   * Whether the app of the installation, or the app of an inbox named in the body, signed the request. Nothing is
   * parsed before that is known.
   */
  async function isFromMeta(inbound: InboundRequest): Promise<boolean> {
    const channelsOfMeta = Object.values(metaChannels)
    if (channelsOfMeta.some((channel) => isFrom(inbound)({ ...unconnected, channel }))) return true
    if (inbound.headers['x-hub-signature-256'] === undefined) return false
    const ids = idsIn(inbound.body)
    const named = await listByAccounts(database.sql, keys, channelsOfMeta, { accounts: ids, businesses: ids })
    return named.some(isFrom(inbound))
  }

  /** The inboxes a body of the shared Meta app is addressed to. */
  async function findRecipients(channel: ProviderChannel, body: Buffer): Promise<OpenedConnection[]> {
    const connector = channels.connectors[channel]
    if (!connector) return []
    const events = await connector.parse(body, unconnected, new Date().toISOString())
    const accounts = new Set(events.flatMap(({ account }) => account ?? []))
    return listByAccounts(database.sql, keys, [channel], { accounts: [...accounts], businesses: entryIds(body) })
  }
}

const emptyAnswer = { content_type: 'text/plain', body: '' }

type MailRoute = {
  find(request: FastifyRequest): Promise<OpenedConnection>
  isFrom(request: InboundRequest): (connection: OpenedConnection) => boolean
  accept(connections: readonly OpenedConnection[], request: InboundRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** Mail is larger than other requests, and its secret precedes the body, which is read only with the right one. */
function addMailRoute(scope: FastifyInstance, { find, isFrom, accept }: MailRoute): void {
  declareRoutes(scope, { open: openLimits.mail })
  scope.addHook('onRequest', async (request) => {
    request.connection = await find(request)
    if (!isFrom(toRequest(request))(request.connection)) unsigned()
  })
  scope.post('/channels/email/:token', (request, reply) => accept([request.connection!], toRequest(request), reply))
}

const unconnected = {
  account_id: '',
  inbox_id: '',
  webhook_url: '',
  verify_token: '',
  external_id: null,
  credentials: {},
  settings: {},
}

const metaChannels: Readonly<Record<string, ProviderChannel>> = {
  whatsapp_business_account: 'whatsapp',
  page: 'messenger',
  instagram: 'instagram',
}

const MOST_IDS = 2_000

/** Everything in the bytes that looks like an id, without parsing them. */
function idsIn(body: Buffer): string[] {
  const found = new Set<string>()
  for (const [, id] of body.toString('latin1').matchAll(/"(?:phone_number_)?id"\s*:\s*"(\w{1,64})"/g)) {
    found.add(id!)
    if (found.size === MOST_IDS) break
  }
  return [...found]
}

type MetaBody = { object?: unknown; entry?: { id?: unknown }[] }

function readJson(body: Buffer): MetaBody {
  try {
    return (JSON.parse(body.toString('utf8')) ?? {}) as MetaBody
  } catch {
    return {}
  }
}

const metaChannel = (body: Buffer) => metaChannels[String(readJson(body).object)]

function entryIds(body: Buffer): string[] {
  const { entry } = readJson(body)
  return Array.isArray(entry) ? entry.flatMap((each) => (typeof each?.id === 'string' ? each.id : [])) : []
}

function toRequest(request: FastifyRequest): InboundRequest {
  const { method, url, headers, body } = request
  // Dots in the names must stay, so the query is read here.
  const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams)
  return { method, url, headers, query, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
}

function unknownAddress(): never {
  return reject('not_found', 'There is no such channel address; copy it from the inbox settings.')
}

function unsigned(): never {
  return reject('unauthenticated', 'The signature does not fit this inbox; check its secret.')
}

function wrongHandshake(): never {
  return reject('permission_denied', 'The verify token is wrong; copy it from the inbox settings.')
}
