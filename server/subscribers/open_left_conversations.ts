import { listLeft } from '#domains/assistant/turns.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** What was left to an AI agent that is switched off is for people, who do not look for what is pending. */
export const open_left_conversations = subscriber({
  on: ['inbox.ai_agent_stopped'],

  async run({ sql, call }, { account_id, actor, payload: { inbox } }) {
    for (;;) {
      const left = await listLeft(sql, account_id, inbox.id)
      if (left.length === 0) return
      for (const conversation_id of left) await call('reopen_conversation', actor, { conversation_id })
    }
  },
})
