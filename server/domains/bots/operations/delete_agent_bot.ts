import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { agent_bot_id } from '#domains/bots/inputs.ts'
import * as bots from '#domains/bots/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_agent_bot = operation({
  summary: 'Delete a bot. Its token stops working at once; its messages stay.',
  rest: 'DELETE /agent-bots/:agent_bot_id',
  permission: 'admin',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ agent_bot_id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, input) {
    const bot = await bots.getLocked(ctx, input.agent_bot_id)
    await bots.remove(ctx, bot.id)
    return { id: bot.id, deleted: true as const }
  },
})
