import { z } from 'zod'
import { AiPrompt } from '#contract/records/assistant.ts'
import { id } from '#contract/scalars.ts'
import * as agents from '#domains/assistant/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_ai_prompt = operation({
  summary: 'Get the prompt of an inbox’s AI agent.',
  rest: 'GET /inboxes/:inbox_id/ai-prompt',
  permission: 'admin',
  tool: false,
  input: z.strictObject({ inbox_id: id.describe('Id of the inbox') }),
  output: AiPrompt,

  async run(ctx, { inbox_id }) {
    const inbox = await inboxes.get(ctx, { inbox_id })
    return { inbox: { id: inbox.id, name: inbox.name }, ...(await agents.getPrompt(ctx, inbox.id)) }
  },
})
