import { z } from 'zod'
import { Retention } from '#contract/records/retention.ts'
import * as retention from '#domains/access/retention/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_retention = operation({
  summary: 'Get how many days the workspace keeps events, audit entries and logs.',
  rest: 'GET /account/retention',
  permission: 'admin',
  tool: false,
  input: z.strictObject({}),
  output: Retention,

  run: (ctx) => retention.get(ctx),
})
