import type { Filter } from '#contract/filters.ts'
import type { Action, AutomationRun } from '#contract/records/automation.ts'
import { joinParts, part, type Part, type Sql } from '#db/sql.ts'
import type { TriggerEvent } from '#domains/automations/rules/trigger-facts.ts'
import { type Subject, subjects } from '#domains/automations/subjects.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'

export type RunReference = { account_id: string; run_id: string }

/** Maximum runs per rule, record and hour; stops two bots from looping. */
const MAX_RUNS_PER_HOUR = 60

/** Starts a run per rule, once per event; returns the unfinished ones. */
export async function startRuleRuns(
  sql: Sql,
  account_id: string,
  { trigger, subject, key }: TriggerEvent,
  matches: readonly { rule_id: string; matched: Filter | null }[],
): Promise<{ id: string; rule_id: string }[]> {
  const rule_ids = matches.map(({ rule_id }) => rule_id)
  const matched = matches.map((each) => each.matched && JSON.stringify(each.matched))
  const started = await sql<{ id: string; status: string }>`
    insert into automation_runs (account_id, rule_id, name, event, key, subject_type, subject_id, status, matched, created_at, finished_at)
    select r.account_id, r.id, r.name, ${trigger}, ${key}, ${subject.type}, ${subject.id},
           case when limited then 'failed' else 'running' end, m.matched, now(), case when limited then now() end
      from unnest(${rule_ids}::bigint[], ${matched}::jsonb[]) as m (rule_id, matched)
      join automation_rules r on r.account_id = ${account_id} and r.id = m.rule_id, lateral (
        select count(*) >= ${MAX_RUNS_PER_HOUR} as limited from automation_runs n
         where n.account_id = r.account_id and n.subject_type = ${subject.type} and n.subject_id = ${subject.id}
           and n.rule_id = r.id and n.created_at > now() - interval '1 hour') lately
    on conflict (account_id, rule_id, key) do nothing returning id, status`
  const limited = started.filter(({ status }) => status === 'failed').map(({ id }) => id)
  if (limited.length > 0) await recordRateLimit(sql, account_id, limited)
  return sql`
    select id, rule_id from automation_runs
     where account_id = ${account_id} and rule_id = any(${rule_ids}::bigint[]) and key = ${key} and status = 'running'`
}

async function recordRateLimit(sql: Sql, account_id: string, run_ids: readonly string[]): Promise<void> {
  const reason = `Skipped: the rule has already run ${MAX_RUNS_PER_HOUR} times for this record within an hour.`
  await sql`
    insert into automation_steps (account_id, run_id, position, type, status, detail, created_at)
    select ${account_id}, id, 0, 'none', 'failed', ${reason}, now() from unnest(${run_ids}::bigint[]) as n (id)
    on conflict do nothing`
}

/** Ends runs that may not take place; the reason is their last step. */
export async function refuse(sql: Sql, { account_id, run_id }: RunReference, reason: string): Promise<void> {
  await sql`
    insert into automation_steps (account_id, run_id, position, type, status, detail, created_at)
    select ${account_id}, ${run_id}, coalesce(max(position) + 1, 0), 'none', 'failed', ${reason}, now()
      from automation_steps where account_id = ${account_id} and run_id = ${run_id}
    on conflict do nothing`
  await finish(sql, { account_id, run_id })
}

/** Starts a run per conversation, once per request; returns the unfinished ones. */
export async function startMacroRuns(
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

/** The run of a macro on one conversation, by its request. An action that is being performed is waited for. */
export async function findMacroRunLocked(
  { sql, actor }: Context,
  macro_id: string,
  key: string,
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }>`
    select id from automation_runs
     where account_id = ${actor.account.id} and macro_id = ${macro_id} and key = ${key} for update`
  return row?.id
}

/** The moments of its actions. */
export async function listMoments({ sql, actor }: Context, run_id: string): Promise<string[]> {
  const rows = await sql<{ created_at: string }>`
    select created_at from automation_steps where account_id = ${actor.account.id} and run_id = ${run_id}`
  return rows.map(({ created_at }) => created_at)
}

export async function remove({ sql, actor }: Context, run_id: string): Promise<void> {
  await sql`delete from automation_runs where account_id = ${actor.account.id} and id = ${run_id}`
}

/** Positions of the actions that are done or failed. */
export async function listHandledPositions(sql: Sql, { account_id, run_id }: RunReference): Promise<Set<number>> {
  const rows = await sql<{ position: number }>`
    select position from automation_steps where account_id = ${account_id} and run_id = ${run_id}`
  return new Set(rows.map(({ position }) => position))
}

/** Marks an action as done, in the transaction that performs it. Returns false if it was already handled. */
export async function markDone(
  { sql, now }: Context,
  place: RunReference,
  position: number,
  action: Action,
): Promise<boolean> {
  const rows = await sql`
    insert into automation_steps (account_id, run_id, position, type, action, status, created_at)
    values (${place.account_id}, ${place.run_id}, ${position}, ${action.type}, ${action}, 'done', ${now})
    on conflict do nothing returning position`
  return rows.length > 0
}

/** Records why an action failed. */
export async function fail(
  sql: Sql,
  place: RunReference,
  position: number,
  action: Action,
  detail: string,
): Promise<void> {
  await sql`
    insert into automation_steps (account_id, run_id, position, type, action, status, detail, created_at)
    values (${place.account_id}, ${place.run_id}, ${position}, ${action.type}, ${action}, 'failed', ${detail}, now())
    on conflict do nothing`
}

/** Marks an e-mail or webhook action as failed after it was requested. */
export async function failAfterwards(sql: Sql, place: RunReference, position: number, detail: string): Promise<void> {
  await sql`
    with failed as (
      update automation_steps set status = 'failed', detail = ${detail}
       where account_id = ${place.account_id} and run_id = ${place.run_id} and position = ${position} returning account_id, run_id)
    update automation_runs n set status = 'failed' from failed f where n.account_id = f.account_id and n.id = f.run_id and n.status = 'done'`
}

/** Finishes a run and increments the counter of its rule, once. */
export async function finish(sql: Sql, { account_id, run_id }: RunReference): Promise<void> {
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

/** Fails the unfinished runs of a delivery that was given up. */
export function abandon(sql: Sql, account_id: string, subject_ids: readonly string[], key: string): Promise<void> {
  const which = part`n.subject_id = any(${subject_ids}::bigint[]) and n.key = ${key}
    and n.subject_type in ('conversation', 'contact', 'lead', 'opportunity')`
  return failUnfinished(sql, account_id, which, 'All retries failed; see the server log.')
}

/** Fails the unfinished runs of a rule or macro that is about to be deleted. */
export function cancelRunsOf(
  { sql, actor }: Context,
  which: { rule_id: string } | { macro_id: string },
): Promise<void> {
  const condition = 'rule_id' in which ? part`n.rule_id = ${which.rule_id}` : part`n.macro_id = ${which.macro_id}`
  return failUnfinished(sql, actor.account.id, condition, 'The rule or macro was deleted before this action ran.')
}

/** Fails unfinished runs and records the reason at the next action. */
async function failUnfinished(sql: Sql, account_id: string, which: Part, reason: string): Promise<void> {
  await sql`
    with ended as (
      update automation_runs n set status = 'failed', finished_at = now()
       where n.account_id = ${account_id} and n.status = 'running' and ${which} returning n.*)
    insert into automation_steps (account_id, run_id, position, type, action, status, detail, created_at)
    select n.account_id, n.id, s.position, a.actions -> s.position ->> 'type', a.actions -> s.position, 'failed', ${reason}, now()
      from ended n
      left join automation_rules r on r.account_id = n.account_id and r.id = n.rule_id
      left join macros m on m.account_id = n.account_id and m.id = n.macro_id
      cross join lateral (select coalesce(r.actions, m.actions) as actions) a
      cross join lateral (select count(*)::int as position from automation_steps s
                           where s.account_id = n.account_id and s.run_id = n.id) s
     where s.position < jsonb_array_length(a.actions)
    on conflict do nothing`
}

export type Filters = {
  rule_id?: string | undefined
  macro_id?: string | undefined
  subject?: Subject | undefined
  status?: AutomationRun['status'] | undefined
}

/** Runs with their steps, newest first, one more than the limit, for records the caller may see. */
export function list(
  ctx: Context,
  filters: Filters,
  after: string[] | undefined,
  limit: number,
): Promise<AutomationRun[]> {
  return ctx.sql<AutomationRun>`
    select n.id, n.rule_id, n.macro_id, n.name, n.event, jsonb_build_object('type', n.subject_type, 'id', n.subject_id::text) as subject,
           n.status, n.matched, n.created_at, n.finished_at,
           coalesce((select jsonb_agg(jsonb_build_object('position', s.position, 'type', s.type, 'action', s.action, 'status', s.status,
                                                         'detail', s.detail, 'created_at', iso(s.created_at)) order by s.position)
                       from automation_steps s where s.account_id = n.account_id and s.run_id = n.id), '[]') as steps
      from automation_runs n
     where n.account_id = ${ctx.actor.account.id} ${joinParts(conditions(filters))} ${visibleSubjects(ctx)} ${olderThan(after, part`n.created_at, n.id`)}
     order by n.created_at desc, n.id desc limit ${limit + 1}`
}

function conditions({ rule_id, macro_id, subject, status }: Filters): Part[] {
  return [
    ...(rule_id === undefined ? [] : [part`and n.rule_id = ${rule_id}`]),
    ...(macro_id === undefined ? [] : [part`and n.macro_id = ${macro_id}`]),
    ...(subject ? [part`and n.subject_type = ${subject.type} and n.subject_id = ${subject.id}`] : []),
    ...(status ? [part`and n.status = ${status_literals[status]}`] : []),
  ]
}

/** Literals instead of parameters, so the planner can use the partial index. */
const status_literals = { running: part`'running'`, done: part`'done'`, failed: part`'failed'` }

/** A run reveals its record, so it is shown only to those who may see the record. */
function visibleSubjects(ctx: Context): Part {
  if (ctx.actor.visibility === 'all') return part``
  const kinds = Object.entries(subjects).map(
    ([type, kind]) => part`(n.subject_type = ${type} and exists (select from ${kind.from}
      where ${kind.account_id} = n.account_id and ${kind.id} = n.subject_id ${kind.visibleTo(ctx)}))`,
  )
  return part`and (${joinParts(kinds, ' or ')})`
}
