import type { AutomationRule, Trigger } from '#contract/records/automation.ts'
import { emptyPart, part, type Part, type Sql } from '#db/sql.ts'
import { makerColumns, makerOf, type MakerRow } from '#domains/access/makers.ts'
import { problemOf } from '#domains/automations/rules/rights.ts'
import type { Actor, Context } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'
import { reject } from '#kernel/problem.ts'

/** All rules, in the order they run. */
export function list(ctx: Context): Promise<AutomationRule[]> {
  return select(ctx, emptyPart, order)
}

export async function get(ctx: Context, id: string): Promise<AutomationRule> {
  const [row] = await select(ctx, part`and r.id = ${id}`)
  return row ?? rejectMissing(id)
}

/** Like `get`, but locks the row until the transaction ends. */
export async function getLocked(ctx: Context, id: string): Promise<AutomationRule> {
  const [row] = await select(ctx, part`and r.id = ${id}`, part`for update`)
  return row ?? rejectMissing(id)
}

function rejectMissing(id: string): never {
  return reject('not_found', `There is no automation rule ${id}; see list_automation_rules.`, 'rule_id')
}

async function select({ sql, actor }: Context, which: Part, rest: Part = emptyPart): Promise<AutomationRule[]> {
  const rows = await sql<Row>`
    select ${columns} from automation_rules r where r.account_id = ${actor.account.id} ${which} ${rest}`
  return rows.map((row) => toRule(actor, row))
}

type Row = Omit<AutomationRule, 'maker' | 'problem'> & MakerRow

function toRule({ account }: Actor, { maker, membership, ...rule }: Row): AutomationRule {
  const problem = problemOf({ ...rule, maker, membership }, account.locale)
  return { ...rule, maker: maker && author(maker), problem }
}

export type Fields = Pick<
  AutomationRule,
  'name' | 'description' | 'active' | 'event' | 'minutes' | 'conditions' | 'actions'
>

/** Limit per workspace, because each event evaluates all rules of its trigger. */
const MAX_RULES = 500

export async function insert(ctx: Context, fields: Fields): Promise<AutomationRule> {
  const many = await ctx.sql`
    select from automation_rules where account_id = ${ctx.actor.account.id} offset ${MAX_RULES - 1} limit 1`
  if (many.length > 0) reject('invalid_state', `A workspace can have at most ${MAX_RULES} rules; delete one first.`)
  const [row] = await ctx.sql<Row>`
    insert into automation_rules as r (account_id, name, description, active, event, minutes, conditions, actions, reached_at, reached_id,
                                       maker, created_by, created_at, updated_at)
    values (${ctx.actor.account.id}, ${fields.name}, ${fields.description}, ${fields.active}, ${fields.event}, ${fields.minutes},
            ${fields.conditions}, ${JSON.stringify(fields.actions)}::jsonb, ${startingPoint(ctx, fields)}, 0,
            ${makerOf(ctx.actor)}, ${author(ctx.actor)}, ${ctx.now}, ${ctx.now})
    returning ${columns}`
  return toRule(ctx.actor, row!)
}

/** Updates the rule; the caller becomes its maker. If its timer restarts, only conversations that fall due from now on count. */
export async function update(
  ctx: Context,
  id: string,
  fields: Fields,
  restartsTimer: boolean,
): Promise<AutomationRule> {
  const timer = restartsTimer ? part`, reached_at = ${startingPoint(ctx, fields)}, reached_id = 0` : emptyPart
  const [row] = await ctx.sql<Row>`
    update automation_rules r
       set name = ${fields.name}, description = ${fields.description}, active = ${fields.active}, event = ${fields.event},
           minutes = ${fields.minutes}, conditions = ${fields.conditions}, actions = ${JSON.stringify(fields.actions)}::jsonb,
           maker = ${makerOf(ctx.actor)}, updated_at = ${ctx.now} ${timer}
     where r.account_id = ${ctx.actor.account.id} and r.id = ${id}
    returning ${columns}`
  return toRule(ctx.actor, row!)
}

/** A timed rule ignores what fell due before it was created, to avoid a flood of runs. */
function startingPoint({ now }: Context, { minutes }: Fields): Date | null {
  return minutes === null ? null : new Date(now.getTime() - minutes * 60_000)
}

export async function remove({ sql, actor }: Context, id: string): Promise<void> {
  await sql`delete from automation_rules where account_id = ${actor.account.id} and id = ${id}`
}

/** A rule that may have to run. `run` is the status of its run for the same event, after a redelivery. */
export type CandidateRule = Pick<AutomationRule, 'id' | 'name' | 'event' | 'conditions' | 'actions'> &
  MakerRow & {
    run: 'running' | 'done' | 'failed' | null
    time_zone: string
  }

/** Active rules of a trigger, in their order, and inactive ones with an unfinished run. */
export function listCandidates(sql: Sql, account_id: string, trigger: Trigger, key: string): Promise<CandidateRule[]> {
  return sql<CandidateRule>`
    select r.id, r.name, r.event, r.conditions, r.actions, ${makerColumns(part`r`)}, n.status as run, a.time_zone
      from automation_rules r join accounts a on a.id = r.account_id
      left join automation_runs n on n.account_id = r.account_id and n.rule_id = r.id and n.key = ${key}
     where r.account_id = ${account_id} and r.event = ${trigger} and (r.active or n.status = 'running') ${order}`
}

/** The trigger of a rule; undefined if it was deleted. */
export async function findEvent(sql: Sql, account_id: string, id: string): Promise<Trigger | undefined> {
  const [row] = await sql<{ event: Trigger }>`
    select event from automation_rules where account_id = ${account_id} and id = ${id}`
  return row?.event
}

const order = part`order by r.position nulls last, r.id`

const columns = part`
  r.id, r.name, r.description, r.active, r.event, r.minutes, r.conditions, r.actions, r.run_count::float8 as run_count, r.last_run_at,
  ${makerColumns(part`r`)}, r.created_by, r.created_at, r.updated_at`
