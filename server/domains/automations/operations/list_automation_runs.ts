import { z } from 'zod'
import { AutomationRun, subject_types } from '#contract/records/automation.ts'
import { cursor, id, limit, page } from '#contract/scalars.ts'
import * as macros from '#domains/automations/macros/store.ts'
import * as runs from '#domains/automations/runs/store.ts'
import * as rules from '#domains/automations/rules/store.ts'
import { checkVisible, type Subject } from '#domains/automations/subjects.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export const list_automation_runs = operation({
  summary: 'List the runs of automation rules and macros, with failed actions, newest first. Kept for 90 days.',
  rest: 'GET /automation-runs',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({
    rule_id: id.optional().describe('Filter by rule'),
    macro_id: id.optional().describe('Filter by macro'),
    subject_type: z.enum(subject_types).optional().describe('Type of the record; requires subject_id'),
    subject_id: id.optional().describe('Id of the conversation, contact, lead or opportunity'),
    status: AutomationRun.shape.status.optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(AutomationRun),

  async run(ctx, input) {
    const { rule_id, macro_id, status } = input
    const subject = subjectOf(input)
    if (rule_id !== undefined) await rules.get(ctx, rule_id)
    if (macro_id !== undefined) await macros.get(ctx, macro_id)
    if (subject) await checkVisible(ctx, subject, 'subject_id')
    const { after, limit } = readPage(ctx, input)
    const rows = await runs.list(ctx, { rule_id, macro_id, subject, status }, after, limit)
    return toPage(ctx, input, rows, (run) => [run.created_at, run.id])
  },
})

type SubjectFilter = { subject_type?: Subject['type'] | undefined; subject_id?: string | undefined }

function subjectOf({ subject_type: type, subject_id: id }: SubjectFilter): Subject | undefined {
  if (type !== undefined && id !== undefined) return { type, id }
  if (type !== undefined || id !== undefined)
    reject('missing_field', 'Give subject_type and subject_id together.', type ? 'subject_id' : 'subject_type')
  return undefined
}
