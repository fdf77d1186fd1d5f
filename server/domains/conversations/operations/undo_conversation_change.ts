import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { undoable_changes } from '#domains/conversations/undo/store.ts'
import { undo } from '#domains/conversations/undo/undo.ts'
import { operation } from '#kernel/operation.ts'

export const undo_conversation_change = operation({
  summary: 'Undo your latest change of a conversation, soon after making it.',
  description:
    'Restores the place in lists and the waiting time too. Rules, surveys and mails that follow a change made in the app wait ten seconds, or as long as the operator decides, and do not follow one that was undone; undo ends a second earlier.',
  rest: 'POST /conversations/:conversation_id/undo',
  permission: 'conversations:write',
  tool: false,
  undoes: true,
  input: z.strictObject({ conversation_id, change: z.enum(undoable_changes).describe('The kind of change to undo') }),
  output: Conversation,

  async run(ctx, { conversation_id, change }) {
    return undo(ctx, await conversations.getLocked(ctx, conversation_id), change)
  },
})
