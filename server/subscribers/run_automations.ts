import { unbroken } from '#domains/automations/due.ts'
import { happening, heard } from '#domains/automations/happening.ts'
import { respond } from '#domains/automations/responding.ts'
import * as rules from '#domains/automations/rules.ts'
import * as runs from '#domains/automations/runs.ts'
import * as store from '#domains/automations/store.ts'
import { type Event, type Hands, subscriber } from '#kernel/subscriber.ts'

/**
 * Runs the rules of the workspace. What a rule does runs no rule, so that none can go round in circles; nor does what a
 * campaign begins, else everyone it reaches would be greeted besides.
 */
export const run_automations = subscriber({
  on: [...heard, 'automation.due'],

  async run(hands, event) {
    if (event.actor.type === 'automation' || event.actor.type === 'campaign') return
    if (event.name === 'automation.due') return runDue(hands, event)
    const what = happening(event)
    if (what) await respond(hands, event.account_id, what)
  },

  async giveUp({ sql }, event) {
    const what = event.name === 'automation.due' ? await due(sql, event) : happening(event)
    if (what) await runs.abandon(sql, event.account_id, [what.subject.id], what.key)
  },
})

/** What has been so for long enough, if it still is: who has been answered meanwhile waits no more. */
async function runDue(hands: Hands, event: Event<'automation.due'>): Promise<void> {
  const what = await due(hands.sql, event)
  if (!what) return
  const { rule_id, since } = event.payload
  await respond(hands, event.account_id, what, { rule_id, still: unbroken(what.trigger, since) })
}

async function due(sql: Hands['sql'], { account_id, payload }: Event<'automation.due'>) {
  const trigger = await store.findEvent(sql, account_id, payload.rule_id)
  if (!trigger || !rules.isTimed(trigger)) return undefined
  const { conversation_id: id, since } = payload
  // The same silence is due once for a rule, whenever and however often it is told.
  return { trigger, subject: { type: 'conversation' as const, id }, facts: {}, key: `${trigger}:${id}:${since}` }
}
