import { type Fault, faultQueue, type LoopbackAnswer, type LoopbackRequest, openLoopback } from './loopback.ts'

export type SentFile = { file_name: string; content_type: string; bytes: Buffer }

/** A call of a method, with its parameters as JSON whatever way they came. */
export type TelegramCall = {
  token: string
  method: string
  // oxlint-disable-next-line typescript/no-explicit-any -- each test asserts its own shape
  parameters: Record<string, any>
  files: Record<string, SentFile>
}

export type Webhook = { url: string; secret_token?: string; allowed_updates?: string[] }

export type TelegramPerson = { id: number; first_name?: string; last_name?: string; username?: string }

type Options = {
  /** As Telegram itself; off by default, because tests listen on plain http. */
  requires_https?: boolean
}

/**
 * The Bot API, as far as a connector uses it. A bot exists for every token `<number>:<text>` unless it is revoked. Keeps
 * the messages sent to each chat, so that edits, deletions and replies are judged as Telegram does.
 */
export async function openFakeTelegram({ requires_https = false }: Options = {}) {
  const calls: TelegramCall[] = []
  const faults = faultQueue()
  const state = emptyState(requires_https)
  const { url, close } = await openLoopback(async (request) => {
    const call = await readCall(request)
    if (!call) return { fault: faults.take('file'), answer: () => download(request, state) }
    calls.push(call)
    return { fault: faults.take(call.method), answer: () => answer(call, state) }
  })
  let update_id = 880_000_000

  return {
    url,
    close,
    calls,
    /** Forgets calls, faults and messages. */
    reset(): void {
      calls.length = 0
      faults.clear()
      Object.assign(state, emptyState(requires_https))
    },
    callsOf: (method: string) => calls.filter((call) => call.method === method),
    /** The next call of a method, or the next download (`file`), goes wrong in this way. */
    fail: (method: string, fault: Fault, times?: number) => faults.add(method, fault, times),
    revoke: (token: string) => void state.revoked.add(token),
    block: (chat_id: number) => void state.blocked.add(chat_id),
    unblock: (chat_id: number) => void state.blocked.delete(chat_id),
    addFile: (file_id: string, bytes: Buffer) => void state.files.set(file_id, bytes),
    /** Messages sent so far, as customers see them. */
    accepted: () => [...state.messages.values()],
    /** Links given out so far stop working. */
    expireLinks: () => state.links.clear(),
    webhookOf: (token: string) => state.webhooks.get(token),
    setWebhook: (token: string, webhook: Webhook) => void state.webhooks.set(token, webhook),
    /** Reported by getWebhookInfo. */
    setDeliveryError: (token: string, error: DeliveryError) => void state.errors.set(token, error),
    /** An update with the next number. */
    update: (fields: object) => ({ update_id: ++update_id, ...fields }),
    /** An update with a message of this person in their private chat. */
    messageFrom: (person: TelegramPerson, fields: object) => {
      const message = {
        message_id: ++state.next,
        from: { is_bot: false, ...person },
        chat: { type: 'private', ...person },
      }
      return { update_id: ++update_id, message: { ...message, date: Math.floor(Date.now() / 1000), ...fields } }
    },
    /** Posts an update to the bot's webhook, and returns the status. */
    async deliver(token: string, update: object, secret = state.webhooks.get(token)?.secret_token): Promise<number> {
      const webhook = state.webhooks.get(token)
      if (!webhook) throw new Error('The bot has no webhook')
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret ?? '' }
      const response = await fetch(webhook.url, { method: 'POST', headers, body: JSON.stringify(update) })
      await response.arrayBuffer()
      return response.status
    },
  }
}

export type FakeTelegram = Awaited<ReturnType<typeof openFakeTelegram>>
export type DeliveryError = { pending_update_count?: number; last_error_date?: number; last_error_message?: string }

type Kept = { text?: string; caption?: string }
type State = {
  requires_https: boolean
  webhooks: Map<string, Webhook>
  errors: Map<string, DeliveryError>
  revoked: Set<string>
  blocked: Set<number>
  messages: Map<string, Kept>
  files: Map<string, Buffer>
  links: Map<string, string>
  next: number
}

function emptyState(requires_https: boolean): State {
  return {
    requires_https,
    webhooks: new Map(),
    errors: new Map(),
    revoked: new Set(),
    blocked: new Set(),
    messages: new Map(),
    files: new Map(),
    links: new Map(),
    next: 100,
  }
}

const FILE_BYTES = 20 * 1024 * 1024

/** Answers as Telegram writes them. */
export function refusal(error_code: number, description: string, parameters?: object): LoopbackAnswer {
  return { status: error_code, body: { ok: false, error_code, description, ...(parameters && { parameters }) } }
}

function done(result: unknown): LoopbackAnswer {
  return { status: 200, body: { ok: true, result } }
}

async function readCall({ url, headers, body }: LoopbackRequest): Promise<TelegramCall | undefined> {
  const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(url.pathname) ?? []
  if (!token || !method) return undefined
  const type = headers['content-type'] ?? ''
  const call: TelegramCall = { token, method, parameters: {}, files: {} }
  if (type.startsWith('application/json')) call.parameters = JSON.parse(body.toString('utf8'))
  if (!type.startsWith('multipart/')) return call
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  for (const [name, value] of form) {
    if (typeof value === 'string') call.parameters[name] = parsed(value)
    else {
      const bytes = Buffer.from(await value.arrayBuffer())
      call.files[name] = { file_name: value.name, content_type: value.type, bytes }
    }
  }
  return call
}

/** Numbers and objects of a form arrive as text. */
function parsed(text: string): unknown {
  if (!/^(-?\d+$|-?\d+\.\d+$|[{[])/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function answer(call: TelegramCall, state: State): LoopbackAnswer {
  const { token, method, parameters } = call
  if (!/^\d+:/.test(token)) return refusal(404, 'Not Found')
  if (state.revoked.has(token)) return refusal(401, 'Unauthorized')
  if (state.blocked.has(parameters.chat_id)) return refusal(403, 'Forbidden: bot was blocked by the user')
  const handler = handlers[method] ?? (method.startsWith('send') ? send : undefined)
  return handler ? handler(call, state) : refusal(404, 'Not Found')
}

const handlers: Record<string, (call: TelegramCall, state: State) => LoopbackAnswer> = {
  getMe: ({ token }) => {
    const id = Number(token.split(':')[0])
    return done({ id, is_bot: true, first_name: 'Tienda', username: `tienda_${id}_bot` })
  },
  getWebhookInfo: ({ token }, { webhooks, errors }) =>
    done({
      url: webhooks.get(token)?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: 0,
      ...errors.get(token),
    }),
  setWebhook: ({ token, parameters }, { requires_https, webhooks }) => {
    const { url, secret_token, allowed_updates } = parameters
    if (requires_https && !url.startsWith('https://'))
      return refusal(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook')
    if (secret_token !== undefined && !/^[\w-]{1,256}$/.test(secret_token))
      return refusal(400, 'Bad Request: secret token contains unallowed characters')
    webhooks.set(token, { url, secret_token, allowed_updates })
    return done(true)
  },
  deleteWebhook: ({ token }, { webhooks }) => done(webhooks.delete(token) || true),
  answerCallbackQuery: () => done(true),
  sendChatAction: () => done(true),
  getUserProfilePhotos: ({ parameters: { user_id, limit } }, { files }) => {
    // A person has a picture if its file `photo-<id>` was added.
    const file_id = `photo-${user_id}`
    const sizes = [160, 320, 640].map((width) => ({
      file_id,
      file_unique_id: `${file_id}-${width}`,
      width,
      height: width,
    }))
    const photos = files.has(file_id) && limit > 0 ? [sizes] : []
    return done({ total_count: photos.length, photos })
  },
  sendMediaGroup: (call, state) => {
    const media = call.parameters.media as { type: string; media: string; caption?: string }[]
    if (media.length < 2 || media.length > 10) return refusal(400, 'Bad Request: wrong number of items in the album')
    const missing = media.find((each) => !call.files[each.media.replace('attach://', '')])
    if (missing) return refusal(400, 'Bad Request: file not found in request')
    return done(media.map(({ caption }) => keep(call, state, caption === undefined ? {} : { caption })))
  },
  setMessageReaction: ({ parameters: { reaction } }) => {
    const isAllowed = reaction.every(({ emoji }: { emoji: string }) => ['👍', '❤', '🔥', '🎉', '😁'].includes(emoji))
    return isAllowed ? done(true) : refusal(400, 'Bad Request: REACTION_INVALID')
  },
  editMessageText: ({ parameters }, state) => {
    const message = state.messages.get(`${parameters.chat_id}:${parameters.message_id}`)
    if (!message) return refusal(400, 'Bad Request: message to edit not found')
    if (message.text === undefined) return refusal(400, 'Bad Request: there is no text in the message to edit')
    return change(message, { text: parameters.text })
  },
  editMessageCaption: ({ parameters }, state) => {
    const message = state.messages.get(`${parameters.chat_id}:${parameters.message_id}`)
    return message
      ? change(message, { caption: parameters.caption })
      : refusal(400, 'Bad Request: message to edit not found')
  },
  deleteMessage: ({ parameters: { chat_id, message_id } }, { messages }) =>
    messages.delete(`${chat_id}:${message_id}`) ? done(true) : refusal(400, 'Bad Request: message to delete not found'),
  deleteBusinessMessages: () => done(true),
  getFile: ({ parameters: { file_id } }, { files, links }) => {
    const bytes = files.get(file_id)
    if (!bytes) return refusal(400, 'Bad Request: invalid file_id')
    if (bytes.length > FILE_BYTES) return refusal(400, 'Bad Request: file is too big')
    const file_path = `documents/file_${links.size + 1}_${file_id}`
    links.set(file_path, file_id)
    return done({ file_id, file_unique_id: file_id, file_size: bytes.length, file_path })
  },
}

function send(call: TelegramCall, state: State): LoopbackAnswer {
  const { method, parameters, files } = call
  const { text, caption, reply_markup, reply_parameters, chat_id } = parameters
  if (method === 'sendMessage' && !text) return refusal(400, 'Bad Request: message text is empty')
  if (Array.from(text ?? '').length > 4096) return refusal(400, 'Bad Request: message is too long')
  if (Array.from(caption ?? '').length > 1024) return refusal(400, 'Bad Request: message caption is too long')
  const buttons = (reply_markup?.inline_keyboard ?? []).flat() as { callback_data: string }[]
  if (buttons.some(({ callback_data }) => !callback_data || Buffer.byteLength(callback_data) > 64))
    return refusal(400, 'Bad Request: BUTTON_DATA_INVALID')
  const isQuoteMissing = reply_parameters && !state.messages.has(`${chat_id}:${reply_parameters.message_id}`)
  if (isQuoteMissing && !reply_parameters.allow_sending_without_reply)
    return refusal(400, 'Bad Request: message to be replied not found')
  const field = /^send(Photo|Video|Animation|Voice|Audio|Document)$/.exec(method)?.[1]?.toLowerCase()
  if (field && !files[field]) return refusal(400, `Bad Request: there is no ${field} in the request`)
  return done(keep(call, state, { ...(text !== undefined && { text }), ...(caption !== undefined && { caption }) }))
}

function keep({ parameters: { chat_id } }: TelegramCall, state: State, message: Kept) {
  const message_id = ++state.next
  state.messages.set(`${chat_id}:${message_id}`, message)
  return { message_id, date: Math.floor(Date.now() / 1000), chat: { id: chat_id, type: 'private' }, ...message }
}

function change(message: Kept, changed: Kept): LoopbackAnswer {
  const isSame = Object.entries(changed).every(([name, value]) => message[name as keyof Kept] === value)
  if (isSame) return refusal(400, 'Bad Request: message is not modified')
  Object.assign(message, changed)
  return done(message)
}

function download({ url }: LoopbackRequest, { revoked, links, files }: State): LoopbackAnswer {
  const [, token = '', path = ''] = /^\/file\/bot([^/]+)\/(.+)$/.exec(url.pathname) ?? []
  const file_id = links.get(decodeURIComponent(path))
  if (revoked.has(token) || file_id === undefined) return refusal(404, 'Not Found')
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: files.get(file_id)! }
}
