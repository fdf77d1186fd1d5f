import { z } from 'zod'
import { AgentBot } from '#contract/records/agent-bot.ts'
import { id } from '#contract/scalars.ts'
import { agent_bot_id } from '#domains/bots/inputs.ts'
import * as bots from '#domains/bots/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const set_inbox_agent_bot = operation({
  summary: 'Attach a bot to an inbox, or detach it with null. New conversations start pending while one is attached.',
  rest: 'PUT /inboxes/:inbox_id/agent-bot',
  permission: 'admin',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ inbox_id: id, agent_bot_id: agent_bot_id.nullable() }),
  output: z.object({ inbox_id: id, agent_bot: AgentBot.nullable() }),

  async run(ctx, { inbox_id, agent_bot_id: bot_id }) {
    const inbox = await inboxes.getLocked(ctx, inbox_id)
    if (bot_id !== null) await bots.getLocked(ctx, bot_id)
    await bots.attach(ctx, inbox.id, bot_id)
    return { inbox_id, agent_bot: bot_id === null ? null : await bots.get(ctx, bot_id) }
  },
})
