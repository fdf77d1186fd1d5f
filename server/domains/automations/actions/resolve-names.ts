import { z } from 'zod'
import type { Action, SubjectType } from '#contract/records/automation.ts'
import { type Pipeline, scheduled_types } from '#contract/records/crm.ts'
import { checkTemplateParameters, objectionToFile } from '#contract/template-parameters.ts'
import { actionTypesFor } from '#domains/automations/actions/actions.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import * as activityTypes from '#domains/crm/activities/activity-kinds.ts'
import * as lostReasons from '#domains/crm/opportunities/lost-reasons.ts'
import { getHeaderFile } from '#domains/conversations/messages/header-file.ts'
import { defaultFor, accepts } from '#domains/crm/pipelines/rules.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as canned from '#domains/workspace/canned-responses.ts'
import { pick } from '#domains/workspace/pick.ts'
import * as teams from '#domains/workspace/teams.ts'
import * as templates from '#domains/workspace/inboxes/templates.ts'
import { unknownVariables } from '#domains/workspace/variables.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Validates actions for a record type and replaces names with ids. */
export async function resolveActions(
  ctx: Context,
  actions: readonly Action[],
  subject: SubjectType,
): Promise<Action[]> {
  const resolved: Action[] = []
  for (const [i, action] of actions.entries()) {
    const at = `actions/${i}`
    checkFit(action, subject, at)
    checkTexts(action, subject, at)
    checkAddress(ctx, action, at)
    checkFormat(action, subject, at)
    await checkTemplate(ctx, action, at)
    resolved.push(await resolveAction(ctx, action, subject, at))
  }
  return resolved
}

function checkFit({ type }: Action, subject: SubjectType, at: string): void {
  const choices = actionTypesFor(subject)
  if (!choices.includes(type))
    reject('invalid_value', `${type} does not apply to a ${subject}; use one of: ${choices.join(', ')}.`, `${at}/type`)
}

/** Rejects empty texts and unknown variables, which would otherwise reach a customer. */
function checkTexts(action: Action, subject: SubjectType, at: string): void {
  for (const field of ['content', 'body', 'subject', 'to'] as const) {
    const text = textOf(action, field)
    if (text?.trim() === '') reject('missing_field', `${action.type} needs a text.`, `${at}/${field}`)
    const unknown = text === undefined ? [] : unknownVariables(text, subject)
    if (unknown.length > 0)
      reject('invalid_value', `Unknown variable: ${unknown.join(', ')}. Correct or remove it.`, `${at}/${field}`)
  }
  if (action.type === 'send_email' && !isAddress(action.to))
    reject('invalid_value', 'Give an e-mail address, {{contact.email}} or {{agent.email}}.', `${at}/to`)
}

/** A text of an action; the text of a template is all its values. */
function textOf(action: Action, field: 'content' | 'body' | 'subject' | 'to'): string | undefined {
  if (field === 'content' && action.type === 'send_message' && action.template)
    return JSON.stringify(action.template.parameters).replaceAll(String.raw`\"`, '"')
  return (action as Partial<Record<typeof field, string>>)[field]
}

/** Rejects a forbidden URL when the rule is saved instead of each time it runs. */
function checkAddress(ctx: Context, action: Action, at: string): void {
  const reason = action.type === 'send_webhook' ? ctx.checkUrl(action.url) : undefined
  if (reason) reject('invalid_value', reason, `${at}/url`)
}

function checkFormat(action: Action, subject: SubjectType, at: string): void {
  if (action.type === 'send_webhook' && action.format === 'classic' && subject !== 'conversation')
    reject('invalid_value', 'The classic format is for conversations only; leave format out.', `${at}/format`)
}

/** Rejects a template that no inbox has, or that lacks values, when the rule is saved instead of each time it runs. */
async function checkTemplate(ctx: Context, action: Action, at: string): Promise<void> {
  if (action.type !== 'send_message' || !action.template) return
  const { name, language, parameters } = action.template
  if (name.trim() === '') reject('missing_field', 'Choose an approved template.', `${at}/template`)
  const found = await templates.listNamed(ctx, action.template)
  if (found.length === 0)
    reject('invalid_value', `No inbox has the template ${name} in ${language}; choose another.`, `${at}/template`)
  const problems = found.map((template) => checkTemplateParameters(template, parameters, false)[0])
  const [problem] = problems
  if (problem && !problems.includes(undefined))
    reject('missing_field', problem.detail, `${at}/template/parameters/${problem.field}`)
  const file = await getHeaderFile(ctx, action.template)
  const objection = file && objectionToFile(found[0]!, file.file_type)
  if (objection) reject('invalid_value', objection, `${at}/template/parameters/header`)
}

function isAddress(to: string): boolean {
  return /^\{\{\s*(contact|agent)\.email\s*\}\}$/.test(to.trim()) || z.email().safeParse(to.trim()).success
}

/** Replaces names with ids, so renaming a record doesn't break the rule. */
async function resolveAction(ctx: Context, action: Action, subject: SubjectType, at: string): Promise<Action> {
  switch (action.type) {
    case 'assign_agent':
      return { ...action, agent: await resolveAgent(ctx, action.agent, `${at}/agent`) }
    case 'assign_team':
      return { ...action, team: action.team === null ? null : await resolveTeam(ctx, action.team, `${at}/team`) }
    case 'add_label':
    case 'remove_label':
      return { ...action, label: await resolveLabel(ctx, action.label, `${at}/label`) }
    case 'send_canned_response':
      return {
        ...action,
        canned_response: await resolveCannedResponse(ctx, action.canned_response, `${at}/canned_response`),
      }
    case 'create_lead':
      return {
        ...action,
        ...(await resolvePlacement(ctx, action, at)),
        ...(await resolveOptionalAgent(ctx, action, 'owner', at)),
      }
    case 'move_stage':
      return { ...action, ...(await resolveStage(ctx, action, subject === 'lead' ? 'leads' : 'opportunities', at)) }
    case 'schedule_activity':
      return {
        ...action,
        activity_type: await resolveActivityType(ctx, action.activity_type, `${at}/activity_type`),
        ...(await resolveOptionalAgent(ctx, action, 'assigned_to', at)),
      }
    default:
      return action
  }
}

async function resolveAgent(ctx: Context, name: string, field: string): Promise<string> {
  return (await agents.get(ctx, { agent: name }, field)).id
}

async function resolveTeam(ctx: Context, name: string, field: string): Promise<string> {
  return resolveId(await teams.list(ctx), name, 'team', field, namesOf)
}

async function resolveLabel(ctx: Context, title: string, field: string): Promise<string> {
  return resolveId(await labels.list(ctx), title, 'label', field, (each) => [each.title])
}

async function resolveCannedResponse(ctx: Context, short_code: string, field: string): Promise<string> {
  const code = short_code.replace(/^\//, '')
  return resolveId(await canned.list(ctx), code, 'canned response', field, (each) => [each.short_code])
}

/** The name of a built-in type, or the id of one of the workspace. */
async function resolveActivityType(ctx: Context, name: string, field: string): Promise<string> {
  const { type, type_id } = await activityTypes.resolve(ctx, name, { builtIn: scheduled_types, field })
  return type_id ?? type
}

/** Resolves an agent that the action may omit. */
async function resolveOptionalAgent<F extends string>(
  ctx: Context,
  action: { [K in F]?: string | undefined },
  field: F,
  at: string,
) {
  const name = action[field]
  return name === undefined ? {} : { [field]: await resolveAgent(ctx, name, `${at}/${field}`) }
}

type Placement = { pipeline?: string | undefined; stage?: string | undefined }

/** Pipeline and stage of a new lead; if omitted, the default ones when the rule runs. */
async function resolvePlacement(ctx: Context, { pipeline, stage }: Placement, at: string): Promise<Placement> {
  if (pipeline === undefined && stage === undefined) return {}
  const all = (await pipelines.list(ctx)).filter((each) => accepts(each, 'leads'))
  const id =
    pipeline === undefined
      ? defaultFor(all, 'leads').id
      : resolveId(all, pipeline, 'pipeline', `${at}/pipeline`, namesOf)
  if (stage === undefined) return { pipeline: id }
  const { stages } = all.find((each) => each.id === id)!
  return { pipeline: id, stage: resolveId(stages, stage, 'stage', `${at}/stage`, namesOf) }
}

type Move = Extract<Action, { type: 'move_stage' }>
type Sort = Exclude<Pipeline['kind'], 'mixed'>

/** The target stage. A lost opportunity needs a reason; a lead doesn't. */
async function resolveStage(
  ctx: Context,
  { stage, lost_reason }: Move,
  sort: Sort,
  at: string,
): Promise<Partial<Move>> {
  const stages = (await pipelines.list(ctx)).filter((each) => accepts(each, sort)).flatMap((each) => each.stages)
  const id = resolveId(stages, stage, 'stage', `${at}/stage`, namesOf)
  const isLoss = sort === 'opportunities' && stages.find((each) => each.id === id)!.type === 'lost'
  if (lost_reason === undefined)
    return isLoss
      ? reject('missing_field', 'This stage means lost; give a lost_reason.', `${at}/lost_reason`)
      : { stage: id }
  if (!isLoss) reject('invalid_value', 'Only lost opportunities have a reason; omit lost_reason.', `${at}/lost_reason`)
  return {
    stage: id,
    lost_reason: resolveId(await lostReasons.list(ctx), lost_reason, 'lost reason', `${at}/lost_reason`, namesOf),
  }
}

function namesOf({ name }: { name: string }): readonly string[] {
  return [name]
}

function resolveId<T extends { id: string }>(
  rows: readonly T[],
  name: string,
  noun: string,
  field: string,
  names: (row: T) => readonly string[],
): string {
  return pick(rows, { name }, { what: noun, fields: [field, field], names }).id
}
