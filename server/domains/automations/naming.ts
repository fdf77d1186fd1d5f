import { z } from 'zod'
import type { Action, SubjectType } from '#contract/records/automation.ts'
import type { Pipeline } from '#contract/records/crm.ts'
import { fitting } from '#domains/automations/actions.ts'
import * as labels from '#domains/contacts/labels.ts'
import * as lostReasons from '#domains/crm/lost-reasons.ts'
import { defaultFor, holds } from '#domains/crm/pipeline-rules.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as canned from '#domains/workspace/canned-responses.ts'
import { pick } from '#domains/workspace/reference.ts'
import * as teams from '#domains/workspace/teams.ts'
import { unknownIn } from '#domains/workspace/variables.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** The actions as they are kept: each fits what it is done to, says what can be said, and names others by their ids. */
export async function settle(ctx: Context, actions: readonly Action[], subject: SubjectType): Promise<Action[]> {
  const settled: Action[] = []
  for (const [i, action] of actions.entries()) {
    const at = `actions/${i}`
    checkFit(action, subject, at)
    checkTexts(action, subject, at)
    checkAddress(ctx, action, at)
    settled.push(await identified(ctx, action, subject, at))
  }
  return settled
}

function checkFit({ type }: Action, subject: SubjectType, at: string): void {
  const choices = fitting(subject)
  if (!choices.includes(type))
    reject('invalid_value', `${type} cannot be done to a ${subject}; choose among ${choices.join(', ')}.`, `${at}/type`)
}

/** What nobody could fill in is said now, and not to a customer. */
function checkTexts(action: Action, subject: SubjectType, at: string): void {
  for (const field of ['content', 'body', 'subject', 'to'] as const) {
    const text = (action as Partial<Record<typeof field, string>>)[field]
    if (text?.trim() === '') reject('missing_field', `${action.type} needs something to say.`, `${at}/${field}`)
    const unknown = text === undefined ? [] : unknownIn(text, subject)
    if (unknown.length > 0)
      reject('invalid_value', `There is no variable ${unknown.join(', ')}; correct or leave it out.`, `${at}/${field}`)
  }
  if (action.type === 'send_email' && !isAddress(action.to))
    reject('invalid_value', 'Give an e-mail address, {{contact.email}} or {{agent.email}}.', `${at}/to`)
}

/** An address that would not be called is refused now, and not each time the rule runs. */
function checkAddress(ctx: Context, action: Action, at: string): void {
  const reason = action.type === 'send_webhook' ? ctx.checkUrl(action.url) : undefined
  if (reason) reject('invalid_value', reason, `${at}/url`)
}

function isAddress(to: string): boolean {
  return /^\{\{\s*(contact|agent)\.email\s*\}\}$/.test(to.trim()) || z.email().safeParse(to.trim()).success
}

/** The action with ids in place of names, so that a later renaming breaks nothing. */
async function identified(ctx: Context, action: Action, subject: SubjectType, at: string): Promise<Action> {
  switch (action.type) {
    case 'assign_agent':
      return { ...action, agent: await agent(ctx, action.agent, `${at}/agent`) }
    case 'assign_team':
      return { ...action, team: action.team === null ? null : await team(ctx, action.team, `${at}/team`) }
    case 'add_label':
    case 'remove_label':
      return { ...action, label: await label(ctx, action.label, `${at}/label`) }
    case 'send_canned_response':
      return { ...action, canned_response: await response(ctx, action.canned_response, `${at}/canned_response`) }
    case 'create_lead':
      return { ...action, ...(await place(ctx, action, at)), ...(await optional(ctx, action, 'owner', at)) }
    case 'move_stage':
      return { ...action, ...(await target(ctx, action, subject === 'lead' ? 'leads' : 'opportunities', at)) }
    case 'schedule_activity':
      return { ...action, ...(await optional(ctx, action, 'assigned_to', at)) }
    default:
      return action
  }
}

async function agent(ctx: Context, name: string, field: string): Promise<string> {
  return (await agents.get(ctx, { agent: name }, field)).id
}

async function team(ctx: Context, name: string, field: string): Promise<string> {
  return meant(await teams.list(ctx), name, 'team', field, named)
}

async function label(ctx: Context, title: string, field: string): Promise<string> {
  return meant(await labels.list(ctx), title, 'label', field, (each) => [each.title])
}

async function response(ctx: Context, short_code: string, field: string): Promise<string> {
  const code = short_code.replace(/^\//, '')
  return meant(await canned.list(ctx), code, 'canned response', field, (each) => [each.short_code])
}

/** Somebody an action may name or leave open. */
async function optional<F extends string>(
  ctx: Context,
  action: { [K in F]?: string | undefined },
  field: F,
  at: string,
) {
  const name = action[field]
  return name === undefined ? {} : { [field]: await agent(ctx, name, `${at}/${field}`) }
}

type Place = { pipeline?: string | undefined; stage?: string | undefined }

/** Where new leads are put; where nothing is said, in the first stage of whatever is the default then. */
async function place(ctx: Context, { pipeline, stage }: Place, at: string): Promise<Place> {
  if (pipeline === undefined && stage === undefined) return {}
  const all = (await pipelines.list(ctx)).filter((each) => holds(each, 'leads'))
  const id =
    pipeline === undefined ? defaultFor(all, 'leads').id : meant(all, pipeline, 'pipeline', `${at}/pipeline`, named)
  if (stage === undefined) return { pipeline: id }
  const { stages } = all.find((each) => each.id === id)!
  return { pipeline: id, stage: meant(stages, stage, 'stage', `${at}/stage`, named) }
}

type Move = Extract<Action, { type: 'move_stage' }>
type Sort = Exclude<Pipeline['kind'], 'mixed'>

/** The stage something is moved to. An opportunity is lost for a reason; a lead needs none. */
async function target(ctx: Context, { stage, lost_reason }: Move, sort: Sort, at: string): Promise<Partial<Move>> {
  const stages = (await pipelines.list(ctx)).filter((each) => holds(each, sort)).flatMap((each) => each.stages)
  const id = meant(stages, stage, 'stage', `${at}/stage`, named)
  const isLoss = sort === 'opportunities' && stages.find((each) => each.id === id)!.type === 'lost'
  if (lost_reason === undefined)
    return isLoss ? reject('missing_field', 'This stage means lost: say why.', `${at}/lost_reason`) : { stage: id }
  if (!isLoss)
    reject('invalid_value', 'Only an opportunity that is lost has a reason; leave it out.', `${at}/lost_reason`)
  return {
    stage: id,
    lost_reason: meant(await lostReasons.list(ctx), lost_reason, 'lost reason', `${at}/lost_reason`, named),
  }
}

function named({ name }: { name: string }): readonly string[] {
  return [name]
}

function meant<T extends { id: string }>(
  rows: readonly T[],
  name: string,
  what: string,
  field: string,
  names: (row: T) => readonly string[],
): string {
  return pick(rows, { name }, { what, fields: [field, field], names }).id
}
