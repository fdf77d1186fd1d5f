import type { Message } from '#contract/records/conversation.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { truncate, stripInvisible } from '#domains/assistant/text/output-rules.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import type { ModelMessage } from '#kernel/model.ts'
import type { Context } from '#kernel/operation.ts'

const LONGEST = 4_000

/** The last messages between customer and business, oldest first, without internal notes. */
export async function listRecent(
  ctx: Context,
  conversation_id: string,
  most: number,
  met: Part = emptyPart,
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

/** A message in the format of the language model. */
export function toModelMessage(message: Pick<Message, 'direction' | 'content' | 'attachments'>): ModelMessage {
  const role = message.direction === 'incoming' ? 'user' : 'assistant'
  return { role, content: truncate(textOf(message), LONGEST) }
}

/** The text of a message, with its attachments as placeholders. */
export function textOf({ content, attachments }: Pick<Message, 'content' | 'attachments'>): string {
  const files = attachments.map(({ file_type, file_name }) => `[${file_type}: ${file_name}]`)
  return stripInvisible([content ?? [], files].flat().join('\n')).trim()
}

/** The customer's text since the last reply. */
export function unansweredText(lines: readonly ModelMessage[]): string {
  const last = lines.findLastIndex(({ role }) => role === 'assistant')
  return lines
    .slice(last + 1)
    .map(({ content }) => content)
    .join('\n')
}

export type Summary = { summary: string; until_id: string }

/** The summary of earlier messages, if any. */
export async function findSummary({ sql, actor }: Context, conversation_id: string): Promise<Summary | undefined> {
  const [row] = await sql<Summary>`
    select summary, until_id from ai_summaries where account_id = ${actor.account.id} and conversation_id = ${conversation_id}`
  return row
}

/** Saves a summary, unless a later one was saved meanwhile. */
export async function saveSummary({ sql, actor, now }: Context, conversation_id: string, made: Summary): Promise<void> {
  await sql`
    insert into ai_summaries (account_id, conversation_id, summary, until_id, updated_at)
    select account_id, id, ${made.summary}, ${made.until_id}, ${now} from conversations
     where account_id = ${actor.account.id} and id = ${conversation_id}
    on conflict (account_id, conversation_id) do update
      set summary = excluded.summary, until_id = excluded.until_id, updated_at = excluded.updated_at
      where ai_summaries.until_id < excluded.until_id`
}
