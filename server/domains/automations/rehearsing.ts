import { type Action, triggers } from '#contract/records/automation.ts'
import { part } from '#db/sql.ts'
import { type About, toCall } from '#domains/automations/actions.ts'
import { type Facts, factsOf, fieldsOf } from '#domains/automations/happening.ts'
import { matching } from '#domains/automations/matching.ts'
import { speakOf, worded } from '#domains/automations/speaking.ts'
import type { Fields } from '#domains/automations/store.ts'
import type { Subject } from '#domains/automations/subjects.ts'
import * as messages from '#domains/conversations/messages.ts'
import type { Entity } from '#domains/crm/activities.ts'
import * as stages from '#domains/crm/stage-history.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** What a rule would do to this record, and why: everything is asked, and nothing done. */
export async function rehearse(ctx: Context, rule: Fields, subject: Subject, facts: Facts) {
  const { sql, actor } = ctx
  const known = await supposed(ctx, rule, subject, facts)
  const what = { trigger: rule.event, subject, facts: known }
  const where = { account_id: actor.account.id, time_zone: actor.account.time_zone }
  const groups = rule.conditions?.any ?? []
  // Each condition is asked as a rule of its own, all of them at once.
  const alone = groups.flatMap(({ all }) => all.map((each) => ({ each, conditions: { any: [{ all: [each] }] } })))
  const held = await matching(sql, where, what, alone)
  const holding = new Set([...held.keys()].map(({ each }) => each))
  const conditions = groups.map(({ all }) => all.map((each) => ({ ...each, holds: holding.has(each) })))
  const matches = groups.length === 0 || conditions.some((group) => group.every(({ holds }) => holds))
  const about = await speakOf(ctx, actor.account.id, subject)
  return { matches, conditions, actions: await Promise.all(rule.actions.map((action) => planned(ctx, action, about))) }
}

/** What is taken to have happened: what the customer wrote last, the last move there was, the label that was named. */
async function supposed(ctx: Context, rule: Fields, { id }: Subject, facts: Facts): Promise<Facts> {
  switch (rule.event) {
    case 'message.received':
      return latestMessage(ctx, id)
    case 'lead.stage_changed':
    case 'opportunity.stage_changed':
      return latestMove(ctx, { type: triggers[rule.event], id })
    default:
      if (facts.label === undefined && asksWhichLabel(rule))
        reject('missing_field', 'This rule asks which label it was: say which to try it with.', 'label')
      return facts
  }
}

function asksWhichLabel({ event, conditions }: Fields): boolean {
  const asked = conditions?.any.flatMap(({ all }) => all.map(({ field }) => field)) ?? []
  return asked.includes('label') && Object.hasOwn(fieldsOf(event, {}), 'label')
}

async function latestMove(ctx: Context, entity: Entity): Promise<Facts> {
  const [to, from] = (await stages.listOf(ctx, entity)).filter(({ merged }) => !merged).toReversed()
  return { stage: to?.stage.name ?? null, from_stage: from?.stage.name ?? null }
}

async function latestMessage(ctx: Context, conversation_id: string): Promise<Facts> {
  const [latest] = await messages.list(ctx, conversation_id, undefined, 0, part`and m.direction = 'incoming'`)
  return latest ? factsOf(latest) : {}
}

/** The call that would be made, with its variables filled in. */
async function planned({ sql, actor }: Context, action: Action, about: About) {
  const { operation, input } = toCall(await worded(sql, actor.account.id, action), about)
  return { type: action.type, operation, input: JSON.parse(JSON.stringify(input)) as Record<string, never> }
}
