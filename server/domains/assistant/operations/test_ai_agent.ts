import { z } from 'zod'
import { AiTrial } from '#contract/records/assistant.ts'
import { id, written } from '#contract/scalars.ts'
import { rehearse } from '#domains/assistant/trial.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const said = written.max(4_000)

export const test_ai_agent = operation({
  summary: 'Try what the AI agent of an inbox would answer. Nothing is written, and its tools do nothing.',
  rest: 'POST /inboxes/:inbox_id/ai-test',
  permission: ['workspace:write', 'knowledge:read'],
  tool: false,
  apart: true,
  input: z.strictObject({
    inbox_id: id.describe('Id of the inbox'),
    message: said.describe('What the customer writes'),
    history: z
      .array(z.strictObject({ role: z.enum(['customer', 'agent']), content: said }))
      .max(50)
      .optional()
      .describe('What was said before, oldest first'),
  }),
  output: AiTrial,

  async run(ctx, { inbox_id, message, history = [] }) {
    if (message.trim() === '') reject('missing_field', 'Write what the customer says.', 'message')
    const inbox = await inboxes.get(ctx, { inbox_id })
    const lines = [...history, { role: 'customer' as const, content: message }].map(({ role, content }) => ({
      role: role === 'customer' ? ('user' as const) : ('assistant' as const),
      content,
    }))
    return rehearse(ctx, inbox, lines)
  },
})
