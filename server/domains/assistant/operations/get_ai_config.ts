import { z } from 'zod'
import { AiConfig } from '#contract/records/assistant.ts'
import { line } from '#contract/scalars.ts'
import { show } from '#domains/assistant/configuring.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'

export const get_ai_config = operation({
  summary:
    'Read how the AI agent of an inbox behaves: temperature, memory, RAG, enabled tools, bypass labels, handover.',
  description: 'Its prompt is not among it. See list_inboxes for names and ids; change it with update_ai_config.',
  rest: 'GET /inboxes/:inbox/ai-config',
  permission: 'workspace:read',
  input: z.strictObject({ inbox: line.describe('Name or id of the inbox') }),
  output: AiConfig,

  async run(ctx, { inbox }) {
    return show(ctx, await inboxes.get(ctx, { inbox }))
  },
})
