import type { Pipeline, Stage } from '#contract/records/crm.ts'
import { currency } from '#domains/crm/records/rules.ts'
import { fold } from '#kernel/filters/reference.ts'
import { reject } from '#kernel/problem.ts'

const MAX_STAGES = 100

type StageSummary = Pick<Stage, 'id' | 'name' | 'type' | 'order' | 'probability'>
/** An existing stage, or a new one without an id. */
export type ArrangedStage = { id?: string; name: string; probability: number }

/** The stages in the given order. Unknown names become new open stages; won and lost stages stay last. */
export function arrangeStages(stages: readonly StageSummary[], wanted: readonly string[]): ArrangedStage[] {
  const listed = wanted.map((each) => resolveStage(stages, each))
  checkUnique(listed.map((each) => (typeof each === 'string' ? each : each.name)))
  const open = stages.filter(({ type }) => type === 'open')
  const missing = open.filter((stage) => !listed.includes(stage))
  if (missing.length > 0) {
    const names = missing.map(({ name, id }) => `${name} (id ${id})`).join(', ')
    reject(
      'invalid_value',
      `List every open stage; missing: ${names}. To delete a stage use delete_stage.`,
      'ordered_stages',
    )
  }
  const closing = stages.filter(({ type }) => type !== 'open')
  const arranged = [...listed.filter((each) => typeof each === 'string' || each.type === 'open'), ...closing]
  if (arranged.length > MAX_STAGES) {
    reject('invalid_value', `A pipeline has at most ${MAX_STAGES} stages.`, 'ordered_stages')
  }
  if (arranged.length === closing.length) reject('missing_field', 'A pipeline needs an open stage.', 'ordered_stages')
  return arranged.map((each, i) =>
    typeof each === 'string' ? { name: each, probability: averageOfNeighbours(arranged, i) } : each,
  )
}

/** The stage with this name or id, otherwise the name for a new one. Unknown digits are rejected: they were meant as an id. */
function resolveStage(stages: readonly StageSummary[], name_or_id: string): StageSummary | string {
  const name = name_or_id.trim()
  if (!name) reject('invalid_value', 'A stage needs a name.', 'ordered_stages')
  const found = stages.find(({ id }) => id === name) ?? stages.find((stage) => fold(stage.name) === fold(name))
  if (!found && /^\d+$/.test(name)) {
    reject('not_found', `There is no stage with id ${name} in this pipeline; see crm_list_pipelines.`, 'ordered_stages')
  }
  return found ?? name
}

function checkUnique(names: readonly string[]): void {
  const duplicate = names.find((name, i) => names.findIndex((each) => fold(each) === fold(name)) < i)
  if (duplicate !== undefined)
    reject('invalid_value', `"${duplicate}" is listed twice; list each stage once.`, 'ordered_stages')
}

/** The probability of a new stage is the average of its neighbours. */
function averageOfNeighbours(arranged: readonly (StageSummary | string)[], i: number): number {
  const known = (each: StageSummary | string | undefined): each is StageSummary =>
    typeof each === 'object' && each.type === 'open'
  const before = arranged.slice(0, i).findLast(known)?.probability ?? 0
  const after = arranged.slice(i + 1).find(known)?.probability ?? 100
  return Math.round((before + after) / 2)
}

/** Whether the pipeline can hold leads, or opportunities. */
export function accepts({ kind }: Pick<Pipeline, 'kind'>, resource: 'leads' | 'opportunities'): boolean {
  return kind === resource || kind === 'mixed'
}

/** The default pipeline of this kind, otherwise the default mixed one. */
export function defaultFor(pipelines: readonly Pipeline[], resource: 'leads' | 'opportunities'): Pipeline {
  const found = [resource, 'mixed'].map((kind) => pipelines.find((each) => each.is_default && each.kind === kind))
  const candidates = pipelines.filter((each) => accepts(each, resource)).map(({ name, id }) => `${name} (id ${id})`)
  const choices =
    candidates.length > 0 ? `Choose one of: ${candidates.join(', ')}.` : 'Create one with create_pipeline.'
  return (
    found[0] ??
    found[1] ??
    reject('missing_field', `There is no default pipeline for ${resource}. ${choices}`, 'pipeline')
  )
}

/** A pipeline keeps at least one open stage and, unless it is for leads only, one won and one lost stage. */
export function checkRemoval(pipeline: Pipeline, stage: Stage): void {
  const sameType = pipeline.stages.filter(({ type }) => type === stage.type).length
  if (sameType > 1 || (pipeline.kind === 'leads' && stage.type !== 'open')) return
  reject(
    'invalid_state',
    `${stage.name} is the only ${stage.type} stage of ${pipeline.name}, which needs one; add another first.`,
    'stage_id',
  )
}

export type StagePatch = {
  name?: string | undefined
  probability?: number | undefined
  color?: string | null | undefined
  rotting_days?: number | null | undefined
  required_fields?: readonly string[] | undefined
}

/** The stage after the patch. The probability of won and lost stages is fixed. */
export function reviseStage(before: Stage, patch: StagePatch): Stage {
  const name = (patch.name ?? before.name).trim()
  if (!name) reject('missing_field', 'A stage needs a name.', 'name')
  if (before.type !== 'open' && patch.probability !== undefined && patch.probability !== before.probability) {
    reject(
      'invalid_state',
      `The probability of a ${before.type} stage is always ${before.probability}; leave it out.`,
      'probability',
    )
  }
  return {
    ...before,
    name,
    probability: patch.probability ?? before.probability,
    color: patch.color === undefined ? before.color : patch.color,
    rotting_days: patch.rotting_days === undefined ? before.rotting_days : patch.rotting_days,
    required_fields: [...(patch.required_fields ?? before.required_fields)],
  }
}

type Fields = Pick<Pipeline, 'name' | 'description' | 'default_currency' | 'is_default'>
type Patch = {
  name?: string | undefined
  description?: string | null | undefined
  default_currency?: string | undefined
  is_default?: boolean | undefined
}

/** The pipeline after the patch. */
export function revisePipeline(before: Fields, patch: Patch): Fields {
  const name = (patch.name ?? before.name).trim()
  if (!name) reject('missing_field', 'A pipeline needs a name.', 'name')
  return {
    name,
    description: patch.description === undefined ? before.description : patch.description?.trim() || null,
    default_currency: currency(patch.default_currency ?? before.default_currency, 'default_currency'),
    is_default: patch.is_default ?? before.is_default,
  }
}
