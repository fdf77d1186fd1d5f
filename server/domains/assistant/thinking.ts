import type { AiSource, HandoverReason } from '#contract/records/assistant.ts'
import type { KnowledgeHit } from '#contract/records/knowledge.ts'
import { courtesyOf, politeIn, wantsPerson } from '#domains/assistant/asking-rules.ts'
import type { Settings } from '#domains/assistant/config-rules.ts'
import { unanswered } from '#domains/assistant/history.ts'
import { type Data, dataLine, instructionsFor } from '#domains/assistant/prompting.ts'
import { presentable, repeats } from '#domains/assistant/speech-rules.ts'
import type { Toolbox } from '#domains/assistant/toolbox.ts'
import { wordsIn } from '#domains/assistant/words.ts'
import { search } from '#domains/knowledge/searching.ts'
import { languageOf, withoutCourtesies } from '#domains/knowledge/word-rules.ts'
import type { Line, Model } from '#kernel/model.ts'
import type { Context } from '#kernel/operation.ts'

/** What the AI agent has before it when it is to answer. */
export type Matter = {
  inbox: string
  prompt: string | null
  settings: Settings
  /** What was said, oldest first; the last is the customer's. */
  lines: readonly Line[]
  /** How often it has answered already. */
  replies: number
  data: Pick<Data, 'customer' | 'earlier' | 'done'>
}

export type Thought = {
  /** What it says; where it hands over without a word, nothing. */
  content: string | null
  handed_over: HandoverReason | null
  sources: AiSource[]
  /** Why the model failed. */
  detail?: string
}

/** Decides what to answer. It changes nothing itself; what its tools do, they do in transactions of their own. */
export async function think(ctx: Context, matter: Matter, box: Toolbox): Promise<Thought> {
  const { handover } = matter.settings
  const said = unanswered(matter.lines)
  if (handover.on_request && wantsPerson(said)) return handOver('requested')
  if (handover.after_messages !== null && matter.replies >= handover.after_messages) return handOver('enough')
  const passages = await lookUp(ctx, matter.settings, matter.lines)
  return ctx.model ? converse(ctx, ctx.model, matter, box, passages) : quote(ctx, matter, said, passages)
}

function handOver(reason: HandoverReason, detail?: string): Thought {
  return { content: null, handed_over: reason, sources: [], ...(detail && { detail }) }
}

const FEW_WORDS = 4

/** What the business knows about what the customer asks. A short question is read with the one before it. */
export async function lookUp(ctx: Context, settings: Settings, lines: readonly Line[]): Promise<KnowledgeHit[]> {
  if (!settings.rag_enabled) return []
  const { top_k, threshold, collection_ids } = settings.rag
  const asked = lines.filter(({ role }) => role === 'user').map(({ content }) => content)
  const said = unanswered(lines) || (asked.at(-1) ?? '')
  const before = withoutCourtesies(said).split(/\s+/).length < FEW_WORDS ? asked.at(-2) : undefined
  const find = (query: string) =>
    search(ctx, {
      query: query.slice(-1000),
      top_k,
      threshold: threshold ?? undefined,
      collection_ids: collection_ids.length > 0 ? collection_ids : undefined,
    })
  const found = await find(said)
  return found.length === 0 && before && withoutCourtesies(said) !== '' ? find(`${before}\n${said}`) : found
}

/** Asks the model. What it may not say is not said; where it fails, a person takes over. */
async function converse(
  ctx: Context,
  model: Model,
  matter: Matter,
  box: Toolbox,
  passages: readonly KnowledgeHit[],
): Promise<Thought> {
  const { account } = ctx.actor
  const { prompt, inbox, settings, lines, data } = matter
  const instructions = instructionsFor({ business: account.name, inbox, prompt, tools: Object.keys(box.tools) })
  const before = dataLine({ ...data, now: ctx.now, time_zone: account.time_zone, passages })
  const asked = { instructions, messages: [before, ...lines], temperature: settings.temperature }
  const answer = await model
    .converse({ ...asked, tools: box.tools, last: 'hand_over' })
    .catch((error: Error) => handOver('failed', error.message))
  if (box.failure) throw box.failure
  if (box.handed_over) return handOver(box.handed_over)
  if (!('text' in answer)) return answer
  const known = JSON.stringify([before.content, lines, prompt, box.results]).replaceAll('\\"', '"')
  const content = speakable(answer.text, {
    known,
    lines,
    secrets: [instructions, prompt ?? ''],
    otherwise: withheld(ctx, lines),
  })
  return content === ''
    ? handOver('failed', 'it said nothing')
    : { content, handed_over: null, sources: passages.map(toSource) }
}

type Speaking = { known: string; lines: readonly Line[]; secrets: readonly string[]; otherwise: string }

/** What may be said of it; where it repeats what it was told to be, also bit by bit over several answers, something else is. */
export function speakable(text: string, { known, lines, secrets, otherwise }: Speaking): string {
  const content = presentable(text, known)
  const earlier = lines.filter(({ role }) => role === 'assistant').map((line) => line.content)
  const said = [...earlier.slice(-5), content].join('\n')
  return secrets.some((secret) => repeats(said, secret)) ? otherwise : content
}

/** Without a model: what stands in the knowledge base, with where it stands, or else a person. */
function quote(ctx: Context, matter: Matter, said: string, passages: readonly KnowledgeHit[]): Thought {
  const words = wordsIn(languageIn(ctx, said))
  if (withoutCourtesies(said) === '' && said.trim() !== '')
    return { content: words[courtesyOf(said)], handed_over: null, sources: [] }
  const [best] = passages
  if (!best) return handOver('cannot_answer')
  const content = quoted(best, words.source)
  if (matter.prompt && repeats(content, matter.prompt)) return handOver('cannot_answer')
  return { content, handed_over: null, sources: [toSource(best)] }
}

/** A piece of a document as an answer, with its source. */
export function quoted({ text, title, source_url }: KnowledgeHit, source: string): string {
  const known = `${text} ${source_url}`
  return `${presentable(text, known)}\n\n${source}: ${presentable(title, known)}${source_url ? ` (${source_url})` : ''}`
}

export function toSource({ document_id, title, source_url, score }: KnowledgeHit): AiSource {
  return { document_id, title, source_url, score }
}

export function withheld(ctx: Context, lines: readonly Line[]): string {
  return wordsIn(languageIn(ctx, unanswered(lines))).withheld
}

/** The language of the customer; where little was said, that of their courtesies, or of the workspace. */
export function languageIn({ actor }: Context, said: string): 'es' | 'en' {
  return languageOf((politeIn(said) ?? actor.account.locale) === 'en' ? `the ${said}` : said)
}
