import type { AutomationRule, Trigger } from '#contract/records/automation.ts'
import { nothing, part, type Part, type Sql } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { reject } from '#kernel/problem.ts'

/** All rules of the workspace, in the order in which they run. */
export function list(ctx: Context): Promise<AutomationRule[]> {
  return select(ctx, nothing, order)
}

export async function get(ctx: Context, id: string): Promise<AutomationRule> {
  const [row] = await select(ctx, part`and r.id = ${id}`)
  return row ?? missing(id)
}

/** The rule, held until the transaction ends, so that nobody changes it in between. */
export async function getLocked(ctx: Context, id: string): Promise<AutomationRule> {
  const [row] = await select(ctx, part`and r.id = ${id}`, part`for update`)
  return row ?? missing(id)
}

function missing(id: string): never {
  return reject('not_found', `There is no automation rule ${id}; see list_automation_rules.`, 'rule_id')
}

function select({ sql, actor }: Context, which: Part, rest: Part = nothing): Promise<AutomationRule[]> {
  return sql<AutomationRule>`
    select ${columns} from automation_rules r where r.account_id = ${actor.account.id} ${which} ${rest}`
}

export type Fields = Pick<
  AutomationRule,
  'name' | 'description' | 'active' | 'event' | 'minutes' | 'conditions' | 'actions'
>

/** Each is asked whenever something happens. */
const MOST_RULES = 500

export async function insert(ctx: Context, fields: Fields): Promise<AutomationRule> {
  const many = await ctx.sql`
    select from automation_rules where account_id = ${ctx.actor.account.id} offset ${MOST_RULES - 1} limit 1`
  if (many.length > 0)
    reject('invalid_state', `A workspace has at most ${MOST_RULES} rules; delete one that is no longer needed.`)
  const [row] = await ctx.sql<AutomationRule>`
    insert into automation_rules as r (account_id, name, description, active, event, minutes, conditions, actions, reached_at, reached_id,
                                       created_by, created_at, updated_at)
    values (${ctx.actor.account.id}, ${fields.name}, ${fields.description}, ${fields.active}, ${fields.event}, ${fields.minutes},
            ${fields.conditions}, ${JSON.stringify(fields.actions)}::jsonb, ${since(ctx, fields)}, 0,
            ${author(ctx.actor)}, ${ctx.now}, ${ctx.now})
    returning ${columns}`
  return row!
}

/** Changes the rule; one that begins anew looks forward from now. */
export async function update(ctx: Context, id: string, fields: Fields, begins: boolean): Promise<AutomationRule> {
  const anew = begins ? part`, reached_at = ${since(ctx, fields)}, reached_id = 0` : nothing
  const [row] = await ctx.sql<AutomationRule>`
    update automation_rules r
       set name = ${fields.name}, description = ${fields.description}, active = ${fields.active}, event = ${fields.event},
           minutes = ${fields.minutes}, conditions = ${fields.conditions}, actions = ${JSON.stringify(fields.actions)}::jsonb,
           updated_at = ${ctx.now} ${anew}
     where r.account_id = ${ctx.actor.account.id} and r.id = ${id}
    returning ${columns}`
  return row!
}

/** From which moment on a rule about time looks: what came before it would flood whoever made it. */
function since({ now }: Context, { minutes }: Fields): Date | null {
  return minutes === null ? null : new Date(now.getTime() - minutes * 60_000)
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from automation_rules where account_id = ${actor.account.id} and id = ${id}`
}

/** A rule that may have to run: `run` is what became of it for the same happening before, if it was told already. */
export type Waiting = Pick<AutomationRule, 'id' | 'name' | 'conditions' | 'actions'> & {
  run: 'running' | 'done' | 'failed' | null
  time_zone: string
}

/** The active rules that wait for this, in their order, and those that were switched off after they had begun. */
export function listWaiting(sql: Sql, account_id: string, trigger: Trigger, key: string): Promise<Waiting[]> {
  return sql<Waiting>`
    select r.id, r.name, r.conditions, r.actions, n.status as run, a.time_zone
      from automation_rules r join accounts a on a.id = r.account_id
      left join automation_runs n on n.account_id = r.account_id and n.rule_id = r.id and n.key = ${key}
     where r.account_id = ${account_id} and r.event = ${trigger} and (r.active or n.status = 'running') ${order}`
}

/** What a rule waits for, as long as it is there. */
export async function findEvent(sql: Sql, account_id: string, id: string): Promise<Trigger | undefined> {
  const [row] = await sql<{ event: Trigger }>`
    select event from automation_rules where account_id = ${account_id} and id = ${id}`
  return row?.event
}

const order = part`order by r.position nulls last, r.id`

const columns = part`
  r.id, r.name, r.description, r.active, r.event, r.minutes, r.conditions, r.actions, r.run_count::float8 as run_count, r.last_run_at,
  r.created_by, r.created_at, r.updated_at`
