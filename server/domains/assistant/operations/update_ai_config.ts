import { z } from 'zod'
import { AiAdjustment, AiConfig, AiConfigChanges } from '#contract/records/assistant.ts'
import { line } from '#contract/scalars.ts'
import { updateConfig, loadConfig } from '#domains/assistant/config/settings.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_ai_config = operation({
  summary: 'Update the configuration of an inbox’s AI agent. Only provided keys change.',
  description:
    'Read it first with get_ai_config. Values beyond the plan’s limits are reduced and listed in adjusted. ' +
    'Does not change the prompt. Returns the new configuration.',
  rest: 'PATCH /inboxes/:inbox/ai-config',
  permission: 'workspace:write',
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    inbox: line.describe('Name or id of the inbox'),
    config: AiConfigChanges.describe(
      'The keys to change. Labels, team and collections by name or id; no collections means all; null is the default, or none',
    ),
  }),
  output: AiConfig.extend({ adjusted: z.array(AiAdjustment).describe('Values reduced to the plan’s limits') }),

  async run(ctx, { inbox, config }) {
    const { id } = await inboxes.get(ctx, { inbox })
    const adjusted = await updateConfig(ctx, id, config)
    return { ...(await loadConfig(ctx, await inboxes.getLocked(ctx, id))), adjusted }
  },
})
