import type { Conversation, Message } from '#contract/records/conversation.ts'
import { findAuthors } from '#doors/classic/around.ts'
import { get } from '#doors/classic/conversations.ts'
import { contentOf, isIncoming } from '#doors/classic/message-fields.ts'
import { type Body, given, idOf, readBoolean, readId, readText, unwrapped } from '#doors/classic/reading.ts'
import { type Asked, type Routes, UPDATE } from '#doors/classic/route.ts'
import { contactSender } from '#doors/classic/shapes/contact.ts'
import { classicMessage } from '#doors/classic/shapes/message.ts'
import { classicUser } from '#doors/classic/shapes/people.ts'
import { reject } from '#kernel/problem.ts'

const PATH = '/conversations/:conversation_id/messages'
const LATEST = 20
const AFTER = 100
const MOST_BETWEEN = 1000

/** The messages of a conversation, oldest first, and writing into it. */
export function openMessages(routes: Routes): void {
  routes('GET', PATH, async (asked) => {
    const conversation = await get(asked)
    const [messages, authors] = await Promise.all([read(asked), findAuthors(asked, [conversation.contact.id])])
    const { contact, assignee, inbox, labels, additional_attributes, agent_last_seen_at } = conversation
    const known = authors.contacts.get(contact.id)
    const meta = {
      labels,
      additional_attributes,
      ...(known && { contact: contactSender(known) }),
      ...(assignee && { assignee: classicUser(assignee, authors.agents.get(assignee.id)) }),
      agent_last_seen_at,
      assignee_last_seen_at: null,
    }
    return { meta, payload: messages.map((message) => classicMessage(message, inbox.id, authors)) }
  })

  routes(
    'POST',
    PATH,
    async (asked) => {
      const conversation = await get(asked)
      const body = unwrapped(asked.body, 'message')
      const message = await write(asked, conversation, body)
      const shown = await show(asked, conversation, message)
      return body.echo_id == null ? shown : { ...shown, echo_id: body.echo_id }
    },
    'send_message',
  )

  // Existing clients send even a status as a form.
  routes(
    UPDATE,
    `${PATH}/:message_id`,
    async (asked) => {
      const { status, external_error } = unwrapped(asked.body, 'message')
      const conversation = await get(asked)
      const { id: message_id } = await getMessage(asked)
      const input = given({ message_id, status, error: readText(external_error) })
      const message = await asked.act<Message>('update_message', input)
      return show(asked, conversation, message)
    },
    'send_message',
  )

  routes('DELETE', `${PATH}/:message_id`, async (asked) => {
    const { id: message_id } = await getMessage(asked)
    await asked.act('delete_message', { message_id })
  })
}

/** What a customer wrote lands in this conversation; everything else is sent to them, or noted for the team. */
async function write({ act }: Asked, conversation: Conversation, body: Body): Promise<Message> {
  const { id: conversation_id, inbox, source_id } = conversation
  const said = { ...contentOf(body), ...given({ external_id: readText(body.source_id) }) }
  if (!isIncoming(body.message_type)) {
    return act<Message>('send_message', { conversation_id, ...said, private: readBoolean(body.private) ?? false })
  }
  const input = { inbox_id: inbox.id, source_id, conversation_id, ...said }
  return (await act<{ message: Message }>('receive_message', input)).message
}

async function show(asked: Asked, { contact, inbox }: Conversation, message: Message) {
  return classicMessage(message, inbox.id, await findAuthors(asked, [contact.id]))
}

/** The message of this conversation, and of no other. */
async function getMessage({ act, params }: Asked): Promise<Message> {
  const { items } = await act<{ items: Message[] }>('get_messages', { message_ids: [idOf(params.message_id)] })
  const message = items.find(({ conversation_id }) => conversation_id === params.conversation_id)
  return message ?? reject('not_found', 'There is no such message.')
}

/** The latest, those before one, those after one, or those between two. */
async function read({ act, params, query }: Asked): Promise<Message[]> {
  const conversation_id = idOf(params.conversation_id)
  const before_id = readId(query.before)
  const after_id = readId(query.after)
  const public_only = readBoolean(query.filter_internal_messages) ?? false
  const page = async (input: object) => {
    const asked = given({ conversation_id, before_id, public_only, ...input })
    return (await act<{ items: Message[] }>('get_conversation_messages', asked)).items.reverse()
  }
  if (after_id === undefined) return page({ limit: LATEST })
  if (before_id === undefined) return page({ limit: AFTER, after_id })

  const found: Message[] = []
  // Between two, the first is one of them.
  const first = BigInt(after_id)
  for (let last = String(first > 0n ? first - 1n : 0n); found.length < MOST_BETWEEN; last = found.at(-1)!.id) {
    const more = await page({ limit: AFTER, after_id: last })
    found.push(...more)
    if (more.length < AFTER) break
  }
  return found
}
