import { line } from '#contract/scalars.ts'

export const pipeline_name = line.optional().describe('Pipeline, by name or part of it. Default: all')
