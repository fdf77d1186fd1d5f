import type { Maker } from '#contract/records/author.ts'
import type { Campaign } from '#contract/records/campaign.ts'
import { joinParts, literal, emptyPart, part, type Part } from '#db/sql.ts'
import { makerOf } from '#domains/access/makers.ts'
import type { StoredAudience } from '#domains/campaigns/audience.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export async function get(ctx: Context, id: string): Promise<Campaign> {
  return (await select(ctx, part`and g.id = ${id}`))[0] ?? rejectMissing(id)
}

/** Locks the campaign until the transaction ends; it is read after the lock. */
export async function getLocked(ctx: Context, id: string): Promise<Campaign> {
  const lock = ctx.sql`
    select from campaigns where account_id = ${ctx.actor.account.id} and id = ${id} for no key update`
  const [, campaign] = await Promise.all([lock, get(ctx, id)])
  return campaign
}

/** Campaigns, newest first, one more than the limit. */
export function list(
  ctx: Context,
  status: Campaign['status'] | undefined,
  after: string[] | undefined,
  limit: number,
): Promise<Campaign[]> {
  const byStatus = status ? part`and g.status = ${status}` : emptyPart
  return select(
    ctx,
    part`${byStatus} ${olderThan(after, part`g.created_at, g.id`)} order by g.created_at desc, g.id desc limit ${limit + 1}`,
  )
}

function rejectMissing(id: string): never {
  return reject('not_found', `There is no campaign ${id}; find campaigns with list_campaigns.`, 'campaign_id')
}

export type Fields = Pick<Campaign, 'name' | 'content' | 'template' | 'per_minute'> & {
  inbox_id: string
  audience: StoredAudience
  status: 'draft' | 'scheduled'
  scheduled_at: Date | null
}

export async function insert(ctx: Context, campaign: Fields): Promise<Campaign> {
  const [row] = await ctx.sql<{ id: string }>`
    insert into campaigns (account_id, name, inbox_id, audience, content, template, status, scheduled_at, per_minute, maker, created_by,
                           created_at, updated_at)
    values (${ctx.actor.account.id}, ${campaign.name}, ${campaign.inbox_id}, ${campaign.audience}, ${campaign.content}, ${campaign.template},
            ${campaign.status},
            ${campaign.scheduled_at}, ${campaign.per_minute}, ${makerOf(ctx.actor)}, ${author(ctx.actor)}, ${ctx.now}, ${ctx.now})
    returning id`
  return get(ctx, row!.id)
}

export type Patch =
  | (Partial<Fields> & { maker: Maker; problem: null })
  | { status: 'stopped'; problem?: string }
  | { status: 'done'; finished_at: Date }
  | { next_send_at: Date }

/** Updates the given columns and returns the campaign. */
export async function update(ctx: Context, id: string, patch: Patch): Promise<Campaign> {
  const set = Object.entries(patch).map(([column, value]) => part`${literal(column)} = ${value}`)
  await ctx.sql`
    update campaigns set ${joinParts([...set, part`updated_at = ${ctx.now}`], ', ')}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

/** Makes the caller the maker of a campaign. */
export async function setMaker({ sql, actor }: Context, id: string): Promise<void> {
  await sql`update campaigns set maker = ${makerOf(actor)} where account_id = ${actor.account.id} and id = ${id}`
}

/** Sets the campaign running; after a stop, not before its pending next batch. */
export async function markRunning(ctx: Context, id: string): Promise<Campaign> {
  await ctx.sql`
    update campaigns set status = 'running', problem = null, started_at = coalesce(started_at, ${ctx.now}),
           next_send_at = greatest(next_send_at, clock_timestamp()), updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

/** Sets the next batch time without touching updated_at. */
export async function setNextSend({ sql, actor }: Context, id: string, next_send_at: Date): Promise<void> {
  await sql`update campaigns set next_send_at = ${next_send_at} where account_id = ${actor.account.id} and id = ${id}`
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from campaigns where account_id = ${actor.account.id} and id = ${id}`
}

/** The stored audience. */
export async function getAudience({ sql, actor }: Context, id: string): Promise<StoredAudience> {
  const [row] = await sql<{ audience: StoredAudience }>`
    select audience from campaigns where account_id = ${actor.account.id} and id = ${id}`
  return row?.audience ?? rejectMissing(id)
}

function select(ctx: Context, which: Part): Promise<Campaign[]> {
  return ctx.sql<Campaign>`
    select ${columns} from campaigns g join inboxes i on i.account_id = g.account_id and i.id = g.inbox_id ${progress}
     where g.account_id = ${ctx.actor.account.id} ${which}`
}

const progress = part`cross join lateral (
  select jsonb_build_object(
           'total', count(*), 'queued', count(*) filter (where r.status = 'queued'),
           'sent', count(*) filter (where r.status in ('sent', 'delivered', 'read', 'replied')),
           'delivered', count(*) filter (where r.status in ('delivered', 'read', 'replied')),
           'read', count(*) filter (where r.status in ('read', 'replied')), 'failed', count(*) filter (where r.status = 'failed'),
           'replied', count(*) filter (where r.status = 'replied'),
           'opted_out', (select count(*) from campaign_recipients o
                          where o.account_id = g.account_id and o.campaign_id = g.id and o.opted_out)) as progress
    from campaign_recipients r where r.account_id = g.account_id and r.campaign_id = g.id) p`

/** A deleted label is shown by its id; no contact has it any more. */
const columns = part`
  g.id, g.name, jsonb_build_object('id', i.id::text, 'name', i.name) as inbox,
  jsonb_build_object('filter', g.audience -> 'filter', 'labels', (
    select coalesce(jsonb_agg(coalesce(l.title, x.id) order by x.n), '[]')
      from jsonb_array_elements_text(g.audience -> 'label_ids') with ordinality x (id, n)
      left join labels l on l.account_id = g.account_id and l.id = x.id::bigint)) as audience,
  g.content, g.template, g.status, g.scheduled_at, g.per_minute, p.progress, g.started_at, g.finished_at,
  g.maker - '{user_id,permissions}'::text[] as maker, g.problem, g.created_by, g.created_at, g.updated_at`
