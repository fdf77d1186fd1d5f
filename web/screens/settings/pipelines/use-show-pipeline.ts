import type { Pipeline } from '#contract/records/crm.ts'
import { useShow } from '#web/screens/settings/frame/use-show.ts'

/** Shows a pipeline as it is, or will be, in the list of them. Answers with how to take it back. */
export function useShowPipeline() {
  const show = useShow()
  return (pipeline: Pipeline) =>
    show(
      'crm_list_pipelines',
      {},
      (page) => page && { ...page, items: page.items.map((each) => (each.id === pipeline.id ? pipeline : each)) },
    )
}
