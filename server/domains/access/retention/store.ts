import { default_retention, type Retention } from '#contract/records/retention.ts'
import type { Context } from '#kernel/operation.ts'

export async function get({ sql, actor }: Context): Promise<Retention> {
  const [row] = await sql<Retention>`
    select events_days, audit_days, inbound_log_days, webhook_log_days from retention_rules where account_id = ${actor.account.id}`
  return row ?? default_retention
}

export async function save({ sql, actor, now }: Context, rules: Retention): Promise<void> {
  await sql`
    insert into retention_rules (account_id, events_days, audit_days, inbound_log_days, webhook_log_days, updated_at)
    values (${actor.account.id}, ${rules.events_days}, ${rules.audit_days}, ${rules.inbound_log_days}, ${rules.webhook_log_days}, ${now})
    on conflict (account_id) do update
       set events_days = excluded.events_days, audit_days = excluded.audit_days, inbound_log_days = excluded.inbound_log_days,
           webhook_log_days = excluded.webhook_log_days, updated_at = excluded.updated_at`
}
