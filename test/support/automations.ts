import type { Action } from '#contract/records/automation.ts'
import type { Event } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { finish_macros } from '#subscribers/finish_macros.ts'
import { run_automations } from '#subscribers/run_automations.ts'
import { run_macros } from '#subscribers/run_macros.ts'
import { openInbox } from '#test/inbox.ts'
import type { Input } from '#test/workspace.ts'

const subscribers = { finish_macros, run_automations, run_macros }

/** A workspace whose rules and macros run when a test delivers their events, so that it can check each step. */
export async function openAutomations() {
  const inbox = await openInbox()
  const { act, sql, runtime } = inbox
  const waiting = () => sql<Event & { subscriber: keyof typeof subscribers }>`
    select d.subscriber, e.account_id, e.id, e.sequence, e.name, e.actor, e.payload, e.occurred_at
      from deliveries d join events e on e.account_id = d.account_id and e.id = d.event_id
     where d.subscriber = any(${Object.keys(subscribers)}) order by e.sequence, d.next_try_at`
  return {
    ...inbox,
    /** The events not yet delivered to rules and macros. */
    waiting,
    /** Delivers one event, as a worker does. */
    deliver: (event: Awaited<ReturnType<typeof waiting>>[number]) =>
      subscribers[event.subscriber].run(subscriberContext(runtime, registry, event), event as never),
    /** Delivers all events, including those that follow from them, until none is left. */
    work: async () => {
      for (let events = await waiting(); events.length > 0; events = await waiting()) {
        for (const event of events) {
          await subscribers[event.subscriber].run(subscriberContext(runtime, registry, event), event as never)
          await sql`delete from deliveries where event_id = ${event.id} and subscriber = ${event.subscriber}`
        }
      }
    },
    /** A rule with these actions for the event, without conditions by default. */
    rule: (
      event: Input<'create_automation_rule'>['event'],
      actions: Action[],
      more: Partial<Input<'create_automation_rule'>> = {},
    ) => act('create_automation_rule', { name: 'Regla', event, actions, ...more }),
    runs: async (filters: Input<'list_automation_runs'> = {}) => (await act('list_automation_runs', filters)).items,
  }
}
