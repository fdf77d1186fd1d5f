import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ChatMessage, Conversation } from '#contract/records/conversation.ts'
import { readVisitor } from '#domains/access/visitors.ts'
import type { Limits } from '#doors/authenticate.ts'
import { understandFields } from '#doors/classic/fields.ts'
import { refuseClassic, unknownRoute } from '#doors/classic/gate.ts'
import { openPublicGate } from '#doors/classic/public-gate.ts'
import { given, readId, readText } from '#doors/classic/reading.ts'
import { type Asked, openRoutes, type Routes, UPDATE } from '#doors/classic/route.ts'
import { publicContact, publicConversation, publicInbox, publicMessage } from '#doors/classic/shapes/public.ts'
import type { Receive } from '#doors/files/uploads.ts'
import type { Registry } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

const PAGE = 20

export type Chat = {
  contact: { name: string; email: string | null } | null
  conversation: (Pick<Conversation, 'id' | 'status' | 'agent_last_seen_at'> & { unread_count: number }) | null
  messages: ChatMessage[]
}

/** The routes of customers in an inbox of channel api, who act as visitors of it. */
export function openPublic(
  app: FastifyInstance,
  runtime: Runtime,
  registry: Registry,
  limits: Limits,
  receive: Receive,
): void {
  const gate = openPublicGate(runtime, limits)
  const open = async (site: FastifyInstance) => {
    site.setErrorHandler(refuseClassic)
    site.setNotFoundHandler(unknownRoute)
    understandFields(site)
    site.addHook('onRequest', gate.enter)
    site.options('/*', (_request, reply) => {
      const allowed = { 'access-control-allow-methods': 'GET, POST, PATCH, PUT', 'access-control-allow-headers': '*' }
      return reply.headers(allowed).code(204).send()
    })
    openRoutes(site, runtime, registry, receive)('GET', '/', async ({ request }) => publicInbox(request.site!))
    await site.register(async (people) => {
      people.addHook('preHandler', gate.recognise)
      const routes = openRoutes(people, runtime, registry, receive)
      openPeople(routes, introduction(runtime, gate))
      openChat(routes)
    })
  }
  void app.register(open, { prefix: '/public/api/v1/inboxes/:inbox_identifier' })
}

/** Keeps what a customer says of themselves, and lets them in as who they are then. */
function introduction({ secret }: Runtime, { admit }: ReturnType<typeof openPublicGate>) {
  return async ({ act, body, request }: Asked): Promise<void> => {
    const { name, email, phone_number } = body
    const identifier = readText(body.identifier)
    if (identifier) {
      const proof = given({ identifier, identifier_hash: readText(body.identifier_hash) })
      const { token } = await act<{ token: string }>('identify_visitor', proof)
      // Who is vouched for is one person wherever they come from, and is called otherwise from now on.
      await admit(request, readVisitor(secret, token)!.source_id)
    }
    const told = given({ name: readText(name), email: readText(email), phone_number: readText(phone_number) })
    await act('update_chat_contact', told)
    await admit(request, request.actor!.visitor!.source_id)
  }
}

function openPeople(routes: Routes, introduce: (asked: Asked) => Promise<void>): void {
  const introduced = async (asked: Asked) => {
    await introduce(asked)
    return showContact(asked)
  }
  routes('POST', '/contacts', introduced)
  routes('GET', '/contacts/:source_id', showContact)
  routes(UPDATE, '/contacts/:source_id', introduced)
}

function openChat(routes: Routes): void {
  const all = '/contacts/:source_id/conversations'
  const one = `${all}/:conversation_id`

  routes('GET', all, async (asked) => {
    const chat = await asked.act<Chat>('get_chat')
    return chat.conversation ? [publicConversation(asked.request, chat)] : []
  })

  routes('POST', all, async (asked) => {
    await asked.act('start_chat')
    return publicConversation(asked.request, await asked.act<Chat>('get_chat'))
  })

  routes('GET', one, async (asked) => publicConversation(asked.request, await own(asked)))

  routes('POST', `${one}/toggle_status`, async (asked) => {
    await own(asked)
    await asked.act('resolve_chat')
    return publicConversation(asked.request, await own(asked))
  })

  routes('POST', `${one}/toggle_typing`, async (asked) => {
    await own(asked)
    await asked.act('set_chat_typing', { typing: asked.body.typing_status === 'on' })
  })

  routes('POST', `${one}/update_last_seen`, async (asked) => {
    await own(asked)
    await asked.act('mark_chat_seen')
  })

  routes('GET', `${one}/messages`, async (asked) => {
    await own(asked)
    const input = given({ limit: PAGE, before_id: readId(asked.query.before) })
    const { items } = await asked.act<{ items: ChatMessage[] }>('list_chat_messages', input)
    return items.reverse().map((message) => publicMessage(asked.request, message, asked.params.conversation_id!))
  })

  const write = async (asked: Asked) => {
    const { act, body, params, request } = asked
    await own(asked)
    const { content, echo_id, attachments } = body
    // The same echo_id is the same message; without one every call is another.
    const client_id =
      readText(echo_id)
        ?.replace(/[^\w.~-]/g, '-')
        .slice(0, 100) ?? randomUUID()
    const input = given({ client_id, content: readText(content), attachments })
    return publicMessage(request, await act<ChatMessage>('post_chat_message', input), params.conversation_id!)
  }
  routes('POST', `${one}/messages`, write, 'post_chat_message')
}

async function showContact({ act, request }: Asked) {
  return publicContact(request.actor!, (await act<Chat>('get_chat')).contact)
}

/** Their chat, if the conversation named is theirs. */
async function own({ act, params }: Asked): Promise<Chat> {
  const chat = await act<Chat>('get_chat')
  return chat.conversation?.id === params.conversation_id ? chat : reject('not_found', 'There is no such conversation.')
}
