import { openLlm } from '#gateways/llm.ts'
import type { Registry } from '#kernel/operation.ts'
import type { Event } from '#kernel/subscriber.ts'
import { hands } from '#kernel/worker.ts'
import { registry } from '#registry'
import { answer_customers } from '#subscribers/answer_customers.ts'
import { openInbox } from '#test/inbox.ts'
import { openLanguageModel } from '#test/llm.ts'
import type { Input } from '#test/workspace.ts'

export type Received = Event<'message.received'>

let made = 0

/** A workspace with an inbox whose AI agent answers when it is told to, with a language model on this machine or without. */
export async function openAssistant({ model = true, patience = 5_000 } = {}) {
  const workspace = await openInbox()
  const { act, actor, sql, runtime } = workspace
  const llm = await openLanguageModel()
  if (model) runtime.model = openLlm({ url: llm.url, model: 'prueba-1', api_key: 'clave' }, { patience })

  /** An inbox whose AI agent is switched on, and behaves like this. */
  const makeInbox = async (config: Input<'update_ai_config'>['config'] = {}, prompt?: string) => {
    const inbox = await act('create_inbox', { name: `IA ${++made}`, channel: 'api', auto_assign: false })
    await act('update_ai_config', { inbox: inbox.id, config: { enabled: true, ...config } })
    if (prompt !== undefined) await act('set_ai_prompt', { inbox_id: inbox.id, prompt })
    return inbox
  }

  /** A customer writes; answers the event of it. */
  const say = async (inbox_id: string, content: string, said: Partial<Input<'receive_message'>> = {}) => {
    const contact = { name: 'Íngrid Peña' }
    const source_id = `cliente-ia-${++made}`
    const { message } = await act('receive_message', { inbox_id, source_id, content, contact, ...said })
    const [event] = await sql<Received>`
      select account_id, id, sequence, name, actor, payload, occurred_at from events
       where account_id = ${actor.account.id} and name = 'message.received' and payload -> 'message' ->> 'id' = ${message.id}`
    return event!
  }

  /** The worker carries the event to the AI agent. */
  const deliver = (event: Received, operations: Registry = registry) =>
    answer_customers.run(hands(runtime, operations, event), event)

  const detail = ({ payload: { conversation } }: Received) =>
    act('get_conversation_detail', { conversation_id: conversation.id, message_limit: 100 })

  return {
    ...workspace,
    llm,
    makeInbox,
    say,
    deliver,
    detail,
    /** A customer writes, and the AI agent is told. */
    ask: async (inbox_id: string, content: string, said: Partial<Input<'receive_message'>> = {}) => {
      const event = await say(inbox_id, content, said)
      await deliver(event)
      return event
    },
    /** What was said to the customer, oldest first. */
    heard: async (event: Received) => {
      const { messages } = await detail(event)
      return messages.filter((each) => each.direction === 'outgoing' && !each.private).toReversed()
    },
    /** What became of the message. */
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
    /** Something the business knows. */
    teach: (name: string, text: string, collection?: string) =>
      act('add_knowledge_document', { name, text, ...(collection && { collection }) }),
  }
}
