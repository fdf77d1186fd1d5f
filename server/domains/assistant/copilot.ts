import type { AiSource } from '#contract/records/assistant.ts'
import { part } from '#db/sql.ts'
import { loadSettings } from '#domains/assistant/config/settings.ts'
import * as history from '#domains/assistant/turn/history.ts'
import { toDataMessage, suggestionInstructions } from './prompt.ts'
import { summarise } from '#domains/assistant/turn/memory.ts'
import * as agents from '#domains/assistant/store.ts'
import {
  customerLanguage,
  findPassages,
  toQuotedReply,
  checkedOutput,
  toSource,
  withheldPhrase,
} from '#domains/assistant/turn/answer.ts'
import { phrasesIn } from '#domains/assistant/text/phrases.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export type Suggestion = { content: string | null; sources: AiSource[] }

const MESSAGES_READ = 20
/** Confidence from which a passage is suggested to a person, who reads it before sending. */
const WORTH_READING = 0.3
const MESSAGES_SUMMARISED = 200

/** Suggests a reply for an agent from the knowledge base. Nothing is sent. */
export async function suggestReply(ctx: Context, conversation_id: string): Promise<Suggestion> {
  const { inbox, contact } = await conversations.get(ctx, conversation_id)
  const [settings, { prompt }, recent] = await Promise.all([
    loadSettings(ctx, inbox.id),
    agents.getPrompt(ctx, inbox.id),
    history.listRecent(ctx, conversation_id, MESSAGES_READ),
  ])
  const lines = recent.map(history.toModelMessage)
  const passages = lines.length > 0 ? await findPassages(ctx, settings, lines) : []
  const sources = passages.map(toSource)
  if (!ctx.model) {
    const best = passages.find(({ confidence }) => confidence >= WORTH_READING)
    const content = best
      ? toQuotedReply(best, phrasesIn(customerLanguage(ctx, history.unansweredText(lines))).source)
      : null
    return { content, sources: best ? [toSource(best)] : [] }
  }
  const { account } = ctx.actor
  const instructions = suggestionInstructions({ business: account.name, inbox: inbox.name, prompt })
  const data = { customer: contact.name, earlier: null, done: [], passages }
  const before = toDataMessage({ ...data, now: ctx.now, time_zone: account.time_zone })
  const { temperature } = settings
  const request = { instructions, messages: [before, ...lines], temperature }
  const { text } = await ctx.model.converse(request).catch(unavailable)
  const known = JSON.stringify([before.content, lines, prompt]).replaceAll('\\"', '"')
  const content = checkedOutput(text, {
    known,
    lines: [],
    secrets: [instructions, prompt ?? ''],
    otherwise: withheldPhrase(ctx, lines),
  })
  return { content: content || null, sources }
}

/** Summarises a conversation for the team, including internal notes. */
export async function summariseConversation(ctx: Context, conversation_id: string): Promise<string> {
  await conversations.get(ctx, conversation_id)
  const { model } = ctx
  if (!model)
    reject('invalid_state', 'Summaries need a language model; ask your administrator to set LLM_URL and LLM_MODEL.')
  const met = part`and m.deleted_at is null`
  const newest = await messages.list(ctx, conversation_id, undefined, MESSAGES_SUMMARISED - 1, met)
  const thread = newest.toReversed()
  if (thread.length === 0) reject('invalid_state', 'This conversation has no messages yet.')
  return (await summarise(model, thread).catch(unavailable)) || unavailable()
}

function unavailable(): never {
  return reject('unavailable', 'The language model did not answer; try again in a moment.', undefined, {
    retry_after: 5,
  })
}
