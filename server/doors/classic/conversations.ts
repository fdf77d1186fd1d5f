import type { Conversation } from '#contract/records/conversation.ts'
import { presentConversation } from '#doors/classic/loaders.ts'
import { ensureLabels } from '#doors/classic/labels.ts'
import { readContent, templateFor } from '#doors/classic/message-fields.ts'
import {
  type Body,
  pickDefined,
  requireId,
  readBoolean,
  readId,
  readMoment,
  readObject,
  readText,
  unwrap,
} from '#doors/classic/request.ts'
import { type ClassicCall, type AddRoute, UPDATE } from '#doors/classic/route.ts'

/** Routes of a single conversation: reading, creating, priority, labels and custom attributes. */
export function addConversationRoutes(addRoute: AddRoute): void {
  addRoute('POST', '/conversations', async (call) => {
    const body = unwrap(call.body, 'conversation')
    const made = await call.invoke<Conversation>('create_conversation', readNewConversation(body))
    const template = templateFor(made.channel, readObject(body.message) ?? {})
    if (!template) return presentConversation(call, made)
    await call.invoke('send_message', { conversation_id: made.id, template, private: false })
    return presentConversation(call, await call.invoke('get_conversation_detail', detailOf(made.id)))
  })

  addRoute('GET', '/conversations/:conversation_id', async (call) =>
    presentConversation(call, await loadConversation(call)),
  )

  addRoute(UPDATE, '/conversations/:conversation_id', async (call) => {
    const body = unwrap(call.body, 'conversation')
    if (body.priority === undefined) return presentConversation(call, await loadConversation(call))
    return presentConversation(call, await setPriority(call, body.priority))
  })

  addRoute('POST', '/conversations/:conversation_id/toggle_priority', async (call) => {
    await setPriority(call, call.body.priority)
  })

  addRoute('GET', '/conversations/:conversation_id/labels', async (call) => ({
    payload: (await loadConversation(call)).labels,
  }))

  addRoute('POST', '/conversations/:conversation_id/labels', async (call) => {
    const { invoke, body } = call
    const { id: conversation_id } = await loadConversation(call)
    const labels = await ensureLabels(invoke, unwrap(body, 'conversation').labels)
    return { payload: (await invoke<Conversation>('set_conversation_labels', { conversation_id, labels })).labels }
  })

  // The attributes sent replace all others, unless the caller requests a merge.
  addRoute('POST', '/conversations/:conversation_id/custom_attributes', async ({ invoke, params, body }) => {
    const { custom_attributes } = await invoke<Conversation>('update_conversation', {
      conversation_id: requireId(params.conversation_id),
      custom_attributes: readObject(body.custom_attributes) ?? {},
      replace: readBoolean(body.merge) !== true,
    })
    return { custom_attributes }
  })
}

export function loadConversation({ invoke, params }: ClassicCall): Promise<Conversation> {
  return invoke<Conversation>('get_conversation_detail', detailOf(requireId(params.conversation_id)))
}

const detailOf = (conversation_id: string) => ({ conversation_id, message_limit: 0 })

/** An empty priority is our `none`. */
function setPriority({ invoke, params }: ClassicCall, priority: unknown): Promise<Conversation> {
  const conversation_id = requireId(params.conversation_id)
  return invoke<Conversation>('set_conversation_priority', { conversation_id, priority: priority || 'none' })
}

function readNewConversation(body: Body): Body {
  const message = readContent(readObject(body.message) ?? {})
  const hasContent = message.content !== undefined || message.attachments !== undefined
  const status = readText(body.status)
  return pickDefined({
    contact_id: readId(body.contact_id),
    inbox_id: readId(body.inbox_id),
    source_id: readText(body.source_id),
    status,
    snoozed_until: status === 'snoozed' ? readMoment(body.snoozed_until) : undefined,
    agent: readId(body.assignee_id),
    team: readId(body.team_id),
    custom_attributes: readObject(body.custom_attributes),
    additional_attributes: readObject(body.additional_attributes),
    message: hasContent ? message : undefined,
  })
}
