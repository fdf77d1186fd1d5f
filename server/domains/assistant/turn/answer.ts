import type { AiSource, HandoverReason } from '#contract/records/assistant.ts'
import type { KnowledgeHit } from '#contract/records/knowledge.ts'
import { courtesyKind, courtesyLanguage, wantsPerson } from '#domains/assistant/text/intent-rules.ts'
import type { Settings } from '#domains/assistant/config/rules.ts'
import { findEscalationTopic } from '#domains/assistant/text/escalation-rules.ts'
import { withBreaker } from './breaker.ts'
import { choosePassage, SURE } from './choice-rules.ts'
import { chosenName, isNamed, offeredNames, toClarification } from './clarify.ts'
import { unansweredText } from './history.ts'
import { type Data, toDataMessage, agentInstructions } from '#domains/assistant/prompt.ts'
import { sanitizeOutput, leaksSecret } from '#domains/assistant/text/output-rules.ts'
import type { Toolbox } from '#domains/assistant/tools/toolbox.ts'
import { phrasesIn } from '#domains/assistant/text/phrases.ts'
import { search } from '#domains/knowledge/search/search.ts'
import { languageOf, withoutCourtesies } from '#domains/knowledge/search/word-rules.ts'
import type { ModelMessage, Model } from '#kernel/model.ts'
import type { Context } from '#kernel/operation.ts'

/** Input for one answer of the AI agent. */
export type AnswerInput = {
  inbox: string
  prompt: string | null
  settings: Settings
  /** Messages, oldest first; the last is the customer's. */
  lines: readonly ModelMessage[]
  /** Number of replies so far. */
  replies: number
  data: Pick<Data, 'customer' | 'earlier' | 'done'>
}

export type Reply = {
  /** Text of the reply; null for a handover. */
  content: string | null
  handed_over: HandoverReason | null
  sources: AiSource[]
  /** Reason the model failed. */
  detail?: string
}

/** Works out the answer. Writes nothing itself; tools run in their own transactions. */
export async function answer(ctx: Context, answerInput: AnswerInput, toolbox: Toolbox): Promise<Reply> {
  const { handover } = answerInput.settings
  const question = unansweredText(answerInput.lines)
  if (handover.on_request && wantsPerson(question)) return handOverReply('requested')
  const topic = findEscalationTopic(question)
  // A model replies in the customer's language, whichever it is.
  if (topic && !(topic === 'language' && ctx.model)) return handOverReply(topic)
  if (handover.after_messages !== null && answerInput.replies >= handover.after_messages) return handOverReply('enough')
  const passages = await findPassages(ctx, answerInput.settings, answerInput.lines)
  return ctx.model
    ? askModel(ctx, ctx.model, answerInput, toolbox, passages)
    : quotePassage(ctx, answerInput, question, passages)
}

function handOverReply(reason: HandoverReason, detail?: string): Reply {
  return { content: null, handed_over: reason, sources: [], ...(detail && { detail }) }
}

const FEW_WORDS = 4
/** Passages less likely than this are not worth reading. */
const UNLIKELY = 0.05

/** Searches the knowledge base for the question. A short question is also tried together with the previous one. */
export async function findPassages(
  ctx: Context,
  settings: Settings,
  lines: readonly ModelMessage[],
): Promise<KnowledgeHit[]> {
  if (!settings.rag_enabled) return []
  const { top_k, threshold, collection_ids } = settings.rag
  const questions = lines.filter(({ role }) => role === 'user').map(({ content }) => content)
  const question = unansweredText(lines) || (questions.at(-1) ?? '')
  if (withoutCourtesies(question) === '') return []
  const before = withoutCourtesies(question).split(/\s+/).length < FEW_WORDS ? questions.at(-2) : undefined
  const find = async (query: string) => {
    const found = await search(ctx, {
      query: query.slice(-1000),
      top_k,
      threshold: threshold ?? undefined,
      collection_ids: collection_ids.length > 0 ? collection_ids : undefined,
    })
    return found.filter(({ confidence }) => confidence >= UNLIKELY)
  }
  const found = await find(question)
  if (!before || (found[0]?.confidence ?? 0) >= SURE) return found
  const together = await find(`${before}\n${question}`)
  return (together[0]?.confidence ?? 0) > (found[0]?.confidence ?? 0) ? together : found
}

/** Asks the language model and checks its output; on failure a sure passage is quoted, or a person takes over. */
async function askModel(
  ctx: Context,
  model: Model,
  answerInput: AnswerInput,
  toolbox: Toolbox,
  passages: readonly KnowledgeHit[],
): Promise<Reply> {
  const { account } = ctx.actor
  const { prompt, inbox, settings, lines, data } = answerInput
  const instructions = agentInstructions({ business: account.name, inbox, prompt, tools: Object.keys(toolbox.tools) })
  const before = toDataMessage({ ...data, now: ctx.now, time_zone: account.time_zone, passages })
  const request = { instructions, messages: [before, ...lines], temperature: settings.temperature }
  const answer = await withBreaker(account.id, () =>
    model.converse({ ...request, tools: toolbox.tools, finalTool: 'hand_over' }),
  ).catch((error: Error) => withoutModel(ctx, answerInput, passages, error.message))
  if (toolbox.failure) throw toolbox.failure
  if (toolbox.handed_over) return handOverReply(toolbox.handed_over)
  if (!('text' in answer)) return answer
  const known = JSON.stringify([before.content, lines, prompt, toolbox.results]).replaceAll('\\"', '"')
  const content = checkedOutput(answer.text, {
    known,
    lines,
    secrets: [instructions, prompt ?? ''],
    otherwise: withheldPhrase(ctx, lines),
  })
  return content === ''
    ? withoutModel(ctx, answerInput, passages, 'the model returned no text')
    : { content, handed_over: null, sources: passages.map(toSource) }
}

/** The reply when the model failed: a passage that is surely right, or a person. */
function withoutModel(
  ctx: Context,
  answerInput: AnswerInput,
  passages: readonly KnowledgeHit[],
  detail: string,
): Reply {
  const choice = choosePassage(passages)
  const quoted = choice.kind === 'answer' ? quote(ctx, answerInput, choice.passage) : undefined
  return quoted ? { ...quoted, detail } : handOverReply('failed', detail)
}

type OutputCheck = { known: string; lines: readonly ModelMessage[]; secrets: readonly string[]; otherwise: string }

/** Sanitises the output, and replaces it if it leaks the instructions, even spread over several replies. */
export function checkedOutput(text: string, { known, lines, secrets, otherwise }: OutputCheck): string {
  const content = sanitizeOutput(text, known)
  const earlier = lines.filter(({ role }) => role === 'assistant').map((line) => line.content)
  const replies_text = [...earlier.slice(-5), content].join('\n')
  return secrets.some((secret) => leaksSecret(replies_text, secret)) ? otherwise : content
}

/** Without a model: quotes a passage that is surely right, asks once which of two is meant, or hands over. */
function quotePassage(
  ctx: Context,
  answerInput: AnswerInput,
  question: string,
  passages: readonly KnowledgeHit[],
): Reply {
  const words = phrasesIn(customerLanguage(ctx, question))
  if (withoutCourtesies(question) === '' && question.trim() !== '')
    return { content: words[courtesyKind(question)], handed_over: null, sources: [] }
  const offered = offeredNames(answerInput.lines)
  const meant = offered && passages.find((passage) => isNamed(passage, chosenName(offered, question)))
  const choice = meant ? { kind: 'answer' as const, passage: meant } : choosePassage(passages)
  if (choice.kind === 'answer') return quote(ctx, answerInput, choice.passage) ?? handOverReply('cannot_answer')
  if (choice.kind === 'clarify' && !offered)
    return { content: toClarification(choice.names, words.clarify), handed_over: null, sources: [] }
  return handOverReply('cannot_answer')
}

/** A passage as the reply, unless it would reveal the prompt. */
function quote(ctx: Context, { lines, prompt }: AnswerInput, passage: KnowledgeHit): Reply | undefined {
  const locale = customerLanguage(ctx, unansweredText(lines))
  const words = phrasesIn(locale)
  const quoted = toQuotedReply(passage, words.source)
  const content = languageOf(passage.text, locale) === locale ? quoted : `${words.in_other_language}\n\n${quoted}`
  if (prompt && leaksSecret(content, prompt)) return undefined
  return { content, handed_over: null, sources: [toSource(passage)] }
}

/** A passage as a reply, with its source. */
export function toQuotedReply({ text, title, source_url }: KnowledgeHit, source: string): string {
  const known = `${text} ${source_url}`
  return `${sanitizeOutput(text, known)}\n\n${source}: ${sanitizeOutput(title, known)}${source_url ? ` (${source_url})` : ''}`
}

export function toSource({ document_id, title, source_url, score }: KnowledgeHit): AiSource {
  return { document_id, title, source_url, score }
}

export function withheldPhrase(ctx: Context, lines: readonly ModelMessage[]): string {
  return phrasesIn(customerLanguage(ctx, unansweredText(lines))).withheld
}

/** The customer's language; for short texts, the language of their courtesies or of the workspace. */
export function customerLanguage({ actor }: Context, text: string): 'es' | 'en' {
  return languageOf(text, courtesyLanguage(text) ?? actor.account.locale)
}
