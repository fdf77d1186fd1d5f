import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { NewAgentBot } from '#contract/records/agent-bot.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import { bot_fields } from '#domains/bots/inputs.ts'
import * as bots from '#domains/bots/store.ts'
import { newSecret } from '#domains/webhooks/deliveries/sign.ts'
import { checkAddress } from '#domains/webhooks/endpoints/save.ts'
import { operation } from '#kernel/operation.ts'
import { seal } from '#kernel/vault.ts'

export const create_agent_bot = operation({
  summary: 'Create a bot: a program that answers customers first. Its token and secret are only in this response.',
  description:
    'Attach it to inboxes with set_inbox_agent_bot. Its token opens a few classic routes only (docs/classic.md).',
  rest: 'POST /agent-bots',
  permission: 'admin',
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    name: bot_fields.name,
    description: bot_fields.description.optional(),
    url: bot_fields.url.optional(),
  }),
  output: NewAgentBot,

  async run(ctx, { name, description = null, url = null }) {
    const token = randomBytes(24).toString('base64url')
    const secret = newSecret('bot')
    const fields = { name, description: description?.trim() || null, url: url === null ? null : checkAddress(ctx, url) }
    return { ...(await bots.insert(ctx, fields, digest(token), seal(ctx.secret, secret))), token, secret }
  },
})
