import { z } from 'zod'
import { BusinessHours, CsatSettings, Inbox, Sla } from '#contract/records/inbox.ts'
import { id, line } from '#contract/scalars.ts'
import { updateInbox } from '#domains/workspace/inboxes/update.ts'
import { settingChanges } from '#domains/workspace/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const update_inbox = operation({
  summary:
    'Update an inbox. Omitted fields stay unchanged; settings are merged, and null clears one. ' +
    'Business hours, SLA and CSAT are replaced as a whole.',
  rest: 'PATCH /inboxes/:inbox_id',
  permission: 'workspace:write',
  reader: 'conversations:read',
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
    business_hours: BusinessHours.nullable().optional().describe('Business hours; null means always open'),
    sla: Sla.optional().describe('SLA targets'),
    csat: CsatSettings.optional().describe('Satisfaction survey'),
  }),
  output: Inbox,

  run(ctx, { inbox_id, ...patch }) {
    return updateInbox(ctx, inbox_id, patch)
  },
})
