import type { Pipeline } from '#contract/records/crm.ts'
import { holds } from '#domains/crm/pipeline-rules.ts'
import { reject } from '#kernel/problem.ts'
import { choose, folded } from '#kernel/reference.ts'

type Known = Pick<Pipeline, 'id' | 'name'>

const kind = {
  what: 'pipeline',
  fields: ['pipeline_name', 'pipeline_name'],
  names: (each: Known) => [each.name],
} as const

/** The pipeline whose name is the one given, or else the only one whose name has it in it. Digits may also be its id. */
export function named<P extends Known>(all: readonly P[], pipeline_name: string): P {
  const wanted = folded(pipeline_name)
  const whole = all.some(({ id, name }) => folded(name) === wanted || id === wanted)
  const partly = wanted === '' || whole ? [] : all.filter(({ name }) => folded(name).includes(wanted))
  if (partly.length === 1) return partly[0]!
  if (partly.length > 1) {
    const sentence = `Several pipelines match "${pipeline_name}": ${shown(partly)}. Give the whole name, or the id.`
    const candidates = partly.map(({ id, name }) => ({ id, name }))
    reject('ambiguous_reference', sentence, 'pipeline_name', { candidates })
  }
  return choose(all, { name: pipeline_name }, kind)
}

type Board = Known & Pick<Pipeline, 'kind' | 'is_default'>

/** The pipeline of opportunities named; where none is, the default for opportunities, else the default for both. */
export function chosen<P extends Board>(all: readonly P[], pipeline_name: string | undefined): P {
  const fitting = all.filter((each) => holds(each, 'opportunities'))
  if (pipeline_name !== undefined) return named(fitting, pipeline_name)
  const flagged = fitting.filter(({ is_default }) => is_default)
  const found = flagged.find((each) => each.kind === 'opportunities') ?? flagged[0]
  if (found) return found
  const next =
    fitting.length > 0 ? `choose one with pipeline_name: ${shown(fitting)}` : 'create one with create_pipeline'
  return reject('pipeline_required', `There is no default pipeline for opportunities; ${next}.`, 'pipeline_name', {
    candidates: fitting.map(({ id, name }) => ({ id, name })),
  })
}

function shown(all: readonly Known[]): string {
  return all.map(({ id, name }) => `${name} (id ${id})`).join(', ')
}
