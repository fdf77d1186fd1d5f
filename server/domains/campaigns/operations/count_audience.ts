import { z } from 'zod'
import { count, resolve } from '#domains/campaigns/audience.ts'
import { campaign_fields } from '#domains/campaigns/inputs.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'

export const count_audience = operation({
  summary: 'Count the contacts a campaign would be for, and how many of them its inbox can write to.',
  rest: 'POST /campaigns/audience',
  permission: 'admin',
  tool: false,
  idempotent: true,
  apart: true,
  input: z.strictObject({ audience: campaign_fields.audience, inbox: campaign_fields.inbox }),
  output: z.object({
    contacts: z.int().describe('Contacts of the audience, without those who are blocked'),
    reachable: z.int().describe('Those of them who can be written to in the inbox'),
  }),

  async run(ctx, { audience, inbox }) {
    const where = await inboxes.get(ctx, { inbox })
    return count(ctx, await resolve(ctx, audience), where)
  },
})
