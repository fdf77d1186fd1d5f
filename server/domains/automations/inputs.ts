import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { actions, AutomationRule } from '#contract/records/automation.ts'
import { id, line, text } from '#contract/scalars.ts'

export const rule_id = id.describe('Id of the rule')
export const macro_id = id.describe('Id of the macro')

export const rule_fields = {
  name: line.describe('Name of the rule'),
  description: text.nullable().describe('Purpose of the rule'),
  active: z.boolean().describe('Whether the rule runs. Default true.'),
  event: AutomationRule.shape.event.describe('Event that triggers the rule'),
  minutes: z
    .int()
    .min(1)
    .max(525_600)
    .nullable()
    .describe('Required for conversation.waiting, no_reply and idle, and not allowed otherwise: minutes to wait'),
  conditions: Filter.nullable().describe(
    'Conditions on the current fields of the record; message.received adds message_content, message_content_type, ' +
      'message_has_attachments, message_attachment_type (image, audio, video or file) and message_is_reply; message.created adds ' +
      'the same for messages of either side, with message_type (incoming or outgoing) and message_private; conversations also have ' +
      'referral_source, referral_ad_id and reply_window_open; label events label, stage events stage and from_stage. Null means always.',
  ),
  actions,
}
