import type { Message } from '#contract/records/conversation.ts'
import type { Sql } from '#db/sql.ts'
import type { Context } from '#kernel/operation.ts'

type ReceivedMessage = { conversation_id: string; created_at: Message['created_at'] | Date }

/** Whether the inbox of a conversation is closed, and its message for that time. */
export type OutOfOffice = { is_closed: boolean; text: string | null; ai_agent_enabled: boolean }

export async function findOutOfOffice(
  sql: Sql,
  account_id: string,
  { conversation_id, created_at }: { conversation_id: string; created_at: string | Date },
): Promise<OutOfOffice | undefined> {
  const [row] = await sql<OutOfOffice>`
    select not is_open(i.business_hours, ${created_at}) as is_closed, i.business_hours ->> 'out_of_office_message' as text, i.ai_agent_enabled
      from conversations c join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
     where c.account_id = ${account_id} and c.id = ${conversation_id}`
  return row
}

/**
 * Claims the notice in this transaction: at most once a day per conversation, and not if an agent has just replied. A second
 * claim for the same message returns false.
 */
export async function claimNotice(ctx: Context, { conversation_id, created_at }: ReceivedMessage): Promise<boolean> {
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
