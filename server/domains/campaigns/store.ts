import type { Campaign } from '#contract/records/campaign.ts'
import { joined, literal, nothing, part, type Part } from '#db/sql.ts'
import type { Stored } from '#domains/campaigns/audience.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { olderThan } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export async function get(ctx: Context, id: string): Promise<Campaign> {
  return (await select(ctx, part`and g.id = ${id}`))[0] ?? missing(id)
}

/** The campaign, held until the transaction ends. What it is is asked behind the lock, so that it is as it was left. */
export async function getLocked(ctx: Context, id: string): Promise<Campaign> {
  const held = ctx.sql`
    select from campaigns where account_id = ${ctx.actor.account.id} and id = ${id} for no key update`
  const [, campaign] = await Promise.all([held, get(ctx, id)])
  return campaign
}

/** Campaigns, the newest first, and one more than asked for. */
export function list(
  ctx: Context,
  status: Campaign['status'] | undefined,
  after: string[] | undefined,
  limit: number,
): Promise<Campaign[]> {
  const wanted = status ? part`and g.status = ${status}` : nothing
  return select(
    ctx,
    part`${wanted} ${olderThan(after, part`g.created_at, g.id`)} order by g.created_at desc, g.id desc limit ${limit + 1}`,
  )
}

function missing(id: string): never {
  return reject('not_found', `There is no campaign ${id}; find campaigns with list_campaigns.`, 'campaign_id')
}

export type Fields = Pick<Campaign, 'name' | 'content' | 'per_minute'> & {
  inbox_id: string
  audience: Stored
  status: 'draft' | 'scheduled'
  scheduled_at: Date | null
}

export async function insert(ctx: Context, fresh: Fields): Promise<Campaign> {
  const [row] = await ctx.sql<{ id: string }>`
    insert into campaigns (account_id, name, inbox_id, audience, content, status, scheduled_at, per_minute, created_by, created_at, updated_at)
    values (${ctx.actor.account.id}, ${fresh.name}, ${fresh.inbox_id}, ${fresh.audience}, ${fresh.content}, ${fresh.status},
            ${fresh.scheduled_at}, ${fresh.per_minute}, ${author(ctx.actor)}, ${ctx.now}, ${ctx.now})
    returning id`
  return get(ctx, row!.id)
}

export type Patch =
  | Partial<Fields>
  | { status: 'stopped' }
  | { status: 'done'; finished_at: Date }
  | { next_send_at: Date }

/** Changes these columns, and answers the campaign as it is then. */
export async function update(ctx: Context, id: string, patch: Patch): Promise<Campaign> {
  const set = Object.entries(patch).map(([column, value]) => part`${literal(column)} = ${value}`)
  await ctx.sql`
    update campaigns set ${joined([...set, part`updated_at = ${ctx.now}`], ', ')}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

/** Runs from now on; after a stop not before the time that was set then. */
export async function run(ctx: Context, id: string): Promise<Campaign> {
  await ctx.sql`
    update campaigns set status = 'running', started_at = coalesce(started_at, ${ctx.now}),
           next_send_at = greatest(next_send_at, clock_timestamp()), updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  return get(ctx, id)
}

/** Sets when the next messages may go out; nothing else about it is news. */
export async function setNext({ sql, actor }: Context, id: string, next_send_at: Date): Promise<void> {
  await sql`update campaigns set next_send_at = ${next_send_at} where account_id = ${actor.account.id} and id = ${id}`
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from campaigns where account_id = ${actor.account.id} and id = ${id}`
}

/** Whom it is for, as it is kept. */
export async function getAudience({ sql, actor }: Context, id: string): Promise<Stored> {
  const [row] = await sql<{ audience: Stored }>`
    select audience from campaigns where account_id = ${actor.account.id} and id = ${id}`
  return row?.audience ?? missing(id)
}

function select(ctx: Context, which: Part): Promise<Campaign[]> {
  return ctx.sql<Campaign>`
    select ${columns} from campaigns g join inboxes i on i.account_id = g.account_id and i.id = g.inbox_id ${progress}
     where g.account_id = ${ctx.actor.account.id} ${which}`
}

const progress = part`cross join lateral (
  select jsonb_build_object(
           'total', count(*), 'queued', count(*) filter (where r.status = 'queued'),
           'sent', count(*) filter (where r.status in ('sent', 'replied')), 'failed', count(*) filter (where r.status = 'failed'),
           'replied', count(*) filter (where r.status = 'replied')) as progress
    from campaign_recipients r where r.account_id = g.account_id and r.campaign_id = g.id) p`

/** A label that is gone is shown by its id: nobody carries it, and nobody else is meant instead. */
const columns = part`
  g.id, g.name, jsonb_build_object('id', i.id::text, 'name', i.name) as inbox,
  jsonb_build_object('filter', g.audience -> 'filter', 'labels', (
    select coalesce(jsonb_agg(coalesce(l.title, x.id) order by x.n), '[]')
      from jsonb_array_elements_text(g.audience -> 'label_ids') with ordinality x (id, n)
      left join labels l on l.account_id = g.account_id and l.id = x.id::bigint)) as audience,
  g.content, g.status, g.scheduled_at, g.per_minute, p.progress, g.started_at, g.finished_at, g.created_by, g.created_at, g.updated_at`
