import * as letters from '#domains/people/letters.ts'
import { notify } from '#domains/people/notices.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Who has planned something is told by mail when its time has come. */
export const mail_due_activities = subscriber({
  on: ['activity.due'],
  async run({ within }, { id, actor, payload: { activity } }) {
    const { assignee } = activity
    if (!assignee) return
    await within('mail_due_activities', actor, (ctx) =>
      notify(ctx, 'activity_due', assignee.id, { ...letters.activityDue(ctx.actor.account.locale, activity), key: id }),
    )
  },
})
