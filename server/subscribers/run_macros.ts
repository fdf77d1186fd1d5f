import { isUndoable } from '#domains/automations/macros/rules.ts'
import { runMacro } from '#domains/automations/macros/run.ts'
import * as runs from '#domains/automations/runs/store.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Runs a macro; of one that a person can undo, only the changes that can be taken back. */
export const run_macros = subscriber({
  on: ['macro.requested'],

  run(context, event) {
    const { session } = event.payload
    return runMacro(context, event, session ? { session, isDue: isUndoable } : {})
  },

  giveUp: ({ sql }, { id: key, account_id, payload }) => runs.abandon(sql, account_id, payload.conversation_ids, key),
})
