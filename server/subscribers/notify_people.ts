import type { Author } from '#contract/records/author.ts'
import { part } from '#db/sql.ts'
import { type Person, wasHandedOver } from '#domains/people/handover.ts'
import * as alerts from '#domains/people/notifications/rules.ts'
import * as notifications from '#domains/people/notifications/store.ts'
import type { Context } from '#kernel/operation.ts'
import { type Event, subscriber } from '#kernel/subscriber.ts'

const names = [
  'conversation.assigned',
  'conversation.mentioned',
  'message.received',
  'conversation.status_changed',
  'sla.due_soon',
  'sla.breached',
  'lead.owner_changed',
  'opportunity.owner_changed',
  'activity.due',
] as const

/** Adds events to the notification centre of the people they concern. */
export const notify_people = subscriber({
  on: names,
  waitsForUndo: true,
  // Without an assignee and followers, only the message with which a customer begins to wait notifies.
  when: part`case e.name
    when 'message.received' then e.payload #>> '{conversation,assignee,id}' is not null
      or e.payload #>> '{conversation,status}' = 'open'
         and e.payload #>> '{conversation,waiting_since}' = e.payload #>> '{message,created_at}'
      or exists (select from conversation_participants p
                  where p.account_id = e.account_id and p.conversation_id = (e.payload #>> '{conversation,id}')::bigint)
    when 'conversation.status_changed' then e.payload #>> '{changes,status,from}' = 'pending'
    else true end`,
  async run({ inTransaction }, event) {
    await inTransaction('notify_people', event.actor, async (ctx) => {
      for (const alert of await alertsOf(ctx, event)) await notifications.add(ctx, event.id, authorOf(event), alert)
      if (event.name === 'conversation.assigned') await notifications.endWaiting(ctx, event.payload.conversation.id)
    })
  },
})

/** A message is its customer's, also when the key of a person brings it. */
const authorOf = (event: Event<(typeof names)[number]>): Author =>
  event.name === 'message.received' ? { ...event.payload.message.author, type: 'contact' } : event.actor

/** None for records that were handed over with many others: one e-mail covers those. */
async function alertsOf(ctx: Context, event: Event<(typeof names)[number]>): Promise<alerts.Alert[]> {
  switch (event.name) {
    case 'conversation.assigned': {
      const { conversation, changes } = event.payload
      if (await wasHandedOver(ctx, changes.assignee?.from as Person, conversation.updated_at)) return []
      return [alerts.assignmentAlert(conversation)]
    }
    case 'lead.owner_changed': {
      const { lead, changes } = event.payload
      if (await wasHandedOver(ctx, changes.owner?.from as Person, lead.updated_at)) return []
      return [alerts.ownershipAlert('lead', lead)]
    }
    case 'opportunity.owner_changed': {
      const { opportunity, changes } = event.payload
      if (await wasHandedOver(ctx, changes.owner?.from as Person, opportunity.updated_at)) return []
      return [alerts.ownershipAlert('opportunity', opportunity)]
    }
    case 'conversation.mentioned':
      return [alerts.mentionAlert(event.payload)]
    case 'message.received':
      return [alerts.replyAlert(event.payload), ...alerts.waitingAlerts(event.payload)]
    case 'conversation.status_changed':
      return alerts.handoverAlerts(event.payload)
    case 'sla.due_soon':
      return [alerts.warningAlert(event.payload)]
    case 'sla.breached':
      return [alerts.breachAlert(event.payload)]
    case 'activity.due':
      return [alerts.activityAlert(event.payload.activity)]
  }
}
