import { z } from 'zod'
import { Activity } from '#contract/records/crm.ts'
import { page } from '#contract/scalars.ts'
import { planned } from '#domains/crm/calendar.ts'
import { operation } from '#kernel/operation.ts'

export const list_agenda = operation({
  summary: 'List what you have to do and have not done: of the last 30 days and the next 365, soonest first.',
  description: 'At most 1,000, as a calendar shows them. With a key, of the person it acts for.',
  rest: 'GET /agenda',
  permission: 'crm:read',
  tool: false,
  input: z.strictObject({}),
  output: page(Activity),

  async run(ctx) {
    return { items: await planned(ctx), next_cursor: null }
  },
})
