import { z } from 'zod'
import { ReportDays } from '#contract/records/report.ts'
import type { Range } from '#contract/report-periods.ts'
import { id } from '#contract/scalars.ts'
import type { Context } from '#kernel/operation.ts'

const named = z.object({ id, name: z.string() })

/** What every report begins with. */
export const heading = {
  days: ReportDays.describe('The days it is about'),
  time_zone: z.string().describe('Whose days these are: the time zone of the workspace'),
}

/** The pipeline a report is narrowed to. */
export const ofPipeline = named.nullable().describe('The pipeline it is about; null: all of them')

/** Whose something is: a person, or nobody. */
export const whose = {
  agent: named.nullable().describe("The agent; null where it is nobody's"),
  name: z.string().describe('How the agent is shown; says so where there is none'),
}

/** How a report begins. */
export function headed({ actor }: Context, range: Range) {
  return { days: daysIn(range), time_zone: actor.account.time_zone }
}

export function daysIn({ from, to }: Range): ReportDays {
  return { from, to }
}

/** A record, as far as a report names it. */
export function toNamed({ id: own, name }: z.output<typeof named>): z.output<typeof named> {
  return { id: own, name }
}
