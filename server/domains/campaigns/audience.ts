import { channelAddress } from '#contract/channels.ts'
import type { Filter } from '#contract/filters.ts'
import type { Audience } from '#contract/records/campaign.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import type { Label } from '#contract/records/label.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { attributes, fields } from '#domains/contacts/filters/resolve.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import * as rules from '#domains/campaigns/rules.ts'
import { pick } from '#domains/workspace/pick.ts'
import { conditions } from '#kernel/filters/conditions.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** An audience as stored: labels by id, because titles can change. */
export type StoredAudience = { label_ids: string[]; filter: Filter | null }

/** Resolves label titles and validates the filter. */
export async function resolve(ctx: Context, audience: Audience): Promise<StoredAudience> {
  const { labels: titles, filter } = audience
  if (titles.length === 0 && !filter)
    reject('missing_field', 'Choose an audience: give labels, a filter, or both.', 'audience')
  const all = titles.length > 0 ? await labels.list(ctx) : []
  const label_ids = [...new Set(titles.map((name) => pick(all, { name }, kind).id))]
  filterCondition(ctx, filter)
  return { label_ids, filter }
}

const kind = {
  what: 'label',
  fields: ['audience/labels', 'audience/labels'],
  names: ({ title }: Label) => [title],
} as const

/** Number of contacts in the audience, and of those the inbox can write to. */
export async function count(
  ctx: Context,
  audience: StoredAudience,
  inbox: Inbox,
): Promise<{ contacts: number; reachable: number }> {
  const [row] = await ctx.sql<{ contacts: number; reachable: number }>`
    select count(*)::int as contacts, (count(*) filter (where ${isReachable(inbox)} and c.opted_out_at is null and not ${isUnreachable(inbox)}))::int as reachable
      from contacts c where ${audienceCondition(ctx, audience)}`
  return row!
}

/** Rows per insert, to stay below the statement timeout. */
const BATCH_SIZE = 10_000

/** Inserts the audience as recipients and returns their number. Unreachable contacts are inserted as failed. */
export async function insertRecipients(
  ctx: Context,
  campaign_id: string,
  audience: StoredAudience,
  inbox: Inbox,
): Promise<number> {
  const [found] = await ctx.sql<{ ids: string[] | null }>`
    select array_agg(c.id order by c.id) as ids from contacts c where ${audienceCondition(ctx, audience)}`
  const ids = found?.ids ?? []
  for (let from = 0; from < ids.length; from += BATCH_SIZE)
    await insertBatch(ctx, campaign_id, inbox, ids.slice(from, from + BATCH_SIZE))
  return ids.length
}

/** Locks the contacts in id order, so a concurrent merge waits; contacts merged meanwhile are skipped. */
async function insertBatch(ctx: Context, campaign_id: string, inbox: Inbox, ids: readonly string[]): Promise<void> {
  await ctx.sql`
    with locked as (
      select c.account_id, c.id, ${isReachable(inbox)} as reachable from contacts c
       where c.account_id = ${ctx.actor.account.id} and c.id = any(${ids}::bigint[]) order by c.id for key share of c
    )
    insert into campaign_recipients (account_id, campaign_id, contact_id, status, error)
    select account_id, ${campaign_id}, id, case when reachable then 'queued' else 'failed' end,
           case when not reachable then ${rules.failureText(rules.reasonUnknown(inbox.channel), ctx.actor.account.locale)}::text end
      from locked on conflict do nothing`
}

/** Condition on contacts `c`: not blocked, any of the labels, and the filter. */
function audienceCondition(ctx: Context, { label_ids, filter }: StoredAudience): Part {
  const hasLabel = part`and exists (select from contact_labels l
    where l.account_id = c.account_id and l.label_id = any(${label_ids}::bigint[]) and l.contact_id = c.id)`
  return part`c.account_id = ${ctx.actor.account.id} and not c.blocked ${label_ids.length > 0 ? hasLabel : emptyPart} and ${filterCondition(ctx, filter)}`
}

function filterCondition({ actor }: Context, filter: Filter | null): Part {
  return filter ? conditions(filter, fields, attributes, actor.account.time_zone, 'audience/filter') : part`true`
}

/** True if the inbox can write to contact `c`: by an identity there, or first, where the channel allows it. */
function isReachable({ id, channel }: Inbox): Part {
  if (channel === 'api') return part`true`
  const known = part`exists (select from contact_identities d where d.account_id = c.account_id and d.contact_id = c.id and d.inbox_id = ${id})`
  const address = channelAddress[channel]
  if (!address) return known
  return part`(${address === 'email' ? part`c.email` : part`c.phone_number`} is not null or ${known})`
}

/** True if the channel reported that contact `c` cannot be reached. */
function isUnreachable({ id }: Inbox): Part {
  return part`exists (select from contact_identities d
    where d.account_id = c.account_id and d.contact_id = c.id and d.inbox_id = ${id} and not d.reachable)`
}
