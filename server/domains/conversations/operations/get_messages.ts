import { z } from 'zod'
import { Message } from '#contract/records/conversation.ts'
import { id, page } from '#contract/scalars.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_messages = operation({
  summary: 'Get several messages at once, from any conversation. Messages you may not see are ignored.',
  rest: 'GET /messages/batch',
  permission: 'conversations:read',
  tool: false,
  input: z.strictObject({ message_ids: z.array(id).min(1).max(100).describe('Ids of the messages') }),
  output: page(Message),

  async run(ctx, { message_ids }) {
    return { items: await messages.listByIds(ctx, message_ids), next_cursor: null }
  },
})
