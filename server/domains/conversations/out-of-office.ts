import type { Message } from '#contract/records/conversation.ts'
import type { Sql } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'

type Received = Pick<Message, 'conversation_id' | 'created_at'>

/** What the inbox has to say to who wrote then; undefined where somebody was there, or where it has nothing to say. */
export async function findNotice(sql: Sql, account_id: string, received: Received): Promise<string | undefined> {
  const [row] = await sql<{ text: string | null }>`
    select i.business_hours ->> 'out_of_office_message' as text
      from conversations c join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
     where c.account_id = ${account_id} and c.id = ${received.conversation_id} and not is_open(i.business_hours, ${received.created_at})`
  return row?.text ?? undefined
}

/**
 * Whether it is to be said now: once a day in a conversation, and not where somebody has just answered. What answers
 * true has taken its turn in this transaction, so that whoever asks again for the same message is told no.
 */
export async function takeTurn(ctx: Context, { conversation_id, created_at }: Received): Promise<boolean> {
  const taken = await ctx.sql`
    update conversations c set out_of_office_at = ${created_at}
     where c.account_id = ${ctx.actor.account.id} and c.id = ${conversation_id}
       and (c.out_of_office_at is null or c.out_of_office_at <= ${created_at}::timestamptz - interval '24 hours')
       and not exists (
         select from messages m where m.account_id = c.account_id and m.conversation_id = c.id and m.author_type = 'agent'
            and not m.private and m.created_at > ${created_at}::timestamptz - interval '5 minutes')
    returning c.id`
  return taken.length > 0
}
