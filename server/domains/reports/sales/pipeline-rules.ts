import type { Pipeline } from '#contract/records/crm.ts'
import { accepts } from '#domains/crm/pipelines/rules.ts'
import { reject } from '#kernel/problem.ts'
import { choose, fold } from '#kernel/filters/reference.ts'

type PipelineSummary = Pick<Pipeline, 'id' | 'name'>

const kind = {
  what: 'pipeline',
  fields: ['pipeline_name', 'pipeline_name'],
  names: (each: PipelineSummary) => [each.name],
} as const

/** The pipeline with this name or id, otherwise the only one whose name contains the text. */
export function matchPipeline<P extends PipelineSummary>(all: readonly P[], pipeline_name: string): P {
  const wanted = fold(pipeline_name)
  const isExact = all.some(({ id, name }) => fold(name) === wanted || id === wanted)
  const partial = wanted === '' || isExact ? [] : all.filter(({ name }) => fold(name).includes(wanted))
  if (partial.length === 1) return partial[0]!
  if (partial.length > 1) {
    const sentence = `Several pipelines match "${pipeline_name}": ${listNames(partial)}. Use the full name or the id.`
    const candidates = partial.map(({ id, name }) => ({ id, name }))
    reject('ambiguous_reference', sentence, 'pipeline_name', { candidates })
  }
  return choose(all, { name: pipeline_name }, kind)
}

type Board = PipelineSummary & Pick<Pipeline, 'kind' | 'is_default'>

/** The given pipeline for opportunities, otherwise the default for opportunities, otherwise the mixed default. */
export function choosePipeline<P extends Board>(all: readonly P[], pipeline_name: string | undefined): P {
  const candidates = all.filter((each) => accepts(each, 'opportunities'))
  if (pipeline_name !== undefined) return matchPipeline(candidates, pipeline_name)
  const defaults = candidates.filter(({ is_default }) => is_default)
  const found = defaults.find((each) => each.kind === 'opportunities') ?? defaults[0]
  if (found) return found
  const next =
    candidates.length > 0
      ? `choose one with pipeline_name: ${listNames(candidates)}`
      : 'create one with create_pipeline'
  return reject('pipeline_required', `There is no default pipeline for opportunities; ${next}.`, 'pipeline_name', {
    candidates: candidates.map(({ id, name }) => ({ id, name })),
  })
}

function listNames(all: readonly PipelineSummary[]): string {
  return all.map(({ id, name }) => `${name} (id ${id})`).join(', ')
}
