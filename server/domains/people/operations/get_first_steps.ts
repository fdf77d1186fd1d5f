import { z } from 'zod'
import { FirstSteps } from '#contract/records/first-steps.ts'
import * as firstSteps from '#domains/people/first-steps.ts'
import { operation } from '#kernel/operation.ts'

export const get_first_steps = operation({
  summary: 'Get the first steps of a new workspace, and which of them are done.',
  rest: 'GET /first-steps',
  permission: 'admin',
  tool: false,
  input: z.strictObject({}),
  output: FirstSteps,

  run: (ctx) => firstSteps.get(ctx),
})
