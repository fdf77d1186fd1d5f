import { z } from 'zod'
import { countDue, MOST_DUE } from '#domains/crm/activities/calendar.ts'
import { operation } from '#kernel/operation.ts'

export const count_due_activities = operation({
  summary: 'Count your open activities that are overdue or due today.',
  description: `Those of the last 30 days, up to ${MOST_DUE}; a day ends in the time zone of the workspace. With an API key, counts those of the person it acts for.`,
  rest: 'GET /agenda/count',
  permission: 'crm:read',
  tool: false,
  input: z.strictObject({}),
  output: z.object({ due: z.int() }),

  async run(ctx) {
    return { due: await countDue(ctx) }
  },
})
