import { z } from 'zod'
import { AiAdjustment, AiConfig, AiConfigChanges } from '#contract/records/assistant.ts'
import { line } from '#contract/scalars.ts'
import { configure, show } from '#domains/assistant/configuring.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'

export const update_ai_config = operation({
  summary: 'Change how the AI agent of an inbox behaves. Only the keys sent change.',
  description:
    'Read it first with get_ai_config. What the plan of the workspace does not allow is brought down to what it does, and adjusted lists it. ' +
    'The prompt cannot be written here. Returns the configuration as it is now.',
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
  output: AiConfig.extend({ adjusted: z.array(AiAdjustment).describe('What the plan did not allow') }),

  async run(ctx, { inbox, config }) {
    const { id } = await inboxes.get(ctx, { inbox })
    const adjusted = await configure(ctx, id, config)
    return { ...(await show(ctx, await inboxes.getLocked(ctx, id))), adjusted }
  },
})
