import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AgentBot, NewAgentBot } from '#contract/records/agent-bot.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import { agent_bot_id } from '#domains/bots/inputs.ts'
import * as bots from '#domains/bots/store.ts'
import { operation } from '#kernel/operation.ts'

export const rotate_agent_bot_token = operation({
  summary: 'Replace the token of a bot. The previous one stops working at once; the new one is only in this response.',
  rest: 'POST /agent-bots/:agent_bot_id/token',
  permission: 'admin',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ agent_bot_id }),
  output: AgentBot.extend({ token: NewAgentBot.shape.token }),

  async run(ctx, input) {
    const bot = await bots.getLocked(ctx, input.agent_bot_id)
    const token = randomBytes(24).toString('base64url')
    await bots.setToken(ctx, bot.id, digest(token))
    return { ...bot, token }
  },
})
