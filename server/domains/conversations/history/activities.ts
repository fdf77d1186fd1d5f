import type { ConversationActivity } from '#contract/records/conversation-activity.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { part } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'

type Page = { after: string[] | undefined; limit: number }

/** Changes of a conversation, and those of its contact since it began, newest first; one more than the limit. */
export function list(
  { sql, actor }: Context,
  { id, contact, created_at }: Conversation,
  { after, limit }: Page,
): Promise<ConversationActivity[]> {
  const columns = part`id, kind, author, from_value as "from", to_value as "to", until, created_at`
  const page = part`${olderThan(after, part`created_at, id`)} order by created_at desc, id desc limit ${limit + 1}`
  return sql<ConversationActivity>`
    select * from (
      (select ${columns} from conversation_activities
        where account_id = ${actor.account.id} and conversation_id = ${id} ${page})
      union all
      (select ${columns} from conversation_activities
        where account_id = ${actor.account.id} and contact_id = ${contact.id} and created_at > ${created_at} ${page})) a
     order by created_at desc, id desc limit ${limit + 1}`
}
