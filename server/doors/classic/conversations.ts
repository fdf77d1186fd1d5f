import type { Conversation } from '#contract/records/conversation.ts'
import { showConversation } from '#doors/classic/around.ts'
import { ensureLabels } from '#doors/classic/labels.ts'
import { contentOf } from '#doors/classic/message-fields.ts'
import {
  type Body,
  given,
  idOf,
  readBoolean,
  readId,
  readMoment,
  readObject,
  readText,
  unwrapped,
} from '#doors/classic/reading.ts'
import { type Asked, type Routes, UPDATE } from '#doors/classic/route.ts'

/** One conversation: its reading, its beginning, and what it carries. */
export function openConversations(routes: Routes): void {
  routes('POST', '/conversations', async (asked) => {
    const input = startOf(unwrapped(asked.body, 'conversation'))
    return showConversation(asked, await asked.act('create_conversation', input))
  })

  routes('GET', '/conversations/:conversation_id', async (asked) => showConversation(asked, await get(asked)))

  routes(UPDATE, '/conversations/:conversation_id', async (asked) => {
    const body = unwrapped(asked.body, 'conversation')
    if (body.priority === undefined) return showConversation(asked, await get(asked))
    return showConversation(asked, await setPriority(asked, body.priority))
  })

  routes('POST', '/conversations/:conversation_id/toggle_priority', async (asked) => {
    await setPriority(asked, asked.body.priority)
  })

  routes('GET', '/conversations/:conversation_id/labels', async (asked) => ({ payload: (await get(asked)).labels }))

  routes('POST', '/conversations/:conversation_id/labels', async (asked) => {
    const { act, body } = asked
    const { id: conversation_id } = await get(asked)
    const labels = await ensureLabels(act, unwrapped(body, 'conversation').labels)
    return { payload: (await act<Conversation>('set_conversation_labels', { conversation_id, labels })).labels }
  })

  // What is sent is all there is afterwards, unless the caller asks for a merge.
  routes('POST', '/conversations/:conversation_id/custom_attributes', async ({ act, params, body }) => {
    const { custom_attributes } = await act<Conversation>('update_conversation', {
      conversation_id: idOf(params.conversation_id),
      custom_attributes: readObject(body.custom_attributes) ?? {},
      replace: readBoolean(body.merge) !== true,
    })
    return { custom_attributes }
  })
}

export function get({ act, params }: Asked): Promise<Conversation> {
  const conversation_id = idOf(params.conversation_id)
  return act<Conversation>('get_conversation_detail', { conversation_id, message_limit: 0 })
}

/** No priority is one of ours too. */
function setPriority({ act, params }: Asked, priority: unknown): Promise<Conversation> {
  const conversation_id = idOf(params.conversation_id)
  return act<Conversation>('set_conversation_priority', { conversation_id, priority: priority || 'none' })
}

function startOf(body: Body): Body {
  const message = readObject(body.message)
  const status = readText(body.status)
  return given({
    contact_id: readId(body.contact_id),
    inbox_id: readId(body.inbox_id),
    source_id: readText(body.source_id),
    status,
    snoozed_until: status === 'snoozed' ? readMoment(body.snoozed_until) : undefined,
    agent: readId(body.assignee_id),
    team: readId(body.team_id),
    custom_attributes: readObject(body.custom_attributes),
    additional_attributes: readObject(body.additional_attributes),
    message: message && contentOf(message),
  })
}
