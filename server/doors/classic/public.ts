import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readChosen } from '#contract/message-options.ts'
import type { ChatMessage, Conversation } from '#contract/records/conversation.ts'
import { readVisitorToken } from '#domains/access/public/visitors.ts'
import type { Limits } from '#doors/authenticate.ts'
import { addFormParser } from '#doors/classic/fields.ts'
import { readPhone } from '#doors/classic/contact-fields.ts'
import { sendClassicError, sendUnknownRoute } from '#doors/classic/errors.ts'
import { createPublicAuthenticator } from '#doors/classic/public-auth.ts'
import { type Body, pickDefined, readId, readObject, readText, requireId, unwrap } from '#doors/classic/request.ts'
import { type AddRoute, type ClassicCall, createRouter, type RouterOptions, UPDATE } from '#doors/classic/route.ts'
import { publicContact, publicConversation, publicInbox, publicMessage } from '#doors/classic/shapes/public.ts'
import { declareRoutes } from '#doors/open-routes.ts'
import {
  chargeNewVisitor,
  chargeVisitor,
  limitVisitorUploads,
  VISITOR_BODY_BYTES,
  type VisitorPurpose,
} from '#doors/visitor-limits.ts'
import type { Runtime } from '#kernel/runtime.ts'

const PAGE = 20
/** How many times its exact limit an address may call before it is refused without asking the database. */
const FLOOD = 2

export type Chat = {
  contact: { name: string; email: string | null } | null
  conversation: (Pick<Conversation, 'id' | 'status' | 'agent_last_seen_at'> & { unread_count: number }) | null
  messages: ChatMessage[]
}

type Options = RouterOptions & { limits: Limits }

/** The routes for customers of an `api` inbox, who act as its visitors. */
export async function publicRoutes(app: FastifyInstance, { limits, ...options }: Options): Promise<void> {
  const authenticator = createPublicAuthenticator(options.runtime, limits)
  const open = { name: 'public', per_minute: FLOOD * limits.classic_ip }
  declareRoutes(app, { open })
  app.setErrorHandler(sendClassicError)
  app.setNotFoundHandler(sendUnknownRoute)
  addFormParser(app)
  app.addHook('onRequest', authenticator.findInbox)

  app.options('/*', (_request, reply) => {
    // The wildcard does not include the authorization header.
    const headers = 'authorization, *'
    const allowed = { 'access-control-allow-methods': 'GET, POST, PATCH, PUT', 'access-control-allow-headers': headers }
    return reply.headers(allowed).code(204).send()
  })
  createRouter(app, options)('GET', '/', async ({ request }) => publicInbox(request.site!))

  await app.register(async (scope) => {
    scope.addHook('preHandler', authenticator.findCustomer)
    scope.addHook('preHandler', chargeCustomer(options.runtime, 'chat-call'))
    const addRoute = createRouter(scope, options)
    addContactRoutes(addRoute, introduction(options.runtime, authenticator), authenticator.issueToken)
    addChatRoutes(addRoute)
  })
  await app.register(async (scope) => {
    declareRoutes(scope, { open: { ...open, body_bytes: VISITOR_BODY_BYTES } })
    scope.addHook('preHandler', authenticator.findCustomer)
    scope.addHook('preHandler', chargeCustomer(options.runtime, 'chat-message'))
    const readBody = limitVisitorUploads(options.runtime, options.readBody)
    addMessageRoute(createRouter(scope, { ...options, readBody }))
  })
}

/** Customers of an `api` inbox have the limits of visitors of a live chat. */
function chargeCustomer(runtime: Runtime, purpose: VisitorPurpose) {
  return async (request: FastifyRequest): Promise<void> => {
    const { id, visitor } = request.actor!
    await (id === null ? chargeNewVisitor(runtime, request) : chargeVisitor(runtime, request, visitor!, purpose))
  }
}

/** Saves the details customers give about themselves, and makes the customer they identified as the caller. */
function introduction({ secret }: Runtime, { signIn }: ReturnType<typeof createPublicAuthenticator>) {
  return async ({ invoke, body, request }: ClassicCall): Promise<void> => {
    const identifier = readText(body.identifier)
    const identifier_hash = readText(body.identifier_hash)
    const needsProof = request.site!.inbox.settings.identity_verification === 'required'
    const isProved = identifier !== undefined && (identifier_hash !== undefined || needsProof)
    if (isProved) {
      const { token } = await invoke<{ token: string }>(
        'identify_visitor',
        pickDefined({ identifier, identifier_hash }),
      )
      // An identified customer is one person on every device, and continues with the source_id of that person.
      const { source_id, verified } = readVisitorToken(secret, token)!
      await signIn(request, source_id, verified)
    }
    const unproved = {
      identifier,
      custom_attributes: readObject(body.custom_attributes),
      avatar_url: readText(body.avatar_url),
    }
    const details = {
      name: readText(body.name),
      email: readText(body.email),
      phone_number: readText(readPhone(body)),
      ...(!isProved && !needsProof && unproved),
    }
    await invoke('update_chat_contact', pickDefined(details))
    const { source_id, verified } = request.actor!.visitor!
    await signIn(request, source_id, verified)
  }
}

function addContactRoutes(
  addRoute: AddRoute,
  introduce: (call: ClassicCall) => Promise<void>,
  issueToken: (request: FastifyRequest) => string,
): void {
  const introduceAndPresent = async (call: ClassicCall) => {
    await introduce(call)
    return presentContact(call)
  }
  addRoute('POST', '/contacts', async (call) => {
    const contact = await introduceAndPresent(call)
    return { ...contact, contact_token: issueToken(call.request) }
  })
  addRoute('GET', '/contacts/:source_id', presentContact)
  addRoute(UPDATE, '/contacts/:source_id', introduceAndPresent)
}

const CONVERSATIONS = '/contacts/:source_id/conversations'
const CONVERSATION = `${CONVERSATIONS}/:conversation_id`

function addChatRoutes(addRoute: AddRoute): void {
  addRoute('GET', CONVERSATIONS, async (call) => {
    const chat = await call.invoke<Chat>('get_chat')
    return chat.conversation ? [publicConversation(call.request, chat)] : []
  })

  addRoute('POST', CONVERSATIONS, async (call) => {
    const custom_attributes = readObject(call.body.custom_attributes)
    const { id } = await call.invoke<{ id: string }>('start_chat', pickDefined({ custom_attributes }))
    return publicConversation(call.request, await call.invoke<Chat>('get_chat', { conversation_id: id }))
  })

  addRoute('GET', CONVERSATION, async (call) => publicConversation(call.request, await loadOwnChat(call)))

  addRoute('POST', `${CONVERSATION}/toggle_status`, async (call) => {
    await call.invoke('resolve_chat', { conversation_id: requireId(call.params.conversation_id) })
    return publicConversation(call.request, await loadOwnChat(call))
  })

  addRoute('POST', `${CONVERSATION}/toggle_typing`, async (call) => {
    const conversation_id = requireId(call.params.conversation_id)
    await call.invoke('set_chat_typing', { conversation_id, typing: call.body.typing_status === 'on' })
  })

  addRoute('POST', `${CONVERSATION}/update_last_seen`, async (call) => {
    await loadOwnChat(call)
    await call.invoke('mark_chat_seen')
  })

  addRoute('GET', `${CONVERSATION}/messages`, async (call) => {
    await loadOwnChat(call)
    const conversation_id = requireId(call.params.conversation_id)
    const input = pickDefined({ limit: PAGE, conversation_id, before_id: readId(call.query.before) })
    const { items } = await call.invoke<{ items: ChatMessage[] }>('list_chat_messages', input)
    return items.reverse().map((message) => publicMessage(call.request, message, call.params.conversation_id!))
  })
}

function addMessageRoute(addRoute: AddRoute): void {
  const write = async (call: ClassicCall) => {
    const { invoke, body, params, request } = call
    await loadOwnChat(call)
    const { content, echo_id, attachments } = body
    const content_attributes = readQuote(body)
    // A repeated echo_id is the same message; without one, every call is a new message.
    const client_id =
      readText(echo_id)
        ?.replace(/[^\w.~-]/g, '-')
        .slice(0, 100) ?? randomUUID()
    const conversation_id = requireId(params.conversation_id)
    const input = pickDefined({
      client_id,
      conversation_id,
      content: readText(content),
      content_attributes,
      attachments,
    })
    return publicMessage(request, await invoke<ChatMessage>('post_chat_message', input), params.conversation_id!)
  }
  addRoute('POST', `${CONVERSATION}/messages`, write, 'post_chat_message')
  addRoute(UPDATE, `${CONVERSATION}/messages/:message_id`, answer)
}

/** Answers a question with one of its options, or a form with the values of its fields. */
async function answer(call: ClassicCall) {
  const { invoke, params, request } = call
  const submitted_values = unwrap(call.body, 'message').submitted_values
  const [conversation_id, message_id] = [requireId(params.conversation_id), requireId(params.message_id)]
  await loadOwnChat(call)
  const before_id = String(BigInt(message_id) + 1n)
  const criteria = { limit: 1, conversation_id, before_id }
  const [asked] = (await invoke<{ items: ChatMessage[] }>('list_chat_messages', criteria)).items
  if (asked?.id !== message_id || asked.content_type !== 'form') return choose(call)
  const input = { conversation_id, message_id, submitted_values }
  return publicMessage(request, await invoke<ChatMessage>('answer_chat_form', input), conversation_id)
}

/** Answers a question with one of its options. The customer's choice is also a message of theirs. */
async function choose(call: ClassicCall) {
  const { invoke, body, params, request } = call
  await loadOwnChat(call)
  const [conversation_id, reply_to] = [requireId(params.conversation_id), requireId(params.message_id)]
  const choice = readChosen({ content_attributes: { submitted_values: [body.submitted_values].flat() } })
  const client_id = `choice-${reply_to}`
  await invoke('post_chat_message', pickDefined({ client_id, conversation_id, reply_to, choice: choice ?? '' }))
  const before_id = String(BigInt(reply_to) + 1n)
  const { items } = await invoke<{ items: ChatMessage[] }>('list_chat_messages', { limit: 1, before_id })
  return publicMessage(request, items[0]!, params.conversation_id!)
}

/** The quoted message, as far as the customer names one. */
function readQuote({ content_attributes }: Body) {
  const { in_reply_to: id, in_reply_to_external_id: external } = readObject(content_attributes) ?? {}
  const in_reply_to = readId(id)
  const in_reply_to_external_id = readText(external)
  return in_reply_to || in_reply_to_external_id ? pickDefined({ in_reply_to, in_reply_to_external_id }) : undefined
}

async function presentContact({ invoke, request }: ClassicCall) {
  return publicContact(request.actor!, (await invoke<Chat>('get_chat')).contact)
}

/** The chat of the customer; rejects when the conversation of the URL is not theirs. */
function loadOwnChat({ invoke, params }: ClassicCall): Promise<Chat> {
  return invoke<Chat>('get_chat', { conversation_id: requireId(params.conversation_id) })
}
