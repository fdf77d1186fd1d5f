import { z } from 'zod'
import { AgentBot } from '#contract/records/agent-bot.ts'
import { page } from '#contract/scalars.ts'
import * as bots from '#domains/bots/store.ts'
import { operation } from '#kernel/operation.ts'

export const list_agent_bots = operation({
  summary: 'List the bots of the workspace, by name.',
  rest: 'GET /agent-bots',
  permission: 'admin',
  tool: false,
  input: z.strictObject({}),
  output: page(AgentBot),

  async run(ctx) {
    return { items: await bots.list(ctx), next_cursor: null }
  },
})
