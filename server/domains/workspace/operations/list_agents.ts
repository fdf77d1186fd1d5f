import { z } from 'zod'
import { Agent } from '#contract/records/people.ts'
import { page } from '#contract/scalars.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'

export const list_agents = operation({
  summary: 'List agents by name, with their availability.',
  description: 'Use it before assign_conversation to get names and ids.',
  rest: 'GET /agents',
  permission: 'conversations:read',
  input: z.strictObject({}),
  output: page(Agent),

  async run(ctx) {
    return { items: await agents.list(ctx), next_cursor: null }
  },
})
