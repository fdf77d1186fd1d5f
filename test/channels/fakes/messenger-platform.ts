import { type Fault, faultQueue, type LoopbackAnswer, type LoopbackRequest, openLoopback } from './loopback.ts'
import { type GraphCall, graphFailure, postWebhook } from './meta.ts'

/** A person who writes to the business. Without a name Meta does not give their profile. */
export type Person = { id: string; name?: string; username?: string }

/** One entry of `messaging` in a webhook. */
export type MessagingEvent = Record<string, unknown>

/** Differences between Messenger and the two logins of Instagram. */
export type Platform = {
  object: 'page' | 'instagram'
  /** Id of the page or professional account in webhooks. */
  account: string
  /** The account in addresses. */
  node: string
  access_token: string
  app_secret: string
  describe(): object
  text_limit: number
  lengthOf(text: string): number
  closed_window: number
  hasMetadata: boolean
  toProfile(person: Person): object
}

type Sent = { mid: string; recipient: string; message: Record<string, unknown> }

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TOKEN_SECONDS = 60 * 24 * 3600

/**
 * Meta's side of one page or Instagram account: tokens, sending with the 24-hour window and the human-agent tag, echoes,
 * files whose address expires. Its clock stands still once it is set.
 */
export async function openPlatform(platform: Platform) {
  const calls: GraphCall[] = []
  const faults = faultQueue()
  const state = emptyState(platform)
  const { url, close } = await openLoopback(async (request) => {
    const call = await readCall(request, platform)
    calls.push(call)
    return { fault: faults.take(call.endpoint), answer: () => answer(call, platform, state, url) }
  })
  const event = ({ id }: Person, fields: object): MessagingEvent => ({
    sender: { id },
    recipient: { id: platform.account },
    timestamp: now(state),
    ...fields,
  })
  const body = (events: readonly MessagingEvent[], list = 'messaging') => ({
    object: platform.object,
    entry: [{ id: platform.account, time: now(state), [list]: events }],
  })

  return {
    url,
    close,
    calls,
    /** Forgets calls, faults, messages and files. */
    reset(): void {
      calls.length = 0
      faults.clear()
      Object.assign(state, emptyState(platform))
    },
    callsOf: (endpoint: string) => calls.filter((call) => call.endpoint === endpoint),
    /** Bodies of the messages asked for, without actions such as typing. */
    // oxlint-disable-next-line typescript/no-explicit-any -- each test asserts its own shape
    messages: (): any[] => calls.flatMap(({ endpoint, body: given }) => (endpoint === 'messages' ? [given] : [])),
    /** Messages Meta accepted. */
    accepted: (): readonly Sent[] => state.sent,
    /** The next call of an endpoint goes wrong in this way. */
    fail: (endpoint: string, fault: Fault, times?: number) => faults.add(endpoint, fault, times),
    /** From now on only this token is valid. */
    setToken: (token: string) => void (state.token = token),
    setClock: (moment: string) => void (state.clock = Date.parse(moment)),
    advanceClock: (seconds: number) => void (state.clock = now(state) + seconds * 1000),
    /** Ends the subscription, as Meta does after an hour of failed deliveries. */
    unsubscribe: () => void (state.subscribed_fields = undefined),
    subscribedFields: () => state.subscribed_fields,
    /** Another app answers all conversations until control is taken. */
    passControl: () => void (state.isControlled = false),
    /** An attachment of a message of a customer. */
    addMedia(bytes: Buffer, content_type: string, type = content_type.split('/')[0]!) {
      const key = nextId(state, 'f')
      state.files.set(key, { bytes, content_type })
      return { type, payload: { url: `${url}/file/${key}` } }
    },
    /** From now on the addresses of files in webhooks no longer work. */
    expireMedia: () => void (state.isExpired = true),
    removeMedia: () => state.files.clear(),
    /** Any event of a person. */
    event,
    /** A message of a person, such as `{ text: 'Hola' }`. Opens the window. */
    receive(person: Person, message: object): MessagingEvent {
      const mid = nextMid(state)
      state.people.set(person.id, person)
      state.windows.set(person.id, now(state))
      const { attachments = [] } = message as { attachments?: unknown[] }
      state.received.set(mid, attachments)
      return event(person, { message: { mid, ...message } })
    },
    /** The echo of each message accepted so far, once. */
    takeEchoes: (): MessagingEvent[] => state.echoes.splice(0),
    /** A message the business wrote elsewhere, such as in the page's inbox. */
    writeElsewhere: ({ id }: Person, message: object): MessagingEvent => ({
      sender: { id: platform.account },
      recipient: { id },
      timestamp: now(state),
      message: { is_echo: true, mid: nextMid(state), ...message },
    }),
    body,
    /** Delivers events: together, or each by itself; several times, if asked. Returns the status of every answer. */
    async deliver(
      webhook_url: string,
      events: readonly MessagingEvent[],
      { copies, isBatch = true, list }: { copies?: number; isBatch?: boolean; list?: string } = {},
    ): Promise<number[]> {
      const bodies = isBatch ? [body(events, list)] : events.map((each) => body([each], list))
      const statuses: number[] = []
      for (const each of bodies)
        statuses.push(...(await postWebhook(webhook_url, each, platform.app_secret, copies ? { copies } : {})))
      return statuses
    },
  }
}

function emptyState({ access_token }: Platform) {
  return {
    token: access_token,
    /** Set by tests; the real time otherwise. */
    clock: undefined as number | undefined,
    counter: 0,
    subscribed_fields: undefined as string[] | undefined,
    isControlled: true,
    isExpired: false,
    people: new Map<string, Person>(),
    /** When each person last wrote. */
    windows: new Map<string, number>(),
    /** Attachments of received messages. */
    received: new Map<string, unknown[]>(),
    files: new Map<string, { bytes: Buffer; content_type: string }>(),
    uploads: new Set<string>(),
    sent: [] as Sent[],
    echoes: [] as MessagingEvent[],
  }
}
type State = ReturnType<typeof emptyState>

async function readCall(
  { method, url, headers, body }: LoopbackRequest,
  { node, object }: Platform,
): Promise<GraphCall> {
  const path = decodeURIComponent(url.pathname.replace(/^\/(v[\d.]+\/)?/, ''))
  const type = headers['content-type'] ?? ''
  const isForm = type.startsWith('multipart/form-data')
  const read = isForm ? await readForm(body, type) : body.length > 0 ? JSON.parse(body.toString('utf8')) : undefined
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  const query = Object.fromEntries(url.searchParams)
  const token = bearer ?? query.access_token
  return { endpoint: endpointOf(path, read, { node, object }), method, path, query, token, body: read }
}

// oxlint-disable-next-line typescript/no-explicit-any -- as it came
function endpointOf(path: string, body: any, { node, object }: Pick<Platform, 'node' | 'object'>): string {
  if (path.startsWith('file/')) return 'file'
  if (path === 'refresh_access_token') return 'refresh'
  if (path === `${node}/messages`) return body?.sender_action ? 'actions' : 'messages'
  if (path === `${node}/message_attachments`) return 'upload'
  if (path === `${node}/subscribed_apps`) return 'subscribed_apps'
  if (path === `${node}/take_thread_control`) return 'control'
  if (path === `${node}/conversations`) return 'threads'
  if (path === (object === 'page' ? node : 'me')) return 'account'
  if (/^\d+$/.test(path)) return 'profile'
  return path.startsWith('m_') ? 'message' : 'unknown'
}

async function readForm(body: Buffer, content_type: string): Promise<Record<string, unknown>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': content_type } }).formData()
  const file = form.get('filedata') as File
  return {
    message: JSON.parse(form.get('message') as string),
    filedata: { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) },
  }
}

function answer(call: GraphCall, platform: Platform, state: State, origin: string): LoopbackAnswer {
  const { endpoint, path } = call
  if (endpoint === 'file') return download(path.slice('file/'.length), state)
  if (call.token !== state.token)
    return graphFailure(190, 'Error validating access token: Session has expired.', { status: 401, subcode: 463 })
  const done = { status: 200, body: { success: true } }
  switch (endpoint) {
    case 'account':
      return { status: 200, body: platform.describe() }
    case 'messages':
      return takeMessage(call.body, platform, state)
    case 'actions':
      return { status: 200, body: { recipient_id: call.body.recipient?.id } }
    case 'upload': {
      const attachment_id = nextId(state, '77')
      state.uploads.add(attachment_id)
      return { status: 200, body: { attachment_id } }
    }
    case 'subscribed_apps':
      if (call.method === 'POST') state.subscribed_fields = call.query.subscribed_fields?.split(',')
      if (call.method === 'DELETE') state.subscribed_fields = undefined
      return call.method !== 'GET' ? done : { status: 200, body: { data: subscriptionsOf(state) } }
    case 'control':
      state.isControlled = true
      return done
    case 'profile':
      return describePerson(path, platform, state)
    case 'threads':
      return { status: 200, body: { data: [{ participants: { data: participantsOf(call.query.user_id, state) } }] } }
    case 'message':
      return describeMessage(path, state, origin)
    case 'refresh': {
      state.token = `${platform.access_token}-${nextId(state, 'renewed')}`
      return { status: 200, body: { access_token: state.token, token_type: 'bearer', expires_in: TOKEN_SECONDS } }
    }
    default:
      return missing(path)
  }
}

function missing(path: string): LoopbackAnswer {
  return graphFailure(100, `Unsupported request. Object with ID '${path}' does not exist.`, { subcode: 33 })
}

// oxlint-disable-next-line typescript/no-explicit-any -- as it came
function takeMessage(body: any, platform: Platform, state: State): LoopbackAnswer {
  const wrong = objectionTo(body, platform, state)
  if (wrong) return wrong
  const mid = nextMid(state)
  const { recipient, message } = body
  state.sent.push({ mid, recipient: recipient.id, message })
  const { metadata, ...content } = message
  state.echoes.push({
    sender: { id: platform.account },
    recipient: { id: recipient.id },
    timestamp: now(state),
    message: { is_echo: true, mid, ...content, ...(platform.hasMetadata && { app_id: 998877665544, metadata }) },
  })
  return { status: 200, body: { recipient_id: recipient.id, message_id: mid } }
}

// oxlint-disable-next-line typescript/no-explicit-any -- as it came
function objectionTo(body: any, platform: Platform, state: State): LoopbackAnswer | undefined {
  const { recipient, message = {}, tag } = body
  const invalid = (text: string) => graphFailure(100, text)
  const written = state.windows.get(recipient?.id)
  if (written === undefined) return graphFailure(100, 'No matching user found', { subcode: 2018001 })
  if (!state.isControlled)
    return graphFailure(10, 'Message failed to send because another app is controlling this thread now', {
      subcode: 2018300,
    })
  const allowed = tag === 'HUMAN_AGENT' ? 7 * DAY : DAY
  if (now(state) - written > allowed)
    return graphFailure(10, 'This message is sent outside of allowed window.', { subcode: platform.closed_window })
  if (tag !== undefined && tag !== 'HUMAN_AGENT') return invalid('Invalid message tag')
  if (message.text !== undefined && platform.lengthOf(message.text) > platform.text_limit)
    return invalid('Length of param message[text] is too long')
  if (message.metadata !== undefined && !platform.hasMetadata) return invalid('Invalid keys "metadata"')
  const { attachment_id } = message.attachment?.payload ?? {}
  if (attachment_id !== undefined && !state.uploads.has(attachment_id)) return invalid('The attachment is not known')
  return message.text || message.attachment ? undefined : invalid('The message is empty')
}

function subscriptionsOf({ subscribed_fields }: State): object[] {
  return subscribed_fields ? [{ id: '998877665544', subscribed_fields }] : []
}

function describePerson(id: string, platform: Platform, { people }: State): LoopbackAnswer {
  const person = people.get(id)
  return person?.name || person?.username ? { status: 200, body: platform.toProfile(person) } : missing(id)
}

/** Conversations name people whose profile Meta does not give. */
function participantsOf(id: string | undefined, { people }: State): object[] {
  const person = people.get(id ?? '')
  return person ? [{ id: person.id, name: person.name ?? `Participante ${person.id.slice(-4)}` }] : []
}

/** The message with new addresses of its files. */
function describeMessage(mid: string, state: State, origin: string): LoopbackAnswer {
  const attachments = state.received.get(mid) as { payload?: { url?: string } }[] | undefined
  if (!attachments) return missing(mid)
  const data = attachments.map(({ payload }) => {
    const key = payload?.url?.split('/').at(-1) ?? ''
    return { id: key, image_data: { url: `${origin}/file/${key}~new` } }
  })
  return { status: 200, body: { id: mid, attachments: { data } } }
}

function download(key: string, { files, isExpired }: State): LoopbackAnswer {
  const file = files.get(key.replace(/~new$/, ''))
  if (!file) return { status: 404, body: '' }
  if (isExpired && !key.endsWith('~new')) return { status: 403, body: 'URL signature expired' }
  return { status: 200, headers: { 'content-type': file.content_type }, body: file.bytes }
}

function nextId(state: State, prefix: string): string {
  return `${prefix}${String(++state.counter).padStart(8, '0')}`
}

function nextMid(state: State): string {
  return nextId(state, 'm_FICT')
}

function now({ clock }: Pick<State, 'clock'>): number {
  return clock ?? Date.now()
}
