import { part } from '#db/sql.ts'
import { isStillDue } from '#domains/automations/runs/due.ts'
import { toTriggerEvents, trigger_events } from '#domains/automations/rules/trigger-facts.ts'
import { runMatchingRules } from '#domains/automations/runs/dispatch.ts'
import * as rules from '#domains/automations/rules/rules.ts'
import * as runs from '#domains/automations/runs/store.ts'
import * as store from '#domains/automations/rules/store.ts'
import { type Event, type SubscriberContext, subscriber } from '#kernel/subscriber.ts'

/**
 * Runs the rules of the workspace. Actions of rules trigger no rules, so that none can loop; nor do campaigns, or every
 * recipient would also get a greeting, nor leads and deals of a file, which are history.
 */
export const run_automations = subscriber({
  on: [...trigger_events, 'automation.due'],
  when: part`exists (select from automation_rules r where r.account_id = e.account_id and r.active)`,
  waitsForUndo: true,

  async run(context, event) {
    if (event.actor.type === 'automation' || event.actor.type === 'campaign') return
    if ('imported' in event.payload) return
    if (event.name === 'automation.due') return runDue(context, event)
    if (isStandby(event)) return
    for (const what of toTriggerEvents(event)) await runMatchingRules(context, event.account_id, what)
  },

  async giveUp({ sql }, event) {
    const [what] = event.name === 'automation.due' ? [await due(sql, event)] : toTriggerEvents(event)
    // The triggers of an event have the same record and key.
    if (what) await runs.abandon(sql, event.account_id, [what.subject.id], what.key)
  },
})

/** Whether another app is answering the customer at the moment, or a program wrote: rules that answer would interrupt, or begin a loop. */
function isStandby({ name, payload }: Event): boolean {
  const isSo = (attributes: Record<string, unknown>) =>
    attributes['standby'] === true || attributes['automatic'] === true
  if (name === 'message.received') return 'message' in payload && isSo(payload.message.content_attributes)
  return name === 'conversation.created' && isSo(payload.conversation.additional_attributes)
}

/** Runs a time-based rule if its condition is still true: the customer may have been answered meanwhile. */
async function runDue(context: SubscriberContext, event: Event<'automation.due'>): Promise<void> {
  const what = await due(context.sql, event)
  if (!what) return
  const { rule_id, since } = event.payload
  await runMatchingRules(context, event.account_id, what, { rule_id, condition: isStillDue(what.trigger, since) })
}

async function due(sql: SubscriberContext['sql'], { account_id, payload }: Event<'automation.due'>) {
  const trigger = await store.findEvent(sql, account_id, payload.rule_id)
  if (!trigger || !rules.isTimed(trigger)) return undefined
  const { conversation_id: id, since } = payload
  // The key makes a rule run once per waiting period, however often the event is delivered.
  return { trigger, subject: { type: 'conversation' as const, id }, facts: {}, key: `${trigger}:${id}:${since}` }
}
