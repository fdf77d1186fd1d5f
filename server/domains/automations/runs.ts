import type { Filter } from '#contract/filters.ts'
import type { Action, AutomationRun } from '#contract/records/automation.ts'
import { joined, part, type Part, type Sql } from '#db/sql.ts'
import type { Happening } from '#domains/automations/happening.ts'
import { type Subject, subjects } from '#domains/automations/subjects.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'

/** Where a run is to be found. */
export type Place = { account_id: string; run_id: string }

/** So often an hour a rule runs for one record. Two machines that answer each other would else never end. */
const MOST_AN_HOUR = 60

/** Begins a run of each of these rules, once for what happened; answers those that are not finished. */
export async function beginRules(
  sql: Sql,
  account_id: string,
  { trigger, subject, key }: Happening,
  matches: readonly { rule_id: string; matched: Filter | null }[],
): Promise<{ id: string; rule_id: string }[]> {
  const rule_ids = matches.map(({ rule_id }) => rule_id)
  const matched = matches.map((each) => each.matched && JSON.stringify(each.matched))
  const begun = await sql<{ id: string; status: string }>`
    insert into automation_runs (account_id, rule_id, name, event, key, subject_type, subject_id, status, matched, created_at, finished_at)
    select r.account_id, r.id, r.name, ${trigger}, ${key}, ${subject.type}, ${subject.id},
           case when rests then 'failed' else 'running' end, m.matched, now(), case when rests then now() end
      from unnest(${rule_ids}::bigint[], ${matched}::jsonb[]) as m (rule_id, matched)
      join automation_rules r on r.account_id = ${account_id} and r.id = m.rule_id, lateral (
        select count(*) >= ${MOST_AN_HOUR} as rests from automation_runs n
         where n.account_id = r.account_id and n.subject_type = ${subject.type} and n.subject_id = ${subject.id}
           and n.rule_id = r.id and n.created_at > now() - interval '1 hour') lately
    on conflict (account_id, rule_id, key) do nothing returning id, status`
  const resting = begun.filter(({ status }) => status === 'failed').map(({ id }) => id)
  if (resting.length > 0) await explainRest(sql, account_id, resting)
  return sql`
    select id, rule_id from automation_runs
     where account_id = ${account_id} and rule_id = any(${rule_ids}::bigint[]) and key = ${key} and status = 'running'`
}

async function explainRest(sql: Sql, account_id: string, run_ids: readonly string[]): Promise<void> {
  const why = `It has run ${MOST_AN_HOUR} times for this record within an hour; it rests for a while.`
  await sql`
    insert into automation_steps (account_id, run_id, position, type, status, detail, created_at)
    select ${account_id}, id, 0, 'none', 'failed', ${why}, now() from unnest(${run_ids}::bigint[]) as n (id)
    on conflict do nothing`
}

/** Begins a run of the macro for each conversation, once for this request; answers those that are not finished. */
export async function beginMacro(
  sql: Sql,
  account_id: string,
  macro_id: string,
  key: string,
  conversation_ids: readonly string[],
): Promise<{ id: string; conversation_id: string }[]> {
  await sql`
    insert into automation_runs (account_id, macro_id, name, event, key, subject_type, subject_id, status, created_at)
    select m.account_id, m.id, m.name, 'macro.requested', ${key}, 'conversation', c.id, 'running', now()
      from macros m, unnest(${conversation_ids}::bigint[]) as c (id) where m.account_id = ${account_id} and m.id = ${macro_id}
    on conflict (account_id, macro_id, key, subject_id) do nothing`
  return sql`
    select id, subject_id as conversation_id from automation_runs
     where account_id = ${account_id} and macro_id = ${macro_id} and key = ${key} and status = 'running' order by id`
}

/** Which of its actions have been seen to, by their position. */
export async function listTaken(sql: Sql, { account_id, run_id }: Place): Promise<Set<number>> {
  const rows = await sql<{ position: number }>`
    select position from automation_steps where account_id = ${account_id} and run_id = ${run_id}`
  return new Set(rows.map(({ position }) => position))
}

/** Says that the action is done, in the transaction that does it; answers false when it was seen to before. */
export async function take({ sql, now }: Context, place: Place, position: number, action: Action): Promise<boolean> {
  const rows = await sql`
    insert into automation_steps (account_id, run_id, position, type, action, status, created_at)
    values (${place.account_id}, ${place.run_id}, ${position}, ${action.type}, ${action}, 'done', ${now})
    on conflict do nothing returning position`
  return rows.length > 0
}

/** Says why the action could not be done. */
export async function fail(sql: Sql, place: Place, position: number, action: Action, detail: string): Promise<void> {
  await sql`
    insert into automation_steps (account_id, run_id, position, type, action, status, detail, created_at)
    values (${place.account_id}, ${place.run_id}, ${position}, ${action.type}, ${action}, 'failed', ${detail}, now())
    on conflict do nothing`
}

/** Says that what was asked for went out in vain after all. */
export async function failLater(sql: Sql, place: Place, position: number, detail: string): Promise<void> {
  await sql`
    with failed as (
      update automation_steps set status = 'failed', detail = ${detail}
       where account_id = ${place.account_id} and run_id = ${place.run_id} and position = ${position} returning account_id, run_id)
    update automation_runs n set status = 'failed' from failed f where n.account_id = f.account_id and n.id = f.run_id and n.status = 'done'`
}

/** Closes a run, and counts it with its rule, once. */
export async function finish(sql: Sql, { account_id, run_id }: Place): Promise<void> {
  await sql`
    with finished as (
      update automation_runs n
         set finished_at = now(), status = case when exists (
               select from automation_steps s where s.account_id = n.account_id and s.run_id = n.id and s.status = 'failed')
             then 'failed' else 'done' end
       where n.account_id = ${account_id} and n.id = ${run_id} and n.status = 'running' returning n.rule_id)
    update automation_rules r set run_count = r.run_count + 1, last_run_at = now() from finished f
     where r.account_id = ${account_id} and r.id = f.rule_id`
}

/** Whoever was to carry these on has given up: what is not done stays undone, and is shown as such. */
export function abandon(sql: Sql, account_id: string, subject_ids: readonly string[], key: string): Promise<void> {
  const which = part`n.subject_id = any(${subject_ids}::bigint[]) and n.key = ${key}
    and n.subject_type in ('conversation', 'contact', 'lead', 'opportunity')`
  return end(sql, account_id, which, 'It was tried again and again in vain; the log of the server says why.')
}

/** The rule or macro is about to be deleted: nobody goes on with what it began. */
export function endOf({ sql, actor }: Context, which: { rule_id: string } | { macro_id: string }): Promise<void> {
  const of = 'rule_id' in which ? part`n.rule_id = ${which.rule_id}` : part`n.macro_id = ${which.macro_id}`
  return end(sql, actor.account.id, of, 'What it belongs to was deleted before it was done.')
}

/** Ends runs that nobody will carry on, and says at the action they stopped at why. */
async function end(sql: Sql, account_id: string, which: Part, why: string): Promise<void> {
  await sql`
    with ended as (
      update automation_runs n set status = 'failed', finished_at = now()
       where n.account_id = ${account_id} and n.status = 'running' and ${which} returning n.*)
    insert into automation_steps (account_id, run_id, position, type, action, status, detail, created_at)
    select n.account_id, n.id, s.position, a.actions -> s.position ->> 'type', a.actions -> s.position, 'failed', ${why}, now()
      from ended n
      left join automation_rules r on r.account_id = n.account_id and r.id = n.rule_id
      left join macros m on m.account_id = n.account_id and m.id = n.macro_id
      cross join lateral (select coalesce(r.actions, m.actions) as actions) a
      cross join lateral (select count(*)::int as position from automation_steps s
                           where s.account_id = n.account_id and s.run_id = n.id) s
     where s.position < jsonb_array_length(a.actions)
    on conflict do nothing`
}

export type Asked = {
  rule_id?: string | undefined
  macro_id?: string | undefined
  subject?: Subject | undefined
  status?: AutomationRun['status'] | undefined
}

/** Runs, newest first, and one more than asked for: with their steps, and only of what the caller may see. */
export function list(ctx: Context, asked: Asked, after: string[] | undefined, limit: number): Promise<AutomationRun[]> {
  return ctx.sql<AutomationRun>`
    select n.id, n.rule_id, n.macro_id, n.name, n.event, jsonb_build_object('type', n.subject_type, 'id', n.subject_id::text) as subject,
           n.status, n.matched, n.created_at, n.finished_at,
           coalesce((select jsonb_agg(jsonb_build_object('position', s.position, 'type', s.type, 'action', s.action, 'status', s.status,
                                                         'detail', s.detail, 'created_at', iso(s.created_at)) order by s.position)
                       from automation_steps s where s.account_id = n.account_id and s.run_id = n.id), '[]') as steps
      from automation_runs n
     where n.account_id = ${ctx.actor.account.id} ${joined(conditions(asked))} ${seen(ctx)} ${olderThan(after, part`n.created_at, n.id`)}
     order by n.created_at desc, n.id desc limit ${limit + 1}`
}

function conditions({ rule_id, macro_id, subject, status }: Asked): Part[] {
  return [
    ...(rule_id === undefined ? [] : [part`and n.rule_id = ${rule_id}`]),
    ...(macro_id === undefined ? [] : [part`and n.macro_id = ${macro_id}`]),
    ...(subject ? [part`and n.subject_type = ${subject.type} and n.subject_id = ${subject.id}`] : []),
    ...(status ? [part`and n.status = ${in_words[status]}`] : []),
  ]
}

/** Said in the statement itself, so that the index of the few that are not done can be found. */
const in_words = { running: part`'running'`, done: part`'done'`, failed: part`'failed'` }

/** What was done to something says that it is there, so it is told only to who may see it. */
function seen(ctx: Context): Part {
  if (ctx.actor.visibility === 'all') return part``
  const kinds = Object.entries(subjects).map(
    ([type, kind]) => part`(n.subject_type = ${type} and exists (select from ${kind.from}
      where ${kind.account_id} = n.account_id and ${kind.id} = n.subject_id ${kind.seen(ctx)}))`,
  )
  return part`and (${joined(kinds, ' or ')})`
}
