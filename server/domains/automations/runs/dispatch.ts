import type { Filter } from '#contract/filters.ts'
import type { Author } from '#contract/records/author.ts'
import type { Part } from '#db/sql.ts'
import { emailAdministrators } from '#domains/access/emails/administrators.ts'
import { actWith } from '#domains/access/makers.ts'
import { stoppedEmail } from '#domains/automations/rules/email-templates.ts'
import { problemOf, ruleRights } from '#domains/automations/rules/rights.ts'
import { isVisible } from '#domains/automations/subjects.ts'
import type { TriggerEvent } from '#domains/automations/rules/trigger-facts.ts'
import { matchRules } from '#domains/automations/rules/match.ts'
import { executeRun } from '#domains/automations/runs/execute.ts'
import * as runs from '#domains/automations/runs/store.ts'
import * as rules from '#domains/automations/rules/store.ts'
import type { SubscriberContext } from '#kernel/subscriber.ts'

/** Limits a run to one rule, while a condition still holds. */
type Restriction = { rule_id: string; condition: Part }

/**
 * Runs the matching rules of an event, in their order. After a redelivery it resumes: a rule that has started is not
 * matched again, because its own actions may have changed the record.
 */
export async function runMatchingRules(
  context: SubscriberContext,
  account_id: string,
  event: TriggerEvent,
  only?: Restriction,
): Promise<void> {
  const { sql } = context
  const all = await rules.listCandidates(sql, account_id, event.trigger, event.key)
  const candidates = only ? all.filter(({ id }) => id === only.rule_id) : all
  if (candidates.length === 0) return

  const unstarted = candidates.filter(({ run }) => run === null)
  const where = { account_id, time_zone: candidates[0]!.time_zone }
  const matched = await matchRules(sql, where, event, unstarted, only?.condition)
  const allowed = await withVisibleRecord(context, account_id, event, [...matched.keys()])
  const chosen = candidates.filter((rule) => rule.run === 'running' || allowed.has(rule))
  if (chosen.length > 0) await executeRules(context, account_id, event, chosen, matched)
}

/** Leaves out rules whose maker may not see the record. */
async function withVisibleRecord(
  { sql, withoutTransaction }: SubscriberContext,
  account_id: string,
  { subject }: TriggerEvent,
  matched: readonly rules.CandidateRule[],
): Promise<Set<rules.CandidateRule>> {
  const allowed = new Set(matched)
  for (const rule of matched) {
    const rights = ruleRights(rule)
    if ('refused' in rights || rights.visibility === 'all') continue
    const actor = await actWith(sql, account_id, authorOf(rule), rights)
    if (!(await withoutTransaction('run_automations', actor, (ctx) => isVisible(ctx, subject)))) allowed.delete(rule)
  }
  return allowed
}

/** A rule that fails for now does not delay the others; its error is thrown at the end. */
async function executeRules(
  context: SubscriberContext,
  account_id: string,
  event: TriggerEvent,
  chosen: rules.CandidateRule[],
  matched: ReadonlyMap<rules.CandidateRule, Filter | null>,
): Promise<void> {
  const matches = chosen.map((rule) => ({ rule_id: rule.id, matched: matched.get(rule) ?? null }))
  const started = await runs.startRuleRuns(context.sql, account_id, event, matches)
  let failure: unknown
  for (const rule of chosen) {
    const run = started.find(({ rule_id }) => rule_id === rule.id)
    if (!run) continue
    const reference = { account_id, run_id: run.id }
    await executeRule(context, reference, event, rule).catch((error: unknown) => (failure = error))
  }
  if (failure) throw failure
}

async function executeRule(
  context: SubscriberContext,
  reference: runs.RunReference,
  { subject, trigger }: TriggerEvent,
  rule: rules.CandidateRule,
): Promise<void> {
  const { id, name, actions } = rule
  const rights = ruleRights(rule)
  if ('refused' in rights) return refuseRule(context, reference, rule)
  const actor = await actWith(context.sql, reference.account_id, authorOf(rule), rights)
  await executeRun(context, { ...reference, subject, actions, actor, event: trigger, by: { rule: { id, name } } })
}

function authorOf({ id, name }: rules.CandidateRule): Author {
  return { type: 'automation', id, name }
}

/** Records why the rule did not run, and e-mails the administrators once. */
async function refuseRule(
  { inTransaction }: SubscriberContext,
  reference: runs.RunReference,
  rule: rules.CandidateRule,
): Promise<void> {
  const { id, name, maker } = rule
  await inTransaction('run_automations', authorOf(rule), async (ctx) => {
    const problem = problemOf(rule, ctx.actor.account.locale)!
    await runs.refuse(ctx.sql, reference, problem)
    const key = `rule_stopped:${id}:${maker!.type}:${maker!.id}`
    await emailAdministrators(ctx, 'automation_stopped', key, stoppedEmail(ctx, name, problem))
  })
}
