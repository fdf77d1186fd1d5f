import { z } from 'zod'
import { AiPrompt } from '#contract/records/assistant.ts'
import { id, text } from '#contract/scalars.ts'
import * as agents from '#domains/assistant/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const set_ai_prompt = operation({
  summary: 'Set the prompt of an inbox’s AI agent: its role, tone and what it may promise.',
  description: 'Customers never see it; replies that would repeat it are withheld.',
  rest: 'PUT /inboxes/:inbox_id/ai-prompt',
  permission: 'admin',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: ['prompt'] },
  input: z.strictObject({
    inbox_id: id.describe('Id of the inbox'),
    prompt: text.nullable().describe('The prompt; null or empty for none'),
  }),
  output: AiPrompt,

  async run(ctx, { inbox_id, prompt }) {
    const { id, name } = await inboxes.getLocked(ctx, inbox_id)
    await agents.savePrompt(ctx, id, prompt?.trim() || null)
    return { inbox: { id, name }, ...(await agents.getPrompt(ctx, id)) }
  },
})
