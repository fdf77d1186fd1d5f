import type { Action } from '#contract/records/automation.ts'
import type { Event } from '#kernel/subscriber.ts'
import { hands } from '#kernel/worker.ts'
import { registry } from '#registry'
import { run_automations } from '#subscribers/run_automations.ts'
import { run_macros } from '#subscribers/run_macros.ts'
import { openInbox } from '#test/inbox.ts'
import type { Input } from '#test/workspace.ts'

const subscribers = { run_automations, run_macros }

/** A workspace with an inbox whose rules and macros run when they are told to, so that a test sees each step. */
export async function openAutomations() {
  const inbox = await openInbox()
  const { act, sql, runtime } = inbox
  const waiting = () => sql<Event & { subscriber: keyof typeof subscribers }>`
    select d.subscriber, e.account_id, e.id, e.sequence, e.name, e.actor, e.payload, e.occurred_at
      from deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id
     where d.subscriber = any(${Object.keys(subscribers)}) order by e.sequence`
  return {
    ...inbox,
    /** What rules and macros have not been told yet. */
    waiting,
    /** Tells one of them what happened, as a worker does. */
    deliver: (event: Awaited<ReturnType<typeof waiting>>[number]) =>
      subscribers[event.subscriber].run(hands(runtime, registry, event), event as never),
    /** Tells them everything that happened, and what happens because of it, until nothing is left. */
    work: async () => {
      for (let told = await waiting(); told.length > 0; told = await waiting()) {
        for (const event of told) {
          await subscribers[event.subscriber].run(hands(runtime, registry, event), event as never)
          await sql`delete from deliveries where event_id = ${event.id} and subscriber = ${event.subscriber}`
        }
      }
    },
    /** A rule that does this when it happens, on no condition unless it is said otherwise. */
    rule: (
      event: Input<'create_automation_rule'>['event'],
      actions: Action[],
      more: Partial<Input<'create_automation_rule'>> = {},
    ) => act('create_automation_rule', { name: 'Regla', event, actions, ...more }),
    runs: async (asked: Input<'list_automation_runs'> = {}) => (await act('list_automation_runs', asked)).items,
  }
}
