import type { Pipeline } from '#contract/records/crm.ts'
import type { Sql } from '#db/sql.ts'
import type { Actor } from '#kernel/operation.ts'
import type { Talk, World } from './world.ts'

/* All data of a workspace as plain rows: the input of the slow reports of `reference.ts`. */

export type Raw = {
  zone: string
  currency: string
  now: Date
  url: string
  talks: Talk[]
  conversations: Conversation[]
  messages: Message[]
  breaches: Breach[]
  contacts: Contact[]
  leads: Lead[]
  deals: Deal[]
  visits: Visit[]
  activities: ActivityRow[]
  pipelines: Pipeline[]
  inboxes: { id: string; name: string; channel: string }[]
  people: Person[]
}

export type Person = { id: string; name: string; active: boolean }
export type Message = {
  id: string
  conversation_id: string
  direction: string
  author_type: string
  author_id: string | null
  private: boolean
  at: string
}
export type Conversation = {
  id: string
  inbox_id: string
  contact_id: string
  contact_name: string
  assignee_id: string | null
  priority: string
  status: string
  unread_count: number
  waiting_since: string | null
  due_at: string | null
}
export type Breach = {
  conversation_id: string
  inbox_id: string
  kind: 'first_response' | 'next_response' | 'resolution'
  priority: string
  assignee_id: string | null
  team_id: string | null
  breached_at: string
}
export type Contact = { id: string; created_at: string; custom_attributes: Record<string, unknown> }
type SalesRecord = {
  id: string
  name: string
  created_at: string
  contact_id: string | null
  owner_id: string | null
  pipeline_id: string
  stage_id: string
  currency: string
  lost_reason: string | null
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
}
export type Lead = SalesRecord & {
  status: string
  source: string | null
  amount: number | null
  updated_at: string
}
export type Deal = SalesRecord & {
  status: 'open' | 'won' | 'lost'
  amount: number | null
  lead_id: string | null
  actual_close_date: string | null
  closed_at: string | null
  reopened_at: string | null
}
export type Visit = {
  id: string
  lead_id: string | null
  opportunity_id: string | null
  stage_id: string | null
  stage_type: string
  entered_at: string
  left_at: string | null
}
export type ActivityRow = {
  id: string
  lead_id: string | null
  opportunity_id: string | null
  type: string
  changes: { status?: { to: string } } | null
  author: { type: string; id: string | null; name: string }
  due_at: string | null
  completed_at: string | null
  completed_by: { type: string; id: string | null; name: string } | null
  created_at: string
}

/** All rows, except those in the bin and those of merged duplicates. */
export async function readRaw(sql: Sql, world: World): Promise<Raw> {
  const { account_id } = world
  const { account } = world.actor()
  const live = await sql<{ lead: string | null; deal: string | null }>`
    select id as lead, null as deal from leads where account_id = ${account_id} and deleted_at is null
    union all select null, id from opportunities where account_id = ${account_id} and deleted_at is null`
  const there = new Set(live.map(({ lead, deal }) => `${lead} ${deal}`))
  const kept = <R extends { lead_id: string | null; opportunity_id: string | null }>(rows: R[]) =>
    rows.filter(({ lead_id, opportunity_id }) => there.has(`${lead_id} ${opportunity_id}`))
  return {
    zone: account.time_zone,
    currency: account.default_currency,
    now: new Date(world.now()),
    url: `http://localhost:3000/app/${account_id}`,
    talks: [...world.talks.values()],
    conversations: await sql`
      select c.id, c.inbox_id, c.contact_id, k.name as contact_name, c.assignee_id, c.priority, c.status, c.unread_count, c.waiting_since,
             coalesce(c.first_response_due_at, c.next_response_due_at) as due_at
        from conversations c join contacts k on k.account_id = c.account_id and k.id = c.contact_id where c.account_id = ${account_id} order by c.id`,
    messages: await sql`
      select id, conversation_id, direction, author_type, author_id, private, created_at as at from messages where account_id = ${account_id} order by created_at, id`,
    breaches: await sql`select * from sla_breaches where account_id = ${account_id} order by id`,
    contacts:
      await sql`select id, created_at, custom_attributes from contacts where account_id = ${account_id} order by id`,
    leads:
      await sql`select *, estimated_value as amount from leads where account_id = ${account_id} and deleted_at is null order by created_at desc, id desc`,
    deals: await sql`select * from opportunities where account_id = ${account_id} and deleted_at is null order by id`,
    visits: kept(
      await sql<Visit>`select * from stage_history where account_id = ${account_id} and not merged order by id`,
    ),
    activities: kept(await sql<ActivityRow>`select * from activities where account_id = ${account_id} order by id`),
    pipelines: (await world.act('crm_list_pipelines', {})).items,
    inboxes: await sql`select id, name, channel from inboxes where account_id = ${account_id}`,
    people: await sql`
      select u.id, u.name, m.deactivated_at is null as active from memberships m join users u on u.id = m.user_id
       where m.account_id = ${account_id} order by lower(u.name), u.id`,
  }
}

/** The rows a person sees: all, their own, or also those of their team. */
export function seenBy(raw: Raw, who: Actor, team: { id: string; members: readonly string[] }): Raw {
  if (who.visibility === 'all') return raw
  const inTeam = who.visibility === 'team' && team.members.includes(who.user_id!)
  const owners = new Set([who.user_id!, ...(inTeam ? team.members : [])])
  const owned = <R extends { owner_id: string | null }>(rows: R[]) =>
    rows.filter(({ owner_id }) => owner_id !== null && owners.has(owner_id))
  const talks = raw.talks.filter(
    ({ log, team_id }) => log.at(-1)!.assignee_id === who.user_id || (inTeam && team_id === team.id),
  )
  const ids = new Set(talks.map(({ id }) => id))
  return {
    ...raw,
    talks,
    breaches: raw.breaches.filter(({ conversation_id }) => ids.has(conversation_id)),
    leads: owned(raw.leads),
    deals: owned(raw.deals),
  }
}
