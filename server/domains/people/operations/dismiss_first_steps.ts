import { z } from 'zod'
import { FirstSteps } from '#contract/records/first-steps.ts'
import * as firstSteps from '#domains/people/first-steps.ts'
import { operation } from '#kernel/operation.ts'

export const dismiss_first_steps = operation({
  summary: 'Hide the first steps of the workspace from all administrators.',
  rest: 'POST /first-steps/dismissal',
  permission: 'admin',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({}),
  output: FirstSteps,

  async run(ctx) {
    await firstSteps.dismiss(ctx)
    return firstSteps.get(ctx)
  },
})
