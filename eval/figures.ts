import type { KnowledgeHit } from '#contract/records/knowledge.ts'
import { isEscalated } from '#domains/assistant/text/escalation-rules.ts'
import { choosePassage } from '#domains/assistant/turn/choice-rules.ts'

/** A question with the document that answers it, if any, and the passages found. */
export type Trial = { question: string; kind: string; right: string | undefined; hits: KnowledgeHit[] }

/** Recall at one, recall at five and mean reciprocal rank, by kind. */
export function recallTable(trials: readonly Trial[]): string {
  const answerable = trials.filter(({ right }) => right)
  const kinds = [...new Set(answerable.map(({ kind }) => kind))]
  const cell = (some: readonly Trial[]) => {
    const ranks = some.map(
      ({ right, hits }) => hits.findIndex(({ document_id }) => document_id === right) + 1 || Infinity,
    )
    const within = (most: number) => percent(ranks.filter((rank) => rank <= most).length, ranks.length)
    return `${within(1)} / ${within(5)} / ${(ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length).toFixed(2)}`
  }
  const rows = kinds.map((kind) => [kind, answerable.filter((each) => each.kind === kind)] as const)
  return [['all', answerable] as const, ...rows]
    .map(([kind, some]) => `  ${kind.padEnd(12)}${String(some.length).padStart(4)}  ${cell(some)}`)
    .join('\n')
}

/** How often the first passage is right, by the confidence it was given. */
export function calibrationTable(trials: readonly Trial[]): string {
  const first = trials.flatMap(({ right, hits: [hit] }) =>
    hit ? [{ sure: hit.confidence, isRight: hit.document_id === right }] : [],
  )
  const steps = [0, 0.2, 0.4, 0.6, 0.75, 0.9]
  const rows = steps.flatMap((from, i) => {
    const some = first.filter(({ sure }) => sure >= from && sure < (steps[i + 1] ?? 2))
    if (some.length === 0) return []
    const mean = some.reduce((sum, { sure }) => sum + sure, 0) / some.length
    const right = percent(some.filter(({ isRight }) => isRight).length, some.length)
    return [`    ${from.toFixed(2)} and more: ${some.length} passages, mean ${mean.toFixed(2)}, right ${right}`]
  })
  return ['  confidence of the first passage', ...rows].join('\n')
}

/** Figures of the AI agent without a language model. */
export function agentTable(trials: readonly Trial[]): string {
  const done = trials.map(({ question, right, hits }) => {
    const choice = isEscalated(question) ? { kind: 'hand_over' as const } : choosePassage(hits)
    const given = choice.kind === 'answer' ? choice.passage.document_id : undefined
    return { choice: choice.kind, isAnswerable: right !== undefined, isRight: given !== undefined && given === right }
  })
  const count = (test: (each: (typeof done)[number]) => boolean) => done.filter(test).length
  const given = count(({ choice }) => choice === 'answer')
  const answerable = count(({ isAnswerable }) => isAnswerable)
  const unanswered = count(({ choice, isAnswerable }) => choice === 'answer' && !isAnswerable)
  return [
    `  AI agent without a model: ${given} answers given, ${percent(
      count(({ isRight }) => isRight),
      given,
    )} of them right;`,
    `    ${percent(
      count(({ isRight }) => isRight),
      answerable,
    )} of the answerable questions answered rightly, ` +
      `${percent(unanswered, done.length - answerable)} of the unanswerable ones answered, ${count(({ choice }) => choice === 'clarify')} asked back`,
  ].join('\n')
}

function percent(part: number, whole: number): string {
  return `${Math.round((part / (whole || 1)) * 100)} %`
}
