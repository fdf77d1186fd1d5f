import { createHash } from 'node:crypto'
import { phoneVariants } from '#contract/phone.ts'
import { type Fault, faultQueue, type LoopbackAnswer, type LoopbackRequest, openLoopback } from './loopback.ts'
import { type GraphCall, graphFailure, postWebhook } from './meta.ts'

/** A person who writes to the number. Without a phone they have adopted a username. */
export type Customer = { name?: string; username?: string; phone?: string; user_id?: string }

export type Template = {
  id: string
  name: string
  language: string
  status: string
  category: string
  parameter_format?: 'POSITIONAL' | 'NAMED'
  components: object[]
  rejected_reason?: string
}

export type Change = { field: string; value: object }

type Media = { bytes: Buffer; content_type: string; expires_at: number; redirect?: string }

type State = ReturnType<typeof emptyState>

const HOUR = 3_600_000
const DAY = 24 * HOUR
const URL_MILLISECONDS = 5 * 60_000
const PAIR_BURST = 45
const PAIR_MILLISECONDS = 6_000

/** The number of a business, with the credentials of its inbox. */
export const shop = {
  phone_number_id: '334455667788990',
  business_account_id: '218844907712001',
  access_token: 'EAAG-fictional-token',
  app_secret: 'meta-test-app-secret',
  verify_token: 'verify-lupita-01',
  display_phone_number: '525555550100',
  verified_name: 'Panadería Lupita',
  app_id: '670843887433847',
  whatsapp_business_manager_messaging_limit: 'TIER_UNLIMITED',
}

/**
 * The Cloud API of one WhatsApp number: tokens, sending with the 24-hour window and the rate per person, media in two
 * steps, templates in pages. Its clock stands still once it is set.
 */
export async function openFakeWhatsApp(number: Partial<typeof shop> = {}) {
  const owner = { ...shop, ...number }
  const calls: GraphCall[] = []
  const faults = faultQueue()
  const state = emptyState(owner)
  const { url, close } = await openLoopback(async (request) => {
    const call = await readCall(request, state)
    calls.push(call)
    return { fault: faults.take(call.endpoint), answer: () => answer(call, state, url) }
  })

  const change = (field: string, value: object): Change => ({ field, value: { ...metadataOf(state), ...value } })
  return {
    /** For HILO_GRAPH_URL. */
    url,
    close,
    calls,
    number: owner,
    credentials: {
      phone_number_id: owner.phone_number_id,
      business_account_id: owner.business_account_id,
      access_token: owner.access_token,
      app_secret: owner.app_secret,
      verify_token: owner.verify_token,
    },
    templates: state.templates,
    /** Forgets calls, faults, messages, files and templates. */
    reset(): void {
      calls.length = 0
      faults.clear()
      state.templates.length = 0
      Object.assign(state, { ...emptyState(owner), templates: state.templates })
    },
    callsOf: (endpoint: string) => calls.filter((call) => call.endpoint === endpoint),
    /** Bodies of the messages asked for, without read marks. */
    // oxlint-disable-next-line typescript/no-explicit-any -- each test asserts its own shape
    messages: (): any[] => calls.flatMap(({ endpoint, body }) => (endpoint === 'messages' && body?.type ? [body] : [])),
    /** The next call of an endpoint goes wrong in this way. */
    fail: (endpoint: string, fault: Fault, times?: number) => faults.add(endpoint, fault, times),
    /** From now on only this token is valid. */
    setToken: (token: string) => void (state.token = token),
    setClock: (moment: string) => void (state.clock = Date.parse(moment)),
    advanceClock: (seconds: number) => void (state.clock = now(state) + seconds * 1000),
    /** A file a customer sends. The id lives for 7 days. `redirect` is answered instead of the bytes. */
    addMedia(bytes: Buffer, content_type: string, redirect?: string) {
      const id = nextId(state, '9900')
      state.media.set(id, {
        bytes,
        content_type,
        expires_at: now(state) + 7 * DAY,
        ...(redirect !== undefined && { redirect }),
      })
      return { id, mime_type: content_type, sha256: createHash('sha256').update(bytes).digest('base64') }
    },
    /** Any change, with the facts about the number. */
    change,
    /** A message of a customer: `{ type: 'text', text: { body: 'Hola' } }`. Opens the window. */
    receive(customer: Customer, message: object): Change {
      const { contact, from } = identify(customer)
      for (const key of keysOf(customer)) state.windows.set(key, now(state))
      const facts = { ...from, id: nextWamid(state), timestamp: String(Math.floor(now(state) / 1000)) }
      return change('messages', { contacts: [contact], messages: [{ ...facts, ...message }] })
    },
    /** A status of a message by its id. */
    status(id: string, status: string, fields: object = {}): Change {
      const timestamp = String(Math.floor(now(state) / 1000))
      return change('messages', { statuses: [{ id, status, timestamp, ...fields }] })
    },
    /** The statuses that follow the messages accepted so far, each once. */
    takeStatuses: (): Change[] => state.statuses.splice(0),
    /** The body of one webhook with all these changes. */
    body: (changes: readonly Change[]) => bodyOf(state, changes),
    /** Delivers changes: together, or each by itself; several times, if asked. Returns the status of every answer. */
    async deliver(
      webhook_url: string,
      changes: readonly Change[],
      { copies, isBatch = true }: { copies?: number; isBatch?: boolean } = {},
    ): Promise<number[]> {
      const bodies = isBatch ? [bodyOf(state, changes)] : changes.map((each) => bodyOf(state, [each]))
      const statuses: number[] = []
      for (const body of bodies)
        statuses.push(...(await postWebhook(webhook_url, body, owner.app_secret, copies ? { copies } : {})))
      return statuses
    },
  }
}

function emptyState(owner: typeof shop) {
  return {
    owner,
    token: owner.access_token,
    /** Set by tests; the real time otherwise. */
    clock: undefined as number | undefined,
    counter: 0,
    is_subscribed: false,
    /** When each person last wrote. */
    windows: new Map<string, number>(),
    /** When the allowance of each person is full again. */
    full_at: new Map<string, number>(),
    media: new Map<string, Media>(),
    links: new Map<string, { media_id: string; expires_at: number }>(),
    templates: [] as Template[],
    /** Files that are being uploaded for headers, and the handles of those that are complete. */
    uploads: new Map<string, { length: number; sig: string }>(),
    handles: new Set<string>(),
    statuses: [] as Change[],
  }
}

async function readCall({ method, url, headers, body }: LoopbackRequest, state: State): Promise<GraphCall> {
  const path = url.pathname.replace(/^\/v[\d.]+\//, '')
  const [, scheme, token] = /^(Bearer|OAuth) (.+)$/.exec(headers.authorization ?? '') ?? []
  const type = headers['content-type'] ?? ''
  const isForm = type.startsWith('multipart/form-data')
  const endpoint = endpointOf(path, method, state.owner)
  if (endpoint === 'upload')
    return {
      endpoint,
      method,
      path,
      query: Object.fromEntries(url.searchParams),
      token,
      body: { scheme, file_offset: headers['file_offset'], bytes: body },
    }
  const read = isForm ? await readForm(body, type) : body.length > 0 ? JSON.parse(body.toString('utf8')) : undefined
  return {
    endpoint,
    method,
    path,
    query: Object.fromEntries(url.searchParams),
    token,
    body: read,
  }
}

function endpointOf(
  path: string,
  method: string,
  { phone_number_id, business_account_id, app_id }: typeof shop,
): string {
  if (path.startsWith('/file/')) return 'file'
  if (path === phone_number_id) return 'number'
  if (path === `${phone_number_id}/messages`) return 'messages'
  if (path === `${phone_number_id}/media`) return 'media'
  if (path === `${business_account_id}/message_templates`) return 'templates'
  if (path === `${business_account_id}/subscribed_apps`) return 'subscribed_apps'
  if (path === 'app') return 'app'
  if (path === `${app_id}/uploads`) return 'uploads'
  if (path.startsWith('upload:')) return 'upload'
  return method === 'GET' && /^\d+$/.test(path) ? 'media_info' : 'unknown'
}

async function readForm(body: Buffer, content_type: string): Promise<Record<string, unknown>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': content_type } }).formData()
  const file = form.get('file') as File
  return {
    messaging_product: form.get('messaging_product'),
    type: form.get('type'),
    file: { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) },
  }
}

function answer(call: GraphCall, state: State, origin: string): LoopbackAnswer {
  if (call.token !== state.token)
    return call.endpoint === 'file'
      ? { status: 401, body: '' }
      : graphFailure(190, 'Error validating access token: Session has expired.', { status: 401, subcode: 463 })
  switch (call.endpoint) {
    case 'number':
      return { status: 200, body: describeNumber(state) }
    case 'messages':
      return call.body?.status === 'read' ? { status: 200, body: { success: true } } : takeMessage(call.body, state)
    case 'media':
      return takeUpload(call.body, state)
    case 'media_info':
      return describeMedia(call.path, state, origin)
    case 'file':
      return download(call.path.slice('/file/'.length), state)
    case 'templates':
      return call.method === 'POST' ? createTemplate(call.body, state) : listTemplates(call.query, state, origin)
    case 'app':
      return { status: 200, body: { id: state.owner.app_id } }
    case 'uploads':
      return openUpload(call.query, state)
    case 'upload':
      return takeBytes(call, state)
    case 'subscribed_apps':
      if (call.method !== 'GET') state.is_subscribed = call.method === 'POST'
      return call.method !== 'GET'
        ? { status: 200, body: { success: true } }
        : { status: 200, body: { data: state.is_subscribed ? [{ whatsapp_business_api_data: { id: '1' } }] : [] } }
    default:
      return graphFailure(100, `Unsupported request. Object with ID '${call.path}' does not exist.`, { subcode: 33 })
  }
}

function describeNumber({ owner }: State): object {
  return {
    id: owner.phone_number_id,
    display_phone_number: `+${owner.display_phone_number}`,
    verified_name: owner.verified_name,
    quality_rating: 'GREEN',
    status: 'CONNECTED',
    whatsapp_business_manager_messaging_limit: owner.whatsapp_business_manager_messaging_limit,
    health_status: { can_send_message: 'AVAILABLE', entities: [] },
  }
}

/** Accepts a message; whether it is delivered is reported later. */
// oxlint-disable-next-line typescript/no-explicit-any -- as it came
function takeMessage(body: any, state: State): LoopbackAnswer {
  const input: string | undefined = body?.to ?? body?.recipient
  if (!input) return graphFailure(131008, 'Required parameter is missing', { details: 'Parameter "to" is missing.' })
  const wrong = objectionTo(body, state)
  if (wrong) return wrong
  const wa_id = body.to ? rewrite(body.to) : undefined
  const key = wa_id ?? input
  if (!takeAllowance(key, state))
    return graphFailure(131056, '(#131056) (Business Account, Consumer Account) pair rate limit hit', {
      details: 'Too many messages were sent from this phone number to the same phone number in a short period of time.',
    })
  const id = nextWamid(state)
  if (body.type !== 'reaction') queueStatuses(id, key, body, state)
  const contact = { input, ...(wa_id ? { wa_id } : { user_id: input }) }
  return { status: 200, body: { messaging_product: 'whatsapp', contacts: [contact], messages: [{ id }] } }
}

// oxlint-disable-next-line typescript/no-explicit-any -- as it came
function objectionTo(body: any, state: State): LoopbackAnswer | undefined {
  const content = body[body.type]
  const invalid = (details: string) => graphFailure(131009, 'Parameter value is not valid', { details })
  if (content === undefined) return graphFailure(131008, 'Required parameter is missing', { details: body.type })
  if (body.type === 'text' && (content.body.length < 1 || content.body.length > 4096)) return invalid('text.body')
  if (content.caption?.length > 1024) return invalid('caption')
  if (content.id !== undefined && !state.media.has(content.id)) return invalid('The media id is not known.')
  if (content.action?.buttons?.length > 3) return invalid('action.buttons')
  if (body.type !== 'template') return undefined
  const template = state.templates.find(
    (each) => each.name === content.name && each.language === content.language?.code,
  )
  if (!template) return graphFailure(132001, 'Template name does not exist in the translation', { status: 404 })
  if (template.status === 'PAUSED') return graphFailure(132015, 'Template is paused')
  return template.status === 'APPROVED' ? undefined : graphFailure(132016, 'Template is disabled')
}

/** One message in six seconds, 45 of them in advance. */
function takeAllowance(key: string, state: State): boolean {
  const at = now(state)
  const full_at = Math.max(at, state.full_at.get(key) ?? 0)
  if (full_at - at > (PAIR_BURST - 1) * PAIR_MILLISECONDS) return false
  state.full_at.set(key, full_at + PAIR_MILLISECONDS)
  return true
}

// oxlint-disable-next-line typescript/no-explicit-any -- as it came
function queueStatuses(id: string, key: string, body: any, state: State): void {
  const opened = state.windows.get(key)
  const isOpen = opened !== undefined && now(state) - opened < DAY
  const mayArrive = isOpen || body.type === 'template'
  const common = {
    id,
    timestamp: String(Math.floor(now(state) / 1000)),
    ...(body.to ? { recipient_id: key } : { recipient_user_id: key }),
    ...(body.biz_opaque_callback_data && { biz_opaque_callback_data: body.biz_opaque_callback_data }),
  }
  const queue = (status: object) =>
    state.statuses.push({ field: 'messages', value: { ...metadataOf(state), statuses: [{ ...common, ...status }] } })
  if (mayArrive) {
    const category = body.type === 'template' ? 'utility' : 'service'
    queue({ status: 'sent', pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category } })
    queue({ status: 'delivered' })
  } else {
    const title = 'Re-engagement message'
    const details = 'More than 24 hours have passed since the customer last replied to this number.'
    queue({ status: 'failed', errors: [{ code: 131047, title, message: title, error_data: { details } }] })
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- as it came
function takeUpload({ messaging_product, file }: any, state: State): LoopbackAnswer {
  if (messaging_product !== 'whatsapp' || !file) return graphFailure(100, '(#100) The parameter file is required.')
  const id = nextId(state, '8800')
  state.media.set(id, { bytes: file.bytes, content_type: file.type, expires_at: now(state) + 30 * DAY })
  return { status: 200, body: { id } }
}

function describeMedia(id: string, state: State, origin: string): LoopbackAnswer {
  const media = state.media.get(id)
  if (!media || media.expires_at <= now(state))
    return graphFailure(100, `Unsupported get request. Object with ID '${id}' does not exist.`, { subcode: 33 })
  const link = nextId(state, 'link')
  state.links.set(link, { media_id: id, expires_at: now(state) + URL_MILLISECONDS })
  return {
    status: 200,
    body: {
      messaging_product: 'whatsapp',
      id,
      url: `${origin}/file/${link}`,
      mime_type: media.content_type,
      sha256: createHash('sha256').update(media.bytes).digest('hex'),
      file_size: String(media.bytes.length),
    },
  }
}

function download(link: string, state: State): LoopbackAnswer {
  const found = state.links.get(link)
  const media = found && found.expires_at > now(state) ? state.media.get(found.media_id) : undefined
  if (!media) return { status: 404, body: '' }
  if (media.redirect) return { status: 302, headers: { location: media.redirect } }
  return { status: 200, headers: { 'content-type': media.content_type }, body: media.bytes }
}

function listTemplates({ limit = '25', after }: Record<string, string>, state: State, origin: string): LoopbackAnswer {
  const start = after ? Number(Buffer.from(after, 'base64').toString()) : 0
  const data = state.templates.slice(start, start + Number(limit))
  const end = start + data.length
  const cursor = Buffer.from(String(end)).toString('base64')
  const next = `${origin}/v25.0/${state.owner.business_account_id}/message_templates?access_token=secret&after=${cursor}`
  const paging = { cursors: { before: 'MA==', after: cursor }, ...(end < state.templates.length && { next }) }
  return { status: 200, body: { data, paging } }
}

// oxlint-disable-next-line typescript/no-explicit-any -- as it came
function createTemplate({ name, language, category, components, parameter_format }: any, state: State): LoopbackAnswer {
  if (state.templates.some((each) => each.name === name && each.language === language))
    return graphFailure(100, 'Invalid parameter', {
      subcode: 2388024,
      details: 'There is already content in this language for this template.',
    })
  if (!components.every((each: object) => hasExample(each, state)))
    return graphFailure(100, 'Invalid parameter', {
      subcode: 2388273,
      details: 'Templates with this header type need an example/sample, but it was not provided.',
    })
  const id = nextId(state, '1689')
  state.templates.push({ id, name, language, category, components, parameter_format, status: 'PENDING' })
  return { status: 200, body: { id, status: 'PENDING', category } }
}

/** A session for the upload of an example file. */
function openUpload({ file_length, file_type = '' }: Record<string, string>, state: State): LoopbackAnswer {
  if (!['image/jpeg', 'image/png', 'video/mp4', 'video/3gpp', 'application/pdf'].includes(file_type))
    return graphFailure(100, '(#100) The file type is not supported.')
  const id = `upload:${Buffer.from(nextId(state, 'session')).toString('base64')}`
  state.uploads.set(id, { length: Number(file_length), sig: nextId(state, 'ARZ') })
  return { status: 200, body: { id: `${id}?sig=${state.uploads.get(id)!.sig}` } }
}

function takeBytes({ path, query, body }: GraphCall, state: State): LoopbackAnswer {
  const upload = state.uploads.get(path)
  const isRight = upload && query['sig'] === upload.sig && body.scheme === 'OAuth' && body.file_offset === '0'
  if (!isRight || body.bytes.length !== upload.length)
    return graphFailure(1, 'The upload failed.', { status: 400, details: 'Session, offset or length is wrong.' })
  const handle = `4::${Buffer.from(path).toString('base64')}:ARb`
  state.handles.add(handle)
  return { status: 200, body: { h: handle } }
}

/** Whether the header has an example, if it is a file. */
// oxlint-disable-next-line typescript/no-explicit-any -- as it came
function hasExample({ type, format, example }: any, { handles }: State): boolean {
  if (type !== 'HEADER' || !['IMAGE', 'VIDEO', 'DOCUMENT'].includes(format)) return true
  return handles.has(example?.header_handle?.[0])
}

function bodyOf(state: State, changes: readonly Change[]): object {
  const time = Math.floor(now(state) / 1000)
  return { object: 'whatsapp_business_account', entry: [{ id: state.owner.business_account_id, time, changes }] }
}

function metadataOf({ owner: { display_phone_number, phone_number_id } }: State): object {
  return { messaging_product: 'whatsapp', metadata: { display_phone_number, phone_number_id } }
}

function identify({ name, username, phone, user_id }: Customer) {
  const wa_id = phone && rewrite(phone)
  const contact = {
    ...((name || username) && { profile: { ...(name && { name }), ...(username && { username }) } }),
    ...(wa_id && { wa_id }),
    ...(user_id && { user_id }),
  }
  return { contact, from: { ...(wa_id && { from: wa_id }), ...(user_id && { from_user_id: user_id }) } }
}

function keysOf({ phone, user_id }: Customer): string[] {
  return [phone ? rewrite(phone) : [], user_id ?? []].flat()
}

/** WhatsApp's own form of a number: Mexico with a 1, Argentina with a 9, Brazil mostly without the ninth digit. */
function rewrite(phone: string): string {
  const [canonical, former] = phoneVariants(phone.startsWith('+') ? phone : `+${phone}`)
  const usesFormer = /^\+52|^\+55(3[1-9]|[4-9])/.test(canonical!)
  return (usesFormer ? (former ?? canonical!) : canonical!).slice(1)
}

function nextId(state: State, prefix: string): string {
  return `${prefix}${String(++state.counter).padStart(8, '0')}`
}

function nextWamid(state: State): string {
  return `wamid.${Buffer.from(nextId(state, 'FICT')).toString('base64')}`
}

function now({ clock }: Pick<State, 'clock'>): number {
  return clock ?? Date.now()
}
