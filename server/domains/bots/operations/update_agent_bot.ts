import { z } from 'zod'
import { AgentBot } from '#contract/records/agent-bot.ts'
import { agent_bot_id, bot_fields } from '#domains/bots/inputs.ts'
import * as bots from '#domains/bots/store.ts'
import { checkAddress } from '#domains/webhooks/endpoints/save.ts'
import { operation } from '#kernel/operation.ts'

export const update_agent_bot = operation({
  summary: 'Update the name, description or address of a bot. Omitted fields stay unchanged.',
  rest: 'PATCH /agent-bots/:agent_bot_id',
  permission: 'admin',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ agent_bot_id, ...z.strictObject(bot_fields).partial().shape }),
  output: AgentBot,

  async run(ctx, { agent_bot_id: id, name, description, url }) {
    const before = await bots.getLocked(ctx, id)
    return bots.update(ctx, id, {
      name: name ?? before.name,
      description: description === undefined ? before.description : description?.trim() || null,
      url: url === undefined ? before.url : url === null ? null : checkAddress(ctx, url),
    })
  },
})
