import type { Pipeline, Stage } from '#contract/records/crm.ts'
import { currency } from '#domains/crm/rules.ts'
import { folded } from '#kernel/reference.ts'
import { reject } from '#kernel/problem.ts'

const MOST_STAGES = 100

type Known = Pick<Stage, 'id' | 'name' | 'type' | 'order' | 'probability'>
/** A stage in its place: one there is, or a new one. */
export type Arranged = { id?: string; name: string; probability: number }

/** The stages in the order wanted. What is not known becomes an open stage; what ends a record stays last. */
export function arrange(stages: readonly Known[], wanted: readonly string[]): Arranged[] {
  const meant = wanted.map((word) => mean(stages, word))
  checkOnce(meant.map((each) => (typeof each === 'string' ? each : each.name)))
  const open = stages.filter(({ type }) => type === 'open')
  const left = open.filter((stage) => !meant.includes(stage))
  if (left.length > 0) {
    const names = left.map(({ name, id }) => `${name} (id ${id})`).join(', ')
    reject(
      'invalid_value',
      `Name every open stage; missing: ${names}. Stages are not deleted this way.`,
      'ordered_stages',
    )
  }
  const ending = stages.filter(({ type }) => type !== 'open')
  const arranged = [...meant.filter((each) => typeof each === 'string' || each.type === 'open'), ...ending]
  if (arranged.length > MOST_STAGES) {
    reject('invalid_value', `A pipeline has at most ${MOST_STAGES} stages.`, 'ordered_stages')
  }
  if (arranged.length === ending.length) reject('missing_field', 'A pipeline needs an open stage.', 'ordered_stages')
  return arranged.map((each, i) =>
    typeof each === 'string' ? { name: each, probability: between(arranged, i) } : each,
  )
}

/** The stage a word names, or else the name of a new one. Digits that are no stage were meant as one. */
function mean(stages: readonly Known[], word: string): Known | string {
  const name = word.trim()
  if (!name) reject('invalid_value', 'A stage needs a name.', 'ordered_stages')
  const found = stages.find(({ id }) => id === name) ?? stages.find((stage) => folded(stage.name) === folded(name))
  if (!found && /^\d+$/.test(name)) {
    reject('not_found', `There is no stage with id ${name} in this pipeline; see crm_list_pipelines.`, 'ordered_stages')
  }
  return found ?? name
}

function checkOnce(names: readonly string[]): void {
  const twice = names.find((name, i) => names.findIndex((each) => folded(each) === folded(name)) < i)
  if (twice !== undefined) reject('invalid_value', `"${twice}" is named twice; name each stage once.`, 'ordered_stages')
}

/** A new stage is as likely to be won as its neighbours are, on average. */
function between(arranged: readonly (Known | string)[], i: number): number {
  const known = (each: Known | string | undefined): each is Known => typeof each === 'object' && each.type === 'open'
  const before = arranged.slice(0, i).findLast(known)?.probability ?? 0
  const after = arranged.slice(i + 1).find(known)?.probability ?? 100
  return Math.round((before + after) / 2)
}

/** Whether records of this sort can be in the pipeline. */
export function holds({ kind }: Pick<Pipeline, 'kind'>, sort: 'leads' | 'opportunities'): boolean {
  return kind === sort || kind === 'mixed'
}

/** The pipeline where none is named: the default of its kind, else the default for both. */
export function defaultFor(pipelines: readonly Pipeline[], sort: 'leads' | 'opportunities'): Pipeline {
  const found = [sort, 'mixed'].map((kind) => pipelines.find((each) => each.is_default && each.kind === kind))
  const fitting = pipelines.filter((each) => holds(each, sort)).map(({ name, id }) => `${name} (id ${id})`)
  const choices = fitting.length > 0 ? `Name one of: ${fitting.join(', ')}.` : 'Create one with create_pipeline.'
  return (
    found[0] ?? found[1] ?? reject('missing_field', `There is no default pipeline for ${sort}. ${choices}`, 'pipeline')
  )
}

/** A stage that ends records is needed for as long as they can end. */
export function checkRemoval(pipeline: Pipeline, stage: Stage): void {
  const alike = pipeline.stages.filter(({ type }) => type === stage.type).length
  if (alike > 1 || (pipeline.kind === 'leads' && stage.type !== 'open')) return
  reject(
    'invalid_state',
    `${stage.name} is the only ${stage.type} stage of ${pipeline.name}, which needs one.`,
    'stage_id',
  )
}

/** The stage as it will be. What ends a record is certain. */
export type StagePatch = {
  name?: string | undefined
  probability?: number | undefined
  color?: string | null | undefined
  rotting_days?: number | null | undefined
  required_fields?: readonly string[] | undefined
}

export function reviseStage(before: Stage, patch: StagePatch): Stage {
  const name = (patch.name ?? before.name).trim()
  if (!name) reject('missing_field', 'A stage needs a name.', 'name')
  if (before.type !== 'open' && patch.probability !== undefined && patch.probability !== before.probability) {
    reject('invalid_state', `The probability of a ${before.type} stage is ${before.probability}.`, 'probability')
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

/** The pipeline as it will be. */
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
