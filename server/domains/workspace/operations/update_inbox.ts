import { z } from 'zod'
import { BusinessHours, CsatSettings, Inbox, Sla } from '#contract/records/inbox.ts'
import { id, line } from '#contract/scalars.ts'
import { changeInbox } from '#domains/workspace/changing.ts'
import { settingChanges } from '#domains/workspace/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const update_inbox = operation({
  summary:
    'Change an inbox. Only the fields given change; settings are merged, and null clears one. ' +
    'Business hours, SLA and CSAT are replaced whole.',
  rest: 'PATCH /inboxes/:inbox_id',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    inbox_id: id,
    name: line.optional(),
    auto_assign: z.boolean().optional(),
    ai_agent_enabled: z.boolean().optional(),
    settings: settingChanges.optional(),
    business_hours: BusinessHours.nullable().optional().describe('When people answer; null means always'),
    sla: Sla.optional().describe('How soon customers are to be answered'),
    csat: CsatSettings.optional().describe('Whether customers are asked how it was'),
  }),
  output: Inbox,

  run(ctx, { inbox_id, ...patch }) {
    return changeInbox(ctx, inbox_id, patch)
  },
})
