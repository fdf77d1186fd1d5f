import { part } from '#db/sql.ts'
import { runMacro } from '#domains/automations/macros/run.ts'
import * as runs from '#domains/automations/runs/store.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Performs the other actions of a macro, such as its messages, once a person can no longer undo it. */
export const finish_macros = subscriber({
  on: ['macro.requested'],
  when: part`e.payload ->> 'session' is not null`,
  waitsForUndo: true,

  run: (context, event) => runMacro(context, event),

  giveUp: ({ sql }, { id: key, account_id, payload }) => runs.abandon(sql, account_id, payload.conversation_ids, key),
})
