import { part } from '#db/sql.ts'
import * as history from '#domains/assistant/history.ts'
import { instructions_to_summarise } from '#domains/assistant/prompting.ts'
import type { Turn } from '#domains/assistant/reading-turn.ts'
import { shortened } from '#domains/assistant/speech-rules.ts'
import type { Message } from '#contract/records/conversation.ts'
import type { Model } from '#kernel/model.ts'
import type { Context } from '#kernel/operation.ts'

const MOST = 200
const LONGEST = 2_000

/** Where the agent keeps a summary: takes what it no longer reads itself into it, once that is enough to be worth it. */
export async function remember(ctx: Context, { place, settings }: Turn): Promise<void> {
  const { messages: window, summary: wanted } = settings.memory
  if (!wanted || !ctx.model) return
  const { conversation_id } = place
  const known = await history.findSummary(ctx, conversation_id)
  const since = part`and m.id > ${known?.until_id ?? '0'}::bigint`
  const older = (await history.read(ctx, conversation_id, MOST, since)).slice(0, -window)
  if (older.length < Math.max(2, Math.ceil(window / 2))) return
  // What fails is tried again with the next message.
  const summary = await summarise(ctx.model, older, known?.summary).catch(() => '')
  if (summary !== '') await history.keepSummary(ctx, conversation_id, { summary, until_id: older.at(-1)!.id })
}

/** What was said, in short. The conversation is handed over as data. */
export async function summarise(model: Model, said: readonly Message[], earlier?: string): Promise<string> {
  const lines = said.map((message) => ({
    who: message.private ? 'note of the team' : message.direction === 'incoming' ? 'customer' : 'business',
    said: shortened(history.textOf(message), LONGEST),
  }))
  const content = `DATA ${JSON.stringify({ ...(earlier && { summary_so_far: earlier }), conversation: lines })}`
  const { text } = await model.converse({
    instructions: instructions_to_summarise,
    messages: [{ role: 'user', content }],
    temperature: 0.2,
  })
  return shortened(text, 3_000)
}
