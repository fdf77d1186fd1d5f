import { z } from 'zod'
import { AiConfig } from '#contract/records/assistant.ts'
import { line } from '#contract/scalars.ts'
import { loadConfig } from '#domains/assistant/config/settings.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_ai_config = operation({
  summary:
    'Get the configuration of an inbox’s AI agent: temperature, memory, RAG, enabled tools, bypass labels, handover.',
  description: 'Does not include the prompt. See list_inboxes for names and ids; change it with update_ai_config.',
  rest: 'GET /inboxes/:inbox/ai-config',
  permission: 'workspace:read',
  input: z.strictObject({ inbox: line.describe('Name or id of the inbox') }),
  output: AiConfig,

  async run(ctx, { inbox }) {
    return loadConfig(ctx, await inboxes.get(ctx, { inbox }))
  },
})
