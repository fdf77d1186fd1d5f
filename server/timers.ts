import { forgetRuns, nextDue, nextToForget, tellDue } from '#domains/automations/due.ts'
import { nextToRun, runCampaigns } from '#domains/campaigns/running.ts'
import { breachSlas, nextBreach } from '#domains/conversations/sla.ts'
import { anyToAssign, assignWaiting, nextToWake, wakeSnoozed } from '#domains/conversations/waking.ts'
import { emptyBin, nextToEmpty } from '#domains/crm/bin.ts'
import { nextActivityDue, tellDueActivities } from '#domains/crm/due.ts'
import { foldBoards, nextBoardFold } from '#domains/crm/settled.ts'
import { foldReports, nextFold } from '#domains/reports/folding.ts'
import { nextToRemind, remindOfTestDrives } from '#domains/test_drives/reminding.ts'
import { forget as forgetWebhooks, nextToForget as nextWebhooksToForget } from '#domains/webhooks/deliveries.ts'
import type { Timer } from '#kernel/scheduler.ts'

const EVENTS_KEPT = '30 days'
const EMAILS_KEPT = '90 days'

/** What time alone brings about. */
export const timers: Readonly<Record<string, Timer>> = {
  wake_snoozed: { due: nextToWake, run: (_sql, runtime) => wakeSnoozed(runtime) },
  assign_waiting: { due: anyToAssign, run: (_sql, runtime) => assignWaiting(runtime) },
  breach_slas: { due: nextBreach, run: (_sql, runtime) => breachSlas(runtime) },
  run_campaigns: { due: nextToRun, run: (_sql, runtime) => runCampaigns(runtime) },
  remind_of_test_drives: { due: nextToRemind, run: (_sql, runtime) => remindOfTestDrives(runtime) },
  automations_due: { due: nextDue, run: (_sql, runtime) => tellDue(runtime) },
  forget_automation_runs: { due: nextToForget, run: forgetRuns },
  empty_crm_bin: { due: nextToEmpty, run: emptyBin },
  fold_boards: { due: nextBoardFold, run: foldBoards },
  fold_reports: { due: nextFold, run: (_sql, runtime) => foldReports(runtime) },
  tell_due_activities: { due: nextActivityDue, run: (_sql, runtime) => tellDueActivities(runtime) },
  forget_idempotency_keys: {
    due: (sql) => sql`select min(expires_at) as at from idempotency_keys`,
    run: (sql) => sql`delete from idempotency_keys where expires_at <= now()`,
  },
  end_sessions: {
    due: (sql) => sql`select min(expires_at) as at from sessions`,
    run: (sql) => sql`delete from sessions where expires_at <= now()`,
  },
  forget_emails: {
    due: (sql) => sql`select min(created_at) + ${EMAILS_KEPT}::interval as at from emails`,
    run: (sql) => sql`
      delete from emails where (account_id, id) in (
        select account_id, id from emails where created_at <= now() - ${EMAILS_KEPT}::interval limit 10000)`,
  },
  forget_webhook_deliveries: { due: nextWebhooksToForget, run: forgetWebhooks },
  forget_events: {
    due: (sql) => sql`select min(occurred_at) + ${EVENTS_KEPT}::interval as at from events`,
    run: (sql) => sql`
      delete from events where (account_id, id) in (
        select account_id, id from events where occurred_at <= now() - ${EVENTS_KEPT}::interval limit 10000)`,
  },
}
