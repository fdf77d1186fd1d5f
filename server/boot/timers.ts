import { applyRetention, nextRetentionRun } from '#domains/access/retention/apply.ts'
import { deleteOldRuns, nextDue, nextRunExpiry, emitDue } from '#domains/automations/runs/due.ts'
import { fetchMissed, nextFetch } from '#domains/channels/incoming/missed.ts'
import * as channels from '#domains/channels/timers.ts'
import { nextToRun, runCampaigns } from '#domains/campaigns/run.ts'
import { recordDueBreaches, nextBreachAt } from '#domains/conversations/sla/breaches.ts'
import { nextWarningAt, warnOfBreaches } from '#domains/conversations/sla/warnings.ts'
import {
  nextAssignmentAt,
  assignWaiting,
  nextReopenAt,
  reopenSnoozed,
} from '#domains/conversations/lifecycle/snooze-timer.ts'
import { emptyBin, nextBinExpiry } from '#domains/crm/bin/store.ts'
import { nextActivityDue, emitDueActivities } from '#domains/crm/activities/due-timer.ts'
import { rollUpBoards, nextBoardRollup } from '#domains/crm/pipelines/board-sums.ts'
import { rollUpReports, nextRollup } from '#domains/reports/rollup/rollup.ts'
import { emitDueReports, nextReportAt } from '#domains/reports/schedules/timer.ts'
import { nextReminder, sendReminders } from '#domains/test_drives/reminder-timer.ts'
import { part } from '#db/sql.ts'
import type { Timer } from '#kernel/scheduler.ts'
import { nextAbandonedAt, removeAbandoned } from '#kernel/uploads.ts'
import type { Files } from '#gateways/files/file-storage.ts'

const EMAILS_KEPT = '90 days'
const NOTIFICATIONS_KEPT = '90 days'

/** All timers. */
export const timers: Readonly<Record<string, Timer>> = {
  reopen_snoozed: { due: nextReopenAt, run: (_sql, runtime) => reopenSnoozed(runtime) },
  assign_waiting: { due: nextAssignmentAt, run: (_sql, runtime) => assignWaiting(runtime) },
  breach_slas: { due: nextBreachAt, run: (_sql, runtime) => recordDueBreaches(runtime) },
  warn_of_slas: { due: nextWarningAt, run: (_sql, runtime) => warnOfBreaches(runtime) },
  send_scheduled: { due: channels.nextScheduled, run: (_sql, runtime) => channels.sendScheduled(runtime) },
  check_connections: { due: channels.nextCheck, run: (_sql, runtime) => channels.checkConnections(runtime) },
  fetch_missed_messages: { due: nextFetch, run: (_sql, runtime) => fetchMissed(runtime) },
  forget_parked_events: { due: channels.nextParkedExpiry, run: channels.forgetParked },
  run_campaigns: { due: nextToRun, run: (_sql, runtime) => runCampaigns(runtime) },
  remind_of_test_drives: { due: nextReminder, run: (_sql, runtime) => sendReminders(runtime) },
  automations_due: { due: nextDue, run: (_sql, runtime) => emitDue(runtime) },
  forget_automation_runs: { due: nextRunExpiry, run: deleteOldRuns },
  apply_retention: { due: nextRetentionRun, run: applyRetention },
  empty_crm_bin: { due: nextBinExpiry, run: emptyBin },
  roll_up_boards: { due: nextBoardRollup, run: rollUpBoards },
  roll_up_reports: { due: nextRollup, run: (_sql, runtime) => rollUpReports(runtime) },
  send_reports: { due: nextReportAt, run: (_sql, runtime) => emitDueReports(runtime) },
  emit_due_activities: { due: nextActivityDue, run: (_sql, runtime) => emitDueActivities(runtime) },
  forget_undos: {
    due: part`select min(made_at) + interval '1 hour' as at from conversation_undos`,
    run: (sql) => sql`delete from conversation_undos where made_at <= now() - interval '1 hour'`,
  },
  forget_idempotency_keys: {
    due: part`select min(expires_at) as at from idempotency_keys`,
    run: (sql) => sql`delete from idempotency_keys where expires_at <= now()`,
  },
  end_sessions: {
    due: part`select min(expires_at) as at from sessions`,
    run: (sql) => sql`delete from sessions where expires_at <= now()`,
  },
  // Used codes and refresh tokens are kept until they would have ended, to recognise their reuse.
  forget_oauth_tokens: {
    due: part`select min(expires_at) as at from oauth_tokens`,
    run: (sql) => sql`delete from oauth_tokens where expires_at <= now()`,
  },
  forget_oauth_clients: {
    due: part`select min(expires_at) as at from oauth_clients`,
    run: (sql) => sql`delete from oauth_clients where expires_at <= now()`,
  },
  forget_emails: {
    due: part`select min(created_at) + ${EMAILS_KEPT}::interval as at from emails`,
    run: (sql) => sql`
      delete from emails where (account_id, id) in (
        select account_id, id from emails where created_at <= now() - ${EMAILS_KEPT}::interval limit 10000)`,
  },
  forget_notifications: {
    due: part`select min(created_at) + ${NOTIFICATIONS_KEPT}::interval as at from notifications`,
    run: (sql) => sql`
      delete from notifications where (account_id, id) in (
        select account_id, id from notifications where created_at <= now() - ${NOTIFICATIONS_KEPT}::interval limit 10000)`,
  },
}

/** Timers that concern stored files. */
export function fileTimers(files: Pick<Files, 'remove'>): Readonly<Record<string, Timer>> {
  return { remove_abandoned_uploads: { due: nextAbandonedAt, run: (sql) => removeAbandoned(sql, files.remove) } }
}
