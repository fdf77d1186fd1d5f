import { z } from 'zod'
import { AiTrial } from '#contract/records/assistant.ts'
import { id, written } from '#contract/scalars.ts'
import { runTrial } from '#domains/assistant/trial.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const message_text = written.max(4_000)

export const test_ai_agent = operation({
  summary: 'Try out the AI agent of an inbox. Nothing is stored, and its tools do nothing.',
  rest: 'POST /inboxes/:inbox_id/ai-test',
  permission: ['workspace:write', 'knowledge:read'],
  tool: false,
  noTransaction: true,
  input: z.strictObject({
    inbox_id: id.describe('Id of the inbox'),
    message: message_text.describe('The customer’s message'),
    history: z
      .array(z.strictObject({ role: z.enum(['customer', 'agent']), content: message_text }))
      .max(50)
      .optional()
      .describe('Earlier messages, oldest first'),
  }),
  output: AiTrial,

  async run(ctx, { inbox_id, message, history = [] }) {
    if (message.trim() === '') reject('missing_field', 'Write the customer’s message.', 'message')
    const inbox = await inboxes.get(ctx, { inbox_id })
    const lines = [...history, { role: 'customer' as const, content: message }].map(({ role, content }) => ({
      role: role === 'customer' ? ('user' as const) : ('assistant' as const),
      content,
    }))
    return runTrial(ctx, inbox, lines)
  },
})
