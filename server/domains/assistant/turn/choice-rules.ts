import type { KnowledgeHit } from '#contract/records/knowledge.ts'

/** Confidence from which a passage is sent to a customer without a person or a model reading it. */
export const SURE = 0.75
/** Confidence of the second passage from which it is worth asking which of the two is meant. */
const POSSIBLE = 0.3

export type Choice =
  | { kind: 'answer'; passage: KnowledgeHit }
  | { kind: 'clarify'; names: [string, string] }
  | { kind: 'hand_over' }

/** Decides from the passages found, best first: answer, ask which of two is meant, or leave it to a person. */
export function choosePassage([first, ...others]: readonly KnowledgeHit[]): Choice {
  if (!first) return { kind: 'hand_over' }
  if (first.confidence >= SURE) return { kind: 'answer', passage: first }
  const second = others.find(({ document_id }) => document_id !== first.document_id)
  const names = second && distinctNames(first, second)
  const isEither = second && second.confidence >= POSSIBLE && first.confidence + second.confidence >= SURE
  return names && isEither ? { kind: 'clarify', names } : { kind: 'hand_over' }
}

type PassageTitle = Pick<KnowledgeHit, 'title' | 'heading'>

/** Titles of two passages, or their headings if the titles are equal; undefined if nothing tells them apart. */
function distinctNames(a: PassageTitle, b: PassageTitle): [string, string] | undefined {
  if (a.title !== b.title) return [a.title, b.title]
  const [first, second] = [lastHeading(a), lastHeading(b)]
  return first && second && first !== second ? [first, second] : undefined
}

function lastHeading({ heading }: PassageTitle): string | undefined {
  return heading?.split(' › ').at(-1)
}
