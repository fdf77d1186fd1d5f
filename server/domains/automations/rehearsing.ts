import type { Action } from '#contract/records/automation.ts'
import { part } from '#db/sql.ts'
import { type About, toCall } from '#domains/automations/actions.ts'
import { type Facts, factsOf } from '#domains/automations/happening.ts'
import { matching } from '#domains/automations/matching.ts'
import { speakOf, worded } from '#domains/automations/speaking.ts'
import type { Fields } from '#domains/automations/store.ts'
import type { Subject } from '#domains/automations/subjects.ts'
import * as messages from '#domains/conversations/messages.ts'
import type { Context } from '#kernel/operation.ts'

/** What a rule would do to this record, and why: everything is asked, and nothing done. */
export async function rehearse(ctx: Context, rule: Fields, subject: Subject, facts: Facts) {
  const { sql, actor } = ctx
  const known = rule.event === 'message.received' ? await latestMessage(ctx, subject.id) : facts
  const what = { trigger: rule.event, subject, facts: known }
  const where = { account_id: actor.account.id, time_zone: actor.account.time_zone }
  const groups = rule.conditions?.any ?? []
  // Each condition is asked as a rule of its own, all of them at once.
  const alone = groups.flatMap(({ all }) => all.map((each) => ({ each, conditions: { any: [{ all: [each] }] } })))
  const held = new Set((await matching(sql, where, what, alone)).map(({ each }) => each))
  const conditions = groups.map(({ all }) => all.map((each) => ({ ...each, holds: held.has(each) })))
  const matches = groups.length === 0 || conditions.some((group) => group.every(({ holds }) => holds))
  const about = await speakOf(sql, actor.account.id, subject)
  return { matches, conditions, actions: await Promise.all(rule.actions.map((action) => planned(ctx, action, about))) }
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
