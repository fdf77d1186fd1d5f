import { z } from 'zod'
import { type AutomationRule, triggers } from '#contract/records/automation.ts'
import { operators } from '#contract/filters.ts'
import { id, line } from '#contract/scalars.ts'
import { rule_fields, rule_id } from '#domains/automations/inputs.ts'
import { dryRun } from '#domains/automations/rules/dry-run.ts'
import { validateRule } from '#domains/automations/rules/validate.ts'
import * as rules from '#domains/automations/rules/store.ts'
import { checkVisible } from '#domains/automations/subjects.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const test_automation_rule = operation({
  summary: 'Dry-run an automation rule on a record: show which conditions match and what it would do.',
  description:
    'Give a saved rule, its fields, or both to try unsaved changes. Waiting times are skipped; message.received uses the last customer message, message.created the last message, stage_changed the last stage change.',
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
    matches: z.boolean().describe('Whether the rule would run'),
    conditions: z
      .array(
        z.array(
          z.object({ field: z.string(), operator: z.enum(operators), values: z.array(z.json()), holds: z.boolean() }),
        ),
      )
      .describe('Conditions by group; empty if there are none'),
    actions: z.array(
      z.object({
        type: z.string(),
        operation: z.string().describe('Operation that would be called'),
        input: z.record(z.string(), z.json()).describe('Its input, with variables filled in'),
      }),
    ),
  }),

  async run(ctx, { rule_id, subject_id, label, ...sent }) {
    const saved = rule_id === undefined ? undefined : await rules.get(ctx, rule_id)
    // A saved rule is validated again, because the records it names may be gone.
    const rule = await validateRule(ctx, completeRule(sent, saved))
    const subject = { type: triggers[rule.event], id: subject_id }
    await checkVisible(ctx, subject, 'subject_id')
    return dryRun(ctx, rule, subject, label === undefined ? {} : { label })
  },
})

type Sent = { [F in keyof rules.Fields]?: rules.Fields[F] | undefined }

/** The saved rule with the given fields applied. */
function completeRule(sent: Sent, saved: AutomationRule | undefined): rules.Fields {
  const event = sent.event ?? saved?.event
  const actions = sent.actions ?? saved?.actions
  if (!event || !actions) reject('missing_field', 'Give a rule_id, or an event and actions.', 'rule_id')
  const { minutes = saved?.minutes ?? null, conditions = saved?.conditions ?? null } = sent
  return { name: sent.name ?? saved?.name ?? '–', description: null, active: true, event, minutes, conditions, actions }
}
