import { z } from 'zod'
import { Activity } from '#contract/records/crm.ts'
import { page } from '#contract/scalars.ts'
import { listPlanned } from '#domains/crm/activities/calendar.ts'
import { operation } from '#kernel/operation.ts'

export const list_agenda = operation({
  summary: 'List your open activities due in the last 30 and the next 365 days, soonest first.',
  description: 'At most 1,000. With an API key, lists those of the person it acts for.',
  rest: 'GET /agenda',
  permission: 'crm:read',
  tool: false,
  input: z.strictObject({}),
  output: page(Activity),

  async run(ctx) {
    return { items: await listPlanned(ctx), next_cursor: null }
  },
})
