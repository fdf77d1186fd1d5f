import { anyToAssign, assignWaiting, nextToWake, wakeSnoozed } from '#domains/conversations/waking.ts'
import type { Timer } from '#kernel/scheduler.ts'

const EVENTS_KEPT = '30 days'

/** What time alone brings about. */
export const timers: Readonly<Record<string, Timer>> = {
  wake_snoozed: { due: nextToWake, run: (_sql, runtime) => wakeSnoozed(runtime) },
  assign_waiting: { due: anyToAssign, run: (_sql, runtime) => assignWaiting(runtime) },
  forget_idempotency_keys: {
    due: (sql) => sql`select min(expires_at) as at from idempotency_keys`,
    run: (sql) => sql`delete from idempotency_keys where expires_at <= now()`,
  },
  end_sessions: {
    due: (sql) => sql`select min(expires_at) as at from sessions`,
    run: (sql) => sql`delete from sessions where expires_at <= now()`,
  },
  forget_events: {
    due: (sql) => sql`select min(occurred_at) + ${EVENTS_KEPT}::interval as at from events`,
    run: (sql) => sql`
      delete from events where (account_id, id) in (
        select account_id, id from events where occurred_at <= now() - ${EVENTS_KEPT}::interval limit 10000)`,
  },
}
