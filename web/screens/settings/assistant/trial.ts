import type { AiTrial } from '#contract/records/assistant.ts'
import type { Input } from '#web/api.ts'

/** What was said in a trial, by whom. */
export type Said = { role: 'customer'; content: string } | { role: 'agent'; answer: AiTrial }

const MOST = 50

/** What was said before, as the agent is told it: where it said nothing, there is nothing to tell. */
export function historyOf(said: readonly Said[]): NonNullable<Input<'test_ai_agent'>['history']> {
  const lines = said.flatMap((each) => {
    const content = each.role === 'customer' ? each.content : each.answer.reply
    return content ? [{ role: each.role, content: content.slice(0, 4000) }] : []
  })
  return lines.slice(-MOST)
}
