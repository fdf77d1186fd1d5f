import { openLlm } from '#gateways/llm.ts'
import type { Registry } from '#kernel/operation.ts'
import type { Event } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { answer_customers } from '#subscribers/answer_customers.ts'
import { openInbox } from '#test/inbox.ts'
import { openLanguageModel } from '#test/llm.ts'
import type { Input } from '#test/workspace.ts'

export type Received = Event<'message.received'>

let made = 0

/** A workspace whose AI agent answers when a test delivers the event, with a local language model or without one. */
export async function openAssistant({ model = true } = {}) {
  const workspace = await openInbox()
  const { act, actor, sql, runtime } = workspace
  const llm = await openLanguageModel()
  // No answer is late on a busy machine, unless a test says so.
  const waitFor = (timeout: number) =>
    void (runtime.model = openLlm({ url: llm.url, model: 'prueba-1', api_key: 'clave' }, { timeout }))
  if (model) waitFor(600_000)

  /** An inbox with its AI agent switched on and configured. */
  const makeInbox = async (config: Input<'update_ai_config'>['config'] = {}, prompt?: string) => {
    const inbox = await act('create_inbox', { name: `IA ${++made}`, channel: 'api', auto_assign: false })
    await act('update_ai_config', { inbox: inbox.id, config: { enabled: true, ...config } })
    if (prompt !== undefined) await act('set_ai_prompt', { inbox_id: inbox.id, prompt })
    return inbox
  }

  /** A customer writes; returns the event. */
  const say = async (inbox_id: string, content: string, fields: Partial<Input<'receive_message'>> = {}) => {
    const contact = { name: 'Íngrid Peña' }
    const source_id = `cliente-ia-${++made}`
    const { message } = await act('receive_message', { inbox_id, source_id, content, contact, ...fields })
    const [event] = await sql<Received>`
      select account_id, id, sequence, name, actor, payload, occurred_at from events
       where account_id = ${actor.account.id} and name = 'message.received' and payload -> 'message' ->> 'id' = ${message.id}`
    return event!
  }

  /** Delivers the event to the AI agent, as the worker does. */
  const deliver = (event: Received, operations: Registry = registry) =>
    answer_customers.run(subscriberContext(runtime, operations, event), event)

  const detail = ({ payload: { conversation } }: Received) =>
    act('get_conversation_detail', { conversation_id: conversation.id, message_limit: 100 })

  return {
    ...workspace,
    llm,
    waitFor,
    makeInbox,
    say,
    deliver,
    detail,
    /** A customer writes, and the event is delivered to the AI agent. */
    ask: async (inbox_id: string, content: string, fields: Partial<Input<'receive_message'>> = {}) => {
      const event = await say(inbox_id, content, fields)
      await deliver(event)
      return event
    },
    /** The replies the customer received, oldest first. */
    repliesTo: async (event: Received) => {
      const { messages } = await detail(event)
      return messages.filter((each) => each.direction === 'outgoing' && !each.private).toReversed()
    },
    /** The recorded outcome of the message. */
    turnOf: async ({ payload: { message } }: Received) => {
      const [row] = await sql<{
        outcome: string
        reason: string | null
        detail: string | null
        reply_id: string | null
      }>`
        select outcome, reason, detail, reply_id from ai_turns where message_id = ${message.id}`
      return row
    },
    /** Adds a document to the knowledge base. */
    teach: (name: string, text: string, collection?: string) =>
      act('add_knowledge_document', { name, text, ...(collection && { collection }) }),
  }
}
