import type { AiSource } from '#contract/records/assistant.ts'
import { part } from '#db/sql.ts'
import { settingsOf } from '#domains/assistant/configuring.ts'
import * as history from '#domains/assistant/history.ts'
import { dataLine, instructionsToSuggest } from '#domains/assistant/prompting.ts'
import { summarise } from '#domains/assistant/remembering.ts'
import { presentable } from '#domains/assistant/speech-rules.ts'
import * as agents from '#domains/assistant/store.ts'
import { languageIn, lookUp, quoted, speakable, toSource, withheld } from '#domains/assistant/thinking.ts'
import { wordsIn } from '#domains/assistant/words.ts'
import * as messages from '#domains/conversations/messages.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export type Suggestion = { content: string | null; sources: AiSource[] }

const MESSAGES_READ = 20
const MESSAGES_SUMMARISED = 200

/** A reply a person might send, from what the business knows. It is theirs to change, and nothing is sent. */
export async function suggest(ctx: Context, conversation_id: string): Promise<Suggestion> {
  const { inbox, contact } = await conversations.get(ctx, conversation_id)
  const [settings, { prompt }, said] = await Promise.all([
    settingsOf(ctx, inbox.id),
    agents.getPrompt(ctx, inbox.id),
    history.read(ctx, conversation_id, MESSAGES_READ),
  ])
  const lines = said.map(history.toLine)
  const passages = lines.length > 0 ? await lookUp(ctx, settings, lines) : []
  const sources = passages.map(toSource)
  if (!ctx.model) {
    const [best] = passages
    const content = best ? quoted(best, wordsIn(languageIn(ctx, history.unanswered(lines))).source) : null
    return { content, sources: sources.slice(0, 1) }
  }
  const { account } = ctx.actor
  const instructions = instructionsToSuggest({ business: account.name, inbox: inbox.name, prompt })
  const data = { customer: contact.name, earlier: null, done: [], passages }
  const before = dataLine({ ...data, now: ctx.now, time_zone: account.time_zone })
  const { temperature } = settings
  const asked = { instructions, messages: [before, ...lines], temperature }
  const { text } = await ctx.model.converse(asked).catch(unavailable)
  const known = JSON.stringify([before.content, lines, prompt]).replaceAll('\\"', '"')
  const content = speakable(text, {
    known,
    lines: [],
    secrets: [instructions, prompt ?? ''],
    otherwise: withheld(ctx, lines),
  })
  return { content: content || null, sources }
}

/** What a conversation was about, for the people of the business: also what they noted among themselves. */
export async function summariseFor(ctx: Context, conversation_id: string): Promise<string> {
  await conversations.get(ctx, conversation_id)
  const { model } = ctx
  if (!model)
    reject(
      'invalid_state',
      'No language model is set up here, and only one can summarise: whoever runs this installation sets LLM_URL and LLM_MODEL.',
    )
  const met = part`and m.deleted_at is null`
  const newest = await messages.list(ctx, conversation_id, undefined, MESSAGES_SUMMARISED - 1, met)
  const said = newest.toReversed()
  if (said.length === 0) reject('invalid_state', 'Nothing has been said in this conversation yet.')
  const text = (await summarise(model, said).catch(unavailable)) || unavailable()
  return presentable(text, JSON.stringify(said.map(({ content }) => content)))
}

function unavailable(): never {
  return reject('unavailable', 'The language model did not answer; try again in a moment.', undefined, {
    retry_after: 5,
  })
}
