import type { CampaignRecipient } from '#contract/records/campaign.ts'
import { nothing, part } from '#db/sql.ts'
import { spoken_contact } from '#domains/conversations/speaking.ts'
import type { Context } from '#kernel/operation.ts'

export type Recipient = {
  contact: {
    id: string
    name: string
    phone_number: string | null
    email: string | null
    city: string | null
    country: string | null
    company_name: string | null
    custom_attributes: Record<string, unknown>
  }
  blocked: boolean
  /** Whether they are known in the inbox. */
  known: boolean
  /** Their latest conversation there. */
  conversation_id: string | null
}

/**
 * The next who have not been written to, held until the transaction ends; who is just writing, or being merged, comes
 * later. What they are is asked behind the lock.
 */
export async function claim(ctx: Context, campaign_id: string, inbox_id: string, limit: number): Promise<Recipient[]> {
  const account_id = ctx.actor.account.id
  const held = await ctx.sql<{ contact_id: string }>`
    select r.contact_id from campaign_recipients r cross join lateral (
      select from contacts k where k.account_id = r.account_id and k.id = r.contact_id for no key update skip locked) k
     where r.account_id = ${account_id} and r.campaign_id = ${campaign_id} and r.status = 'queued'
     order by r.contact_id limit ${limit} for no key update of r skip locked`
  return ctx.sql<Recipient>`
    select ${spoken_contact} as contact,
           k.blocked,
           exists (select from contact_identities d
                    where d.account_id = k.account_id and d.contact_id = k.id and d.inbox_id = ${inbox_id}) as known,
           (select max(c.id) from conversations c
             where c.account_id = k.account_id and c.contact_id = k.id and c.inbox_id = ${inbox_id}) as conversation_id
      from contacts k where k.account_id = ${account_id} and k.id = any(${held.map((each) => each.contact_id)}::bigint[]) order by k.id`
}

export type Outcome = { contact_id: string; conversation_id?: string; message_id?: string; error?: string }

/** Says what became of those who were held, and answers when that was. */
export async function settle(ctx: Context, campaign_id: string, outcomes: readonly Outcome[]): Promise<Date> {
  const written = ctx.sql`
    update campaign_recipients r
       set status = case when o.error is null then 'sent' else 'failed' end, error = o.error, conversation_id = o.conversation_id,
           message_id = o.message_id, sent_at = case when o.error is null then ${ctx.now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (contact_id bigint, conversation_id bigint, message_id bigint, error text)
     where r.account_id = ${ctx.actor.account.id} and r.campaign_id = ${campaign_id} and r.contact_id = o.contact_id and r.status = 'queued'`
  const [, [clock]] = await Promise.all([written, ctx.sql<{ now: string }>`select clock_timestamp() as now`])
  return new Date(clock!.now)
}

/** Whether somebody still waits for the message. */
export async function anyQueued({ sql, actor }: Context, campaign_id: string): Promise<boolean> {
  const rows = await sql`
    select from campaign_recipients where account_id = ${actor.account.id} and campaign_id = ${campaign_id} and status = 'queued' limit 1`
  return rows.length > 0
}

/** Everybody it is for, by their ids, and one more than asked for. */
export function list(
  ctx: Context,
  campaign_id: string,
  status: CampaignRecipient['status'] | undefined,
  after: string[] | undefined,
  limit: number,
): Promise<CampaignRecipient[]> {
  // Each contact is looked up by itself: joined, they would be read from the first to the last.
  return ctx.sql<CampaignRecipient>`
    select (select jsonb_build_object('id', k.id::text, 'name', k.name) from contacts k
             where k.account_id = r.account_id and k.id = r.contact_id) as contact,
           r.status, r.error, r.conversation_id, r.message_id, r.sent_at, r.replied_at
      from campaign_recipients r
     where r.account_id = ${ctx.actor.account.id} and r.campaign_id = ${campaign_id}
       ${status ? part`and r.status = ${status}` : nothing} ${after ? part`and r.contact_id > ${after[0]}::bigint` : nothing}
     order by r.contact_id limit ${limit + 1}`
}
