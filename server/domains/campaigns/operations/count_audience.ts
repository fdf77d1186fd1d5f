import { z } from 'zod'
import { count, resolve } from '#domains/campaigns/audience.ts'
import { campaign_fields } from '#domains/campaigns/inputs.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const count_audience = operation({
  summary: 'Count the contacts of an audience, and how many of them the inbox can reach.',
  rest: 'POST /campaigns/audience',
  permission: 'admin',
  tool: false,
  idempotent: true,
  noTransaction: true,
  analytics: () => true,
  input: z.strictObject({ audience: campaign_fields.audience, inbox: campaign_fields.inbox }),
  output: z.object({
    contacts: z.int().describe('Contacts in the audience, without blocked ones'),
    reachable: z.int().describe('Contacts the inbox can write to'),
  }),

  async run(ctx, { audience, inbox }) {
    const where = await inboxes.get(ctx, { inbox })
    return count(ctx, await resolve(ctx, audience), where)
  },
})
