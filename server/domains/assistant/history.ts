import type { Message } from '#contract/records/conversation.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import { shortened, visible } from '#domains/assistant/speech-rules.ts'
import * as messages from '#domains/conversations/messages.ts'
import type { Line } from '#kernel/model.ts'
import type { Context } from '#kernel/operation.ts'

const LONGEST = 4_000

/** The last messages of a conversation between customer and business, oldest first; notes of the team are none of them. */
export async function read(
  ctx: Context,
  conversation_id: string,
  most: number,
  met: Part = nothing,
): Promise<Message[]> {
  const rows = await messages.list(
    ctx,
    conversation_id,
    undefined,
    most - 1,
    part`and not m.private and m.deleted_at is null ${met}`,
  )
  return rows.slice(0, most).reverse()
}

/** A message as the model reads it. */
export function toLine(message: Pick<Message, 'direction' | 'content' | 'attachments'>): Line {
  const role = message.direction === 'incoming' ? 'user' : 'assistant'
  return { role, content: shortened(textOf(message), LONGEST) }
}

/** What a message says, or shows. */
export function textOf({ content, attachments }: Pick<Message, 'content' | 'attachments'>): string {
  const files = attachments.map(({ file_type, file_name }) => `[${file_type}: ${file_name}]`)
  return visible([content ?? [], files].flat().join('\n')).trim()
}

/** What the customer has said since they were last answered. */
export function unanswered(lines: readonly Line[]): string {
  const last = lines.findLastIndex(({ role }) => role === 'assistant')
  return lines
    .slice(last + 1)
    .map(({ content }) => content)
    .join('\n')
}

export type Summary = { summary: string; until_id: string }

/** What was said before the messages that are read. */
export async function findSummary({ sql, actor }: Context, conversation_id: string): Promise<Summary | undefined> {
  const [row] = await sql<Summary>`
    select summary, until_id from ai_summaries where account_id = ${actor.account.id} and conversation_id = ${conversation_id}`
  return row
}

/** Keeps it, unless somebody has kept a later one meanwhile. */
export async function keepSummary({ sql, actor, now }: Context, conversation_id: string, made: Summary): Promise<void> {
  await sql`
    insert into ai_summaries (account_id, conversation_id, summary, until_id, updated_at)
    select account_id, id, ${made.summary}, ${made.until_id}, ${now} from conversations
     where account_id = ${actor.account.id} and id = ${conversation_id}
    on conflict (account_id, conversation_id) do update
      set summary = excluded.summary, until_id = excluded.until_id, updated_at = excluded.updated_at
      where ai_summaries.until_id < excluded.until_id`
}
