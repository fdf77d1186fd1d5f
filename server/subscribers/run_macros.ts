import * as macros from '#domains/automations/macros.ts'
import { carryOut } from '#domains/automations/running.ts'
import * as runs from '#domains/automations/runs.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Does what a macro says in each conversation, as whoever asked for it. */
export const run_macros = subscriber({
  on: ['macro.requested'],

  async run(hands, { id: key, account_id, actor: author, payload }) {
    const macro = await macros.find(hands.sql, account_id, payload.macro_id)
    if (!macro) return // Deleted before its turn came.
    const { id, name, actions } = macro
    const begun = await runs.beginMacro(hands.sql, account_id, id, key, payload.conversation_ids)
    let fault: unknown
    for (const run of begun) {
      const subject = { type: 'conversation' as const, id: run.conversation_id }
      const by = { macro: { id, name } }
      const job = { account_id, run_id: run.id, subject, actions, author, event: 'macro.requested', by }
      await carryOut(hands, job).catch((error: unknown) => (fault = error))
    }
    if (fault) throw fault
  },

  giveUp: ({ sql }, { id: key, account_id, payload }) => runs.abandon(sql, account_id, payload.conversation_ids, key),
})
