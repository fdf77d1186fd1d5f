import { z } from 'zod'
import { AgentBot } from '#contract/records/agent-bot.ts'
import { agent_bot_id } from '#domains/bots/inputs.ts'
import * as bots from '#domains/bots/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_agent_bot = operation({
  summary: 'Get a bot.',
  rest: 'GET /agent-bots/:agent_bot_id',
  permission: 'admin',
  tool: false,
  input: z.strictObject({ agent_bot_id }),
  output: AgentBot,

  run: (ctx, input) => bots.get(ctx, input.agent_bot_id),
})
