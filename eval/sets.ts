import { readFileSync } from 'node:fs'
import type { Passage } from './fill.ts'

export type Question = { q: string; answer_id: string; kind: string }
export type EvalSet = { name: string; passages: Passage[]; questions: Question[]; unanswerable: string[] }

type Business = { half: string; passages: Passage[]; questions: Question[]; unanswerable: string[] }
type Older = { passages: Passage[]; queries: Question[]; noanswer: string[] }

/** Both halves of our own questions, by whole businesses, and the two older sets. Constants are chosen on the first only. */
export function readSets(): EvalSet[] {
  const { businesses } = read<{ businesses: Business[] }>('questions.json')
  const half = (name: string): EvalSet => {
    const some = businesses.filter((business) => business.half === name)
    return {
      name: `questions.json, ${name} half`,
      passages: some.flatMap(({ passages }) => passages),
      questions: some.flatMap(({ questions }) => questions),
      unanswerable: some.flatMap(({ unanswerable }) => unanswerable),
    }
  }
  const older = (name: string): EvalSet => {
    const { passages, queries, noanswer } = read<Older>(name)
    return { name, passages, questions: queries, unanswerable: noanswer }
  }
  return [half('tuning'), half('reporting'), older('retrieval.json'), older('businesses.json')]
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T
}
