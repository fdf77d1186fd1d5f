import type { Conversation, Message } from '#contract/records/conversation.ts'
import { loadAuthors } from '#doors/classic/loaders.ts'
import { loadConversation } from '#doors/classic/conversations.ts'
import { fitToChannel } from '#doors/classic/choices.ts'
import { readContent, readMessageType, readOriginalTime, templateFor } from '#doors/classic/message-fields.ts'
import { type Body, pickDefined, requireId, readBoolean, readId, readText, unwrap } from '#doors/classic/request.ts'
import { type ClassicCall, type AddRoute, UPDATE } from '#doors/classic/route.ts'
import { contactSender } from '#doors/classic/shapes/contact.ts'
import { classicMessage } from '#doors/classic/shapes/message.ts'
import { classicUser } from '#doors/classic/shapes/people.ts'
import { reject } from '#kernel/problem.ts'

const PATH = '/conversations/:conversation_id/messages'
const LATEST = 20
const AFTER = 100
const MAX_BETWEEN = 1000

/** The messages of a conversation, oldest first. */
export function addMessageRoutes(addRoute: AddRoute): void {
  addRoute('GET', PATH, async (call) => {
    const conversation = await loadConversation(call)
    const [messages, authors] = await Promise.all([read(call), loadAuthors(call, [conversation.contact.id])])
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

  addRoute(
    'POST',
    PATH,
    async (call) => {
      const conversation = await loadConversation(call)
      const body = unwrap(call.body, 'message')
      const message = await write(call, conversation, body)
      const shown = await show(call, conversation, message)
      return body.echo_id == null ? shown : { ...shown, echo_id: body.echo_id }
    },
    'send_message',
  )

  // Existing clients send even a status as multipart/form-data.
  addRoute(
    UPDATE,
    `${PATH}/:message_id`,
    async (call) => {
      const { status, external_error } = unwrap(call.body, 'message')
      const conversation = await loadConversation(call)
      const { id: message_id } = await getMessage(call)
      const input = pickDefined({ message_id, status, error: readText(external_error) })
      const message = await call.invoke<Message>('update_message', input)
      return show(call, conversation, message)
    },
    'send_message',
  )

  addRoute('POST', `${PATH}/:message_id/retry`, async (call) => {
    const conversation = await loadConversation(call)
    const { id: message_id } = await getMessage(call)
    return show(call, conversation, await call.invoke<Message>('retry_message', { message_id }))
  })

  addRoute('DELETE', `${PATH}/:message_id`, async (call) => {
    const { id: message_id } = await getMessage(call)
    await call.invoke('delete_message', { message_id })
  })
}

/** Incoming messages are received into this conversation; others are sent to the customer, or noted for the team. */
async function write({ invoke }: ClassicCall, conversation: Conversation, body: Body): Promise<Message> {
  const { id: conversation_id, inbox, source_id, channel } = conversation
  const external = { external_id: readText(body.source_id), created_at: readOriginalTime(body) }
  const message = { ...readContent(body), ...pickDefined(external) }
  const type = readMessageType(body.message_type)
  if (type === 'incoming') {
    const input = { inbox_id: inbox.id, source_id, conversation_id, ...message }
    return (await invoke<{ message: Message }>('receive_message', input)).message
  }
  if (type === 'activity' || readBoolean(body.private)) {
    // An activity is a note of its own type.
    const note = { conversation_id, ...message, private: true, ...(type === 'activity' && { content_type: type }) }
    return invoke<Message>('send_message', note)
  }
  const template = templateFor(channel, body)
  const outgoing = template ? { template, ...pickDefined(external) } : fitToChannel(message, channel)
  return invoke<Message>('send_message', { conversation_id, ...outgoing, private: false })
}

async function show(call: ClassicCall, { contact, inbox }: Conversation, message: Message) {
  return classicMessage(message, inbox.id, await loadAuthors(call, [contact.id]))
}

/** The message, which must belong to this conversation. */
async function getMessage({ invoke, params }: ClassicCall): Promise<Message> {
  const { items } = await invoke<{ items: Message[] }>('get_messages', { message_ids: [requireId(params.message_id)] })
  const message = items.find(({ conversation_id }) => conversation_id === params.conversation_id)
  return message ?? reject('not_found', 'There is no such message in this conversation.')
}

/** The latest messages, or those before one, after one or between two. */
async function read({ invoke, params, query }: ClassicCall): Promise<Message[]> {
  const conversation_id = requireId(params.conversation_id)
  const before_id = readId(query.before)
  const after_id = readId(query.after)
  const public_only = readBoolean(query.filter_internal_messages) ?? false
  const page = async (range: object) => {
    const criteria = pickDefined({ conversation_id, before_id, public_only, ...range })
    return (await invoke<{ items: Message[] }>('get_conversation_messages', criteria)).items.reverse()
  }
  if (after_id === undefined) return page({ limit: LATEST })
  if (before_id === undefined) return page({ limit: AFTER, after_id })

  const found: Message[] = []
  // Between two messages, the first is included.
  const first = BigInt(after_id)
  for (let last = String(first > 0n ? first - 1n : 0n); found.length < MAX_BETWEEN; last = found.at(-1)!.id) {
    const more = await page({ limit: AFTER, after_id: last })
    found.push(...more)
    if (more.length < AFTER) break
  }
  return found
}
