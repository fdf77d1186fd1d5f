export type PipelineFilters = { q?: string }

export function readPipelineFilters(_search: PipelineFilters): PipelineFilters {
  return {}
}
