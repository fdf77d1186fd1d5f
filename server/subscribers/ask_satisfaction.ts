import { part } from '#db/sql.ts'
import { sendSurvey } from '#domains/conversations/surveys/send.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Sends a satisfaction survey after a conversation is resolved, if its inbox does so. */
export const ask_satisfaction = subscriber({
  on: ['conversation.resolved'],
  when: part`exists (
    select from inboxes i where i.account_id = e.account_id and i.id = (e.payload #>> '{conversation,inbox,id}')::bigint
       and (i.csat ->> 'enabled')::boolean)`,
  waitsForUndo: true,
  async run({ inTransaction }, { occurred_at, payload: { conversation } }) {
    const inbox = { type: 'automation', id: null, name: conversation.inbox.name } as const
    await inTransaction('ask_satisfaction', inbox, (ctx) => sendSurvey(ctx, conversation.id, occurred_at))
  },
})
