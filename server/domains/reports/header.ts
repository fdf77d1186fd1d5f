import { z } from 'zod'
import { ReportDays } from '#contract/records/report.ts'
import type { Range } from '#contract/report-periods.ts'
import { id } from '#contract/scalars.ts'
import type { Context } from '#kernel/operation.ts'

const named = z.object({ id, name: z.string() })

/** Fields every report starts with. */
export const headerFields = {
  days: ReportDays.describe('The days of the report'),
  time_zone: z.string().describe('Time zone of the workspace, in which days are counted'),
}

export const pipelineField = named.nullable().describe('The pipeline of the report; null for all')

/** The agent of a row, or nobody. */
export const agentFields = {
  agent: named.nullable().describe('The agent; null if unassigned'),
  name: z.string().describe('Display name of the agent, or a label for unassigned'),
}

export function toHeader({ actor }: Context, range: Range) {
  return { days: toDays(range), time_zone: actor.account.time_zone }
}

export function toDays({ from, to }: Range): ReportDays {
  return { from, to }
}

export function toRef({ id: own, name }: z.output<typeof named>): z.output<typeof named> {
  return { id: own, name }
}
