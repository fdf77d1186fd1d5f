import { z } from 'zod'
import { type AutomationRule, triggers } from '#contract/records/automation.ts'
import { operators } from '#contract/filters.ts'
import { id, line } from '#contract/scalars.ts'
import { rule_fields, rule_id } from '#domains/automations/inputs.ts'
import { rehearse } from '#domains/automations/rehearsing.ts'
import { checked } from '#domains/automations/saving.ts'
import * as rules from '#domains/automations/store.ts'
import { checkSeen } from '#domains/automations/subjects.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const test_automation_rule = operation({
  summary: 'Try an automation rule on a record, without doing anything: what would hold, and what would be done.',
  description:
    'Give a saved rule, or its fields, or both to try changes before they are saved. Time is not waited for; message.received is tried with what the customer wrote last, stage_changed with the last move.',
  rest: 'POST /automation-rules/test',
  permission: 'workspace:write',
  tool: false,
  input: z.strictObject({
    rule_id: rule_id.optional(),
    ...z.strictObject(rule_fields).partial().shape,
    subject_id: id.describe('Id of the conversation, contact, lead or opportunity to try it on'),
    label: line.optional().describe('For label_added and label_removed: the title of the label'),
  }),
  output: z.object({
    matches: z.boolean().describe('Whether it would run'),
    conditions: z
      .array(
        z.array(
          z.object({ field: z.string(), operator: z.enum(operators), values: z.array(z.json()), holds: z.boolean() }),
        ),
      )
      .describe('Every condition, by its groups; empty where nothing is asked'),
    actions: z.array(
      z.object({
        type: z.string(),
        operation: z.string().describe('What would be called'),
        input: z.record(z.string(), z.json()).describe('With what, its variables filled in'),
      }),
    ),
  }),

  async run(ctx, { rule_id, subject_id, label, ...sent }) {
    const saved = rule_id === undefined ? undefined : await rules.get(ctx, rule_id)
    // Also a saved rule is checked anew: what it names may be gone by now.
    const rule = await checked(ctx, whole(sent, saved))
    const subject = { type: triggers[rule.event], id: subject_id }
    await checkSeen(ctx, subject, 'subject_id')
    return rehearse(ctx, rule, subject, label === undefined ? {} : { label })
  },
})

type Sent = { [F in keyof rules.Fields]?: rules.Fields[F] | undefined }

/** The rule to be tried: what was sent, and the saved one where nothing was. */
function whole(sent: Sent, saved: AutomationRule | undefined): rules.Fields {
  const event = sent.event ?? saved?.event
  const actions = sent.actions ?? saved?.actions
  if (!event || !actions) reject('missing_field', 'Give a rule_id, or the event and the actions.', 'rule_id')
  const { minutes = saved?.minutes ?? null, conditions = saved?.conditions ?? null } = sent
  return { name: sent.name ?? saved?.name ?? '–', description: null, active: true, event, minutes, conditions, actions }
}
