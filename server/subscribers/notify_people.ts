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
  // Most messages are for nobody in particular.
  when: part`(e.name <> 'message.received' or exists (
    select from conversations c where c.account_id = e.account_id and c.id = (e.payload #>> '{conversation,id}')::bigint
       and (c.assignee_id is not null or exists (
         select from conversation_participants p where p.account_id = c.account_id and p.conversation_id = c.id))))`,
  async run({ inTransaction }, event) {
    await inTransaction('notify_people', event.actor, async (ctx) => {
      const alert = await alertOf(ctx, event)
      if (alert) await notifications.add(ctx, event.id, event.actor, alert)
    })
  },
})

/** Undefined for records that were handed over with many others: one e-mail covers those. */
async function alertOf(ctx: Context, event: Event<(typeof names)[number]>): Promise<alerts.Alert | undefined> {
  switch (event.name) {
    case 'conversation.assigned': {
      const { conversation, changes } = event.payload
      if (await wasHandedOver(ctx, changes.assignee?.from as Person, conversation.updated_at)) return undefined
      return alerts.assignmentAlert(conversation)
    }
    case 'lead.owner_changed': {
      const { lead, changes } = event.payload
      if (await wasHandedOver(ctx, changes.owner?.from as Person, lead.updated_at)) return undefined
      return alerts.ownershipAlert('lead', lead)
    }
    case 'opportunity.owner_changed': {
      const { opportunity, changes } = event.payload
      if (await wasHandedOver(ctx, changes.owner?.from as Person, opportunity.updated_at)) return undefined
      return alerts.ownershipAlert('opportunity', opportunity)
    }
    case 'conversation.mentioned':
      return alerts.mentionAlert(event.payload)
    case 'message.received':
      return alerts.replyAlert(event.payload)
    case 'sla.due_soon':
      return alerts.warningAlert(event.payload)
    case 'sla.breached':
      return alerts.breachAlert(event.payload)
    case 'activity.due':
      return alerts.activityAlert(event.payload.activity)
  }
}
