import { part } from '#db/sql.ts'
import * as history from './history.ts'
import { summary_instructions } from '#domains/assistant/prompt.ts'
import type { Turn } from './load-turn.ts'
import { sanitizeOutput, truncate } from '#domains/assistant/text/output-rules.ts'
import type { Message } from '#contract/records/conversation.ts'
import type { Model } from '#kernel/model.ts'
import type { Context } from '#kernel/operation.ts'

const MOST = 200
const LONGEST = 2_000

/** Extends the summary with messages beyond the memory window, once there are enough of them. */
export async function updateSummary(ctx: Context, { turnKey, settings }: Turn): Promise<void> {
  const { messages: window, summary: wanted } = settings.memory
  if (!wanted || !ctx.model) return
  const { conversation_id } = turnKey
  const known = await history.findSummary(ctx, conversation_id)
  const since = part`and m.id > ${known?.until_id ?? '0'}::bigint`
  const older = (await history.listRecent(ctx, conversation_id, MOST, since)).slice(0, -window)
  if (older.length < Math.max(2, Math.ceil(window / 2))) return
  // A failure is retried with the next message.
  const summary = await summarise(ctx.model, older, known?.summary).catch(() => '')
  if (summary !== '') await history.saveSummary(ctx, conversation_id, { summary, until_id: older.at(-1)!.id })
}

/**
 * Summarises messages; the conversation is passed as data. Links that nobody wrote are removed: as part of a summary
 * they would count as known, and could be sent later.
 */
export async function summarise(model: Model, messages: readonly Message[], earlier?: string): Promise<string> {
  const lines = messages.map((message) => ({
    who: message.private ? 'note of the team' : message.direction === 'incoming' ? 'customer' : 'business',
    text: truncate(history.textOf(message), LONGEST),
  }))
  const content = `DATA ${JSON.stringify({ ...(earlier && { summary_so_far: earlier }), conversation: lines })}`
  const { text } = await model.converse({
    instructions: summary_instructions,
    messages: [{ role: 'user', content }],
    temperature: 0.2,
  })
  return truncate(sanitizeOutput(text, content), 3_000)
}
