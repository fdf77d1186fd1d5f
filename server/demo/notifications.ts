import { randomUUID } from 'node:crypto'
import { type Author, HILO } from '#contract/records/author.ts'
import { type Alert, activityAlert, assignmentAlert, mentionAlert } from '#domains/people/notifications/rules.ts'
import * as notifications from '#domains/people/notifications/store.ts'
import { MINUTE, type Past } from '#server/demo/past.ts'
import { author } from '#kernel/outbox.ts'

/** Leaves the administrator three unread notifications: a mention, an assignment and a due activity. */
export async function seedNotifications(past: Past): Promise<void> {
  const { act, agents, now } = past
  const [me, colleague] = agents as [Past['agents'][number], Past['agents'][number]]
  const after = (moment: string) => Math.min(Date.parse(moment) + MINUTE, now)
  const newest = async (filter: { assignee: string } | { unassigned_only: true }) =>
    (await act('list_conversations', { ...filter, limit: 1 }, now)).items[0]!

  const theirs = await newest({ assignee: colleague.user_id! })
  const mentioned_at = after(theirs.last_activity_at)
  const note = `@${me.name} ¿me confirma si podemos mantener el precio esta semana?`
  const sent = { conversation_id: theirs.id, content: note, private: true }
  const message = await act('send_message', sent, mentioned_at, colleague)
  const mention = mentionAlert({ conversation: theirs, message, mentioned: [{ id: me.user_id!, name: me.name }] })
  await notify(past, mention, author(colleague), mentioned_at)

  const waiting = await newest({ unassigned_only: true })
  const assigned_at = after(waiting.last_activity_at)
  const given = { conversation_id: waiting.id, agent: me.user_id! }
  const conversation = await act('assign_conversation', given, assigned_at, colleague)
  await notify(past, assignmentAlert(conversation), author(colleague), assigned_at)

  const [due] = (await act('crm_list_activities', { owner: me.user_id!, pending_only: true, limit: 1 }, now)).items
  if (due && Date.parse(due.due_at!) <= now) await notify(past, activityAlert(due), HILO, Date.parse(due.due_at!))
}

const notify = ({ happen }: Past, alert: Alert, by: Author, at: number) =>
  happen('notify_people', by, at, (ctx) => notifications.add(ctx, randomUUID(), by, alert))
