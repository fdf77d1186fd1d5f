import * as templates from '#domains/people/email-templates.ts'
import { notify } from '#domains/people/notices.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Reminds the assignee of a due activity by e-mail. */
export const mail_due_activities = subscriber({
  on: ['activity.due'],
  async run({ inTransaction }, { id, actor, payload: { activity } }) {
    const { assignee } = activity
    if (!assignee) return
    await inTransaction('mail_due_activities', actor, (ctx) =>
      notify(ctx, 'activity_due', assignee.id, {
        ...templates.activityDue(ctx.actor.account.locale, activity),
        key: id,
      }),
    )
  },
})
