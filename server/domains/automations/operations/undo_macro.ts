import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { macro_id } from '#domains/automations/inputs.ts'
import * as macros from '#domains/automations/macros/store.ts'
import { undo } from '#domains/automations/macros/undo.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const undo_macro = operation({
  summary: 'Undo the macro you ran last in a conversation in the app, before its messages go out.',
  description:
    'Takes its changes of the conversation back, except a status that changed since, and withdraws its messages, mails and webhooks.',
  rest: 'POST /macros/:macro_id/undo',
  permission: 'conversations:write',
  tool: false,
  undoes: true,
  input: z.strictObject({ macro_id, conversation_id }),
  output: Conversation,

  async run(ctx, { macro_id, conversation_id }) {
    await conversations.get(ctx, conversation_id)
    await macros.get(ctx, macro_id)
    return undo(ctx, macro_id, conversation_id)
  },
})
