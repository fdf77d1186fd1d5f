import { type Action, triggers } from '#contract/records/automation.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { toCall } from '#domains/automations/actions/actions.ts'
import { type Facts, messageFacts, factFields } from '#domains/automations/rules/trigger-facts.ts'
import { matchRules } from '#domains/automations/rules/match.ts'
import {
  type ActionContext,
  expandCannedResponse,
  loadActionContext,
} from '#domains/automations/actions/template-context.ts'
import type { Fields } from '#domains/automations/rules/store.ts'
import type { Subject } from '#domains/automations/subjects.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import type { Entity } from '#domains/crm/activities/store.ts'
import * as stages from '#domains/crm/records/stage-history.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Evaluates a rule for a record and lists the calls it would make, without making them. */
export async function dryRun(ctx: Context, rule: Fields, subject: Subject, facts: Facts) {
  const { sql, actor } = ctx
  const assumed = await assumedFacts(ctx, rule, subject, facts)
  const event = { trigger: rule.event, subject, facts: assumed }
  const where = { account_id: actor.account.id, time_zone: actor.account.time_zone }
  const groups = rule.conditions?.any ?? []
  // Each condition is evaluated as a rule of its own, all in one statement.
  const singles = groups.flatMap(({ all }) => all.map((each) => ({ each, conditions: { any: [{ all: [each] }] } })))
  const matched = await matchRules(sql, where, event, singles)
  const holding = new Set([...matched.keys()].map(({ each }) => each))
  const conditions = groups.map(({ all }) => all.map((each) => ({ ...each, holds: holding.has(each) })))
  const matches = groups.length === 0 || conditions.some((group) => group.every(({ holds }) => holds))
  const context = await loadActionContext(ctx, actor.account.id, subject)
  return {
    matches,
    conditions,
    actions: await Promise.all(rule.actions.map((action) => planAction(ctx, action, context))),
  }
}

/** Facts the rule is tried with: the customer's last message, the last stage change, or the given label. */
async function assumedFacts(ctx: Context, rule: Fields, { id }: Subject, facts: Facts): Promise<Facts> {
  switch (rule.event) {
    case 'message.received':
      return latestMessage(ctx, id, part`and m.direction = 'incoming'`)
    case 'message.created':
      return latestMessage(ctx, id, emptyPart)
    case 'lead.stage_changed':
    case 'opportunity.stage_changed':
      return latestMove(ctx, { type: triggers[rule.event], id })
    default:
      if (facts.label === undefined && needsLabel(rule))
        reject('missing_field', 'This rule has a condition on the label; give the label to try it with.', 'label')
      return facts
  }
}

function needsLabel({ event, conditions }: Fields): boolean {
  const used = conditions?.any.flatMap(({ all }) => all.map(({ field }) => field)) ?? []
  return used.includes('label') && Object.hasOwn(factFields(event, {}), 'label')
}

async function latestMove(ctx: Context, entity: Entity): Promise<Facts> {
  const [to, from] = (await stages.listOf(ctx, entity)).filter(({ merged }) => !merged).toReversed()
  return { stage: to?.stage.name ?? null, from_stage: from?.stage.name ?? null }
}

async function latestMessage(ctx: Context, conversation_id: string, which: Part): Promise<Facts> {
  const [latest] = await messages.list(ctx, conversation_id, undefined, 0, which)
  return latest ? messageFacts(latest) : {}
}

/** The call an action would make, with its variables filled in. */
async function planAction({ sql, actor }: Context, action: Action, context: ActionContext) {
  const { operation, input } = toCall(await expandCannedResponse(sql, actor.account.id, action), context)
  return { type: action.type, operation, input: JSON.parse(JSON.stringify(input)) as Record<string, never> }
}
