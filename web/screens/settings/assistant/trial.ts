import type { AiTrial } from '#contract/records/assistant.ts'
import type { Input } from '#web/app/api.ts'

/** A message of the trial chat. */
export type TrialMessage = { role: 'customer'; content: string } | { role: 'agent'; answer: AiTrial }

const MOST = 50

/** The history for the agent, without turns in which it did not reply. */
export function historyOf(messages: readonly TrialMessage[]): NonNullable<Input<'test_ai_agent'>['history']> {
  const lines = messages.flatMap((each) => {
    const content = each.role === 'customer' ? each.content : each.answer.reply
    return content ? [{ role: each.role, content: content.slice(0, 4000) }] : []
  })
  return lines.slice(-MOST)
}
