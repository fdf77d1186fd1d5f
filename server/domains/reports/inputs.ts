import { line } from '#contract/scalars.ts'

export const pipeline_name = line
  .optional()
  .describe('Pipeline by its name, or a part of it, without regard to case or accents. Default: all of them')
