import { first_steps, type FirstStep, type FirstSteps } from '#contract/records/first-steps.ts'
import type { Context } from '#kernel/operation.ts'

/** Computed from the workspace as it is, so that a step counts however it was taken. */
export async function get({ sql, actor }: Context): Promise<FirstSteps> {
  const account_id = actor.account.id
  const [row] = await sql<Record<FirstStep | 'dismissed', boolean>>`
    select a.first_steps_dismissed_at is not null as dismissed,
           exists (select from inboxes where account_id = ${account_id}) as connect_channel,
           (select count(*) > 1 from memberships where account_id = ${account_id} and deactivated_at is null)
             or exists (select from invitations where account_id = ${account_id} and revoked_at is null) as invite_people,
           exists (select from contact_imports where account_id = ${account_id} and kind = 'contacts' and not dry_run)
             or exists (select from imported_records where account_id = ${account_id}) as import_contacts,
           exists (select from conversations c join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id and i.channel = 'web_widget'
                    where c.account_id = ${account_id}) as try_widget,
           exists (select from api_keys where account_id = ${account_id} and revoked_at is null) as connect_assistant
      from accounts a where a.id = ${account_id}`
  const steps = first_steps.map((name) => ({ name, done: row![name] }))
  return { steps, open: !row!.dismissed && steps.some(({ done }) => !done) }
}

export async function dismiss({ sql, actor, now }: Context): Promise<void> {
  await sql`
    update accounts set first_steps_dismissed_at = coalesce(first_steps_dismissed_at, ${now}) where id = ${actor.account.id}`
}
