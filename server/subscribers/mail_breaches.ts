import * as templates from '#domains/people/email-templates.ts'
import { notify } from '#domains/people/notices.ts'
import { type Event, subscriber } from '#kernel/subscriber.ts'

/** Notifies the assignee by e-mail of an SLA target that is missed, or will be soon. */
export const mail_breaches = subscriber({
  on: ['sla.breached', 'sla.due_soon'],
  async run({ inTransaction }, event) {
    const { assignee } = event.name === 'sla.breached' ? event.payload.sla_breach : event.payload.conversation
    if (!assignee) return
    await inTransaction('mail_breaches', event.actor, (ctx) => {
      const kind = event.name === 'sla.breached' ? 'sla_breached' : 'sla_due_soon'
      return notify(ctx, kind, assignee.id, { ...textOf(ctx.actor.account.locale, event), key: event.id })
    })
  },
})

function textOf(locale: 'es' | 'en', event: Event<'sla.breached' | 'sla.due_soon'>) {
  const { conversation } = event.payload
  if (event.name === 'sla.due_soon') return templates.warning(locale, conversation)
  return templates.breach(locale, event.payload.sla_breach.kind, conversation)
}
