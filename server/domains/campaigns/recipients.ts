import type { CampaignRecipient } from '#contract/records/campaign.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { visibleTo } from '#domains/conversations/store.ts'
import { template_contact } from '#domains/conversations/messages/template-context.ts'
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
  /** True if the contact wants no campaigns. */
  opted_out: boolean
  /** True if the contact has an identity in the inbox. */
  known: boolean
  /** False if the channel reported that the contact cannot be reached. */
  reachable: boolean
  /** The latest conversation in the inbox. */
  conversation_id: string | null
  /** True if the contact has a conversation in the inbox that the maker of the campaign may not see. */
  hidden: boolean
}

/**
 * Locks the next queued recipients until the transaction ends, skipping contacts locked by an incoming message or a
 * merge. Contact data is read after the lock.
 */
export async function claim(ctx: Context, campaign_id: string, inbox_id: string, limit: number): Promise<Recipient[]> {
  const account_id = ctx.actor.account.id
  const locked = await ctx.sql<{ contact_id: string }>`
    select r.contact_id from campaign_recipients r cross join lateral (
      select from contacts k where k.account_id = r.account_id and k.id = r.contact_id for no key update skip locked) k
     where r.account_id = ${account_id} and r.campaign_id = ${campaign_id} and r.status = 'queued'
     order by r.contact_id limit ${limit} for no key update of r skip locked`
  return ctx.sql<Recipient>`
    select ${template_contact} as contact,
           k.blocked, k.opted_out_at is not null as opted_out,
           not exists (select from contact_identities d
                        where d.account_id = k.account_id and d.contact_id = k.id and d.inbox_id = ${inbox_id} and not d.reachable) as reachable,
           exists (select from contact_identities d
                    where d.account_id = k.account_id and d.contact_id = k.id and d.inbox_id = ${inbox_id}) as known,
           (select max(c.id) from conversations c
             where c.account_id = k.account_id and c.contact_id = k.id and c.inbox_id = ${inbox_id}) as conversation_id,
           ${isHidden(ctx, inbox_id)} as hidden
      from contacts k where k.account_id = ${account_id} and k.id = any(${locked.map((each) => each.contact_id)}::bigint[]) order by k.id`
}

function isHidden(ctx: Context, inbox_id: string): Part {
  if (ctx.actor.visibility === 'all') return part`false`
  return part`exists (select from conversations c where c.account_id = k.account_id and c.contact_id = k.id
    and c.inbox_id = ${inbox_id} and (true ${visibleTo(ctx)}) is not true)`
}

export type Outcome = {
  contact_id: string
  conversation_id?: string
  message_id?: string
  error?: string
  opted_out?: boolean
}

/** Stores the outcome of claimed recipients and returns the database time. */
export async function recordOutcomes(ctx: Context, campaign_id: string, outcomes: readonly Outcome[]): Promise<Date> {
  const written = ctx.sql`
    update campaign_recipients r
       set status = case when o.error is null then 'sent' else 'failed' end, error = o.error, conversation_id = o.conversation_id,
           opted_out = coalesce(o.opted_out, false),
           message_id = o.message_id, sent_at = case when o.error is null then ${ctx.now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (contact_id bigint, conversation_id bigint, message_id bigint, error text, opted_out boolean)
     where r.account_id = ${ctx.actor.account.id} and r.campaign_id = ${campaign_id} and r.contact_id = o.contact_id and r.status = 'queued'`
  const [, [clock]] = await Promise.all([written, ctx.sql<{ now: string }>`select clock_timestamp() as now`])
  return new Date(clock!.now)
}

/** People the inbox may still write to first, by the daily limit of its account. */
export async function countAllowance({ sql, actor, now }: Context, inbox_id: string): Promise<number> {
  const [row] = await sql<{ left: number | null }>`
    select n.daily_limit - (
        select count(*) from campaign_recipients r join campaigns g on g.account_id = r.account_id and g.id = r.campaign_id
         where r.account_id = n.account_id and r.sent_at > ${now}::timestamptz - interval '24 hours' and g.inbox_id = n.inbox_id)::int as left
      from channel_connections n
     where n.account_id = ${actor.account.id} and n.inbox_id = ${inbox_id} and n.daily_limit is not null`
  return Math.max(0, row?.left ?? Infinity)
}

/** True while recipients are queued. */
export async function hasQueued({ sql, actor }: Context, campaign_id: string): Promise<boolean> {
  const rows = await sql`
    select from campaign_recipients where account_id = ${actor.account.id} and campaign_id = ${campaign_id} and status = 'queued' limit 1`
  return rows.length > 0
}

/** Recipients by contact id, one more than the limit. */
export function list(
  ctx: Context,
  campaign_id: string,
  status: CampaignRecipient['status'] | undefined,
  after: string[] | undefined,
  limit: number,
): Promise<CampaignRecipient[]> {
  // A subquery per row: a join would scan all contacts.
  return ctx.sql<CampaignRecipient>`
    select (select jsonb_build_object('id', k.id::text, 'name', k.name) from contacts k
             where k.account_id = r.account_id and k.id = r.contact_id) as contact,
           r.status, r.error, r.opted_out, r.conversation_id, r.message_id, r.sent_at, r.replied_at
      from campaign_recipients r
     where r.account_id = ${ctx.actor.account.id} and r.campaign_id = ${campaign_id}
       ${status ? part`and r.status = ${status}` : emptyPart} ${after ? part`and r.contact_id > ${after[0]}::bigint` : emptyPart}
     order by r.contact_id limit ${limit + 1}`
}
