import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { actions, AutomationRule } from '#contract/records/automation.ts'
import { id, line, text } from '#contract/scalars.ts'

export const rule_id = id.describe('Id of the rule')
export const macro_id = id.describe('Id of the macro')

/** What a rule is made of. */
export const rule_fields = {
  name: line.describe('What people call it'),
  description: text.nullable().describe('What it is for'),
  active: z.boolean().describe('Whether it runs. Default true.'),
  event: AutomationRule.shape.event.describe('What it waits for'),
  minutes: z
    .int()
    .min(1)
    .max(525_600)
    .nullable()
    .describe('For conversation.waiting, no_reply and idle: after how long. Only there, and needed there.'),
  conditions: Filter.nullable().describe(
    'What must hold, asked of the record as it is then: its fields, and for message.received message_content, message_content_type ' +
      'and message_has_attachments, for labels label, for stages stage and from_stage. Null means always.',
  ),
  actions,
}
