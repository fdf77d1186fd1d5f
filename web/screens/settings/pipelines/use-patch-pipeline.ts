import type { Pipeline } from '#contract/records/crm.ts'
import { usePatchRead } from '#web/screens/settings/frame/use-patch-read.ts'

/** Updates a pipeline in the cached list; returns a function that restores the previous one. */
export function usePatchPipeline() {
  const patch = usePatchRead()
  return (pipeline: Pipeline) =>
    patch(
      'crm_list_pipelines',
      {},
      (page) => page && { ...page, items: page.items.map((each) => (each.id === pipeline.id ? pipeline : each)) },
    )
}
