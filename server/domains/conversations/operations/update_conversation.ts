import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { jsonAttributeChanges } from '#contract/scalars.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import { mergeAttributes } from '#domains/contacts/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_conversation = operation({
  summary: 'Update custom attributes of a conversation. Only provided keys change; null removes one.',
  rest: 'PATCH /conversations/:conversation_id',
  permission: 'conversations:write',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    conversation_id,
    custom_attributes: jsonAttributeChanges.describe('Attributes to merge with the existing ones; null removes one'),
    replace: z.boolean().optional().describe('True to replace all attributes'),
  }),
  output: Conversation,

  async run(ctx, { conversation_id, custom_attributes: sent, replace = false }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    const conforming = await customAttributes.conform(ctx, 'conversation_attribute', sent)
    const custom_attributes = mergeAttributes(replace ? {} : before.custom_attributes, conforming)
    if (isDeepStrictEqual(custom_attributes, before.custom_attributes)) return before
    const conversation = await conversations.update(ctx, conversation_id, { custom_attributes })
    const changes = { custom_attributes: { from: before.custom_attributes, to: custom_attributes } }
    ctx.emit('conversation.updated', { conversation, changes })
    return conversation
  },
})
