import { listPendingOfDisabled } from '#domains/assistant/turn/store.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Opens the pending conversations of an AI agent that was switched off: agents do not look at pending ones. */
export const open_left_conversations = subscriber({
  on: ['inbox.ai_agent_stopped'],

  async run({ sql, call }, { account_id, actor, payload: { inbox } }) {
    for (;;) {
      const left = await listPendingOfDisabled(sql, account_id, inbox.id)
      if (left.length === 0) return
      for (const conversation_id of left) await call('reopen_conversation', actor, { conversation_id })
    }
  },
})
