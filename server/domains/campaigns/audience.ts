import type { Filter } from '#contract/filters.ts'
import type { Audience } from '#contract/records/campaign.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import type { Label } from '#contract/records/label.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import { attributes, fields } from '#domains/contacts/filters.ts'
import * as labels from '#domains/contacts/labels.ts'
import * as rules from '#domains/campaigns/rules.ts'
import { pick } from '#domains/workspace/reference.ts'
import { conditions } from '#kernel/conditions.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** An audience as it is kept: labels by their ids, because titles change. */
export type Stored = { label_ids: string[]; filter: Filter | null }

/** The audience as it will be kept, once everything it names has been found. */
export async function resolve(ctx: Context, audience: Audience): Promise<Stored> {
  const { labels: titles, filter } = audience
  if (titles.length === 0 && !filter)
    reject('missing_field', 'Say whom it is for: give labels, a filter, or both.', 'audience')
  const all = titles.length > 0 ? await labels.list(ctx) : []
  const label_ids = [...new Set(titles.map((name) => pick(all, { name }, kind).id))]
  met(ctx, filter)
  return { label_ids, filter }
}

const kind = {
  what: 'label',
  fields: ['audience/labels', 'audience/labels'],
  names: ({ title }: Label) => [title],
} as const

/** How many contacts are meant, and how many of them the inbox can write to. */
export async function count(
  ctx: Context,
  audience: Stored,
  inbox: Inbox,
): Promise<{ contacts: number; reachable: number }> {
  const [row] = await ctx.sql<{ contacts: number; reachable: number }>`
    select count(*)::int as contacts, (count(*) filter (where ${reachable(inbox)}))::int as reachable
      from contacts c where ${meant(ctx, audience)}`
  return row!
}

/** How many are written down with one statement: what takes longer than the database allows would be undone. */
const AT_ONCE = 10_000

/** Writes down everybody who is meant, once; answers how many they are. Whom the inbox cannot write to has failed already. */
export async function enrol(ctx: Context, campaign_id: string, audience: Stored, inbox: Inbox): Promise<number> {
  const [found] = await ctx.sql<{ ids: string[] | null }>`
    select array_agg(c.id order by c.id) as ids from contacts c where ${meant(ctx, audience)}`
  const ids = found?.ids ?? []
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await enrolSome(ctx, campaign_id, inbox, ids.slice(from, from + AT_ONCE))
  return ids.length
}

/** Held in one order, so that a merge of two of them waits instead of being in the way; who was merged away is left out. */
async function enrolSome(ctx: Context, campaign_id: string, inbox: Inbox, ids: readonly string[]): Promise<void> {
  await ctx.sql`
    with held as (
      select c.account_id, c.id, ${reachable(inbox)} as reachable from contacts c
       where c.account_id = ${ctx.actor.account.id} and c.id = any(${ids}::bigint[]) order by c.id for key share of c
    )
    insert into campaign_recipients (account_id, campaign_id, contact_id, status, error)
    select account_id, ${campaign_id}, id, case when reachable then 'queued' else 'failed' end,
           case when not reachable then ${rules.reason('unknown', ctx.actor.account.locale)}::text end
      from held on conflict do nothing`
}

/** Who is meant, of the contacts `c`: any of the labels, and the filter. Who is blocked never is. */
function meant(ctx: Context, { label_ids, filter }: Stored): Part {
  const carrying = part`and exists (select from contact_labels l
    where l.account_id = c.account_id and l.label_id = any(${label_ids}::bigint[]) and l.contact_id = c.id)`
  return part`c.account_id = ${ctx.actor.account.id} and not c.blocked ${label_ids.length > 0 ? carrying : nothing} and ${met(ctx, filter)}`
}

function met({ actor }: Context, filter: Filter | null): Part {
  return filter ? conditions(filter, fields, attributes, actor.account.time_zone, 'audience/filter') : part`true`
}

/** Whether the inbox can write to the contact `c`: by a channel of one's own to everybody, else to who is known there. */
function reachable({ id, channel }: Inbox): Part {
  if (channel === 'api') return part`true`
  return part`exists (select from contact_identities d where d.account_id = c.account_id and d.contact_id = c.id and d.inbox_id = ${id})`
}
