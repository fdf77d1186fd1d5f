import { useExport } from '#web/features/import/use-export.ts'
import { listInput, type BoardQuery } from './board-query.ts'
import { usePipelineWords } from './words.ts'

/** Downloads the filtered leads or deals; without a pipeline there is nothing to download. */
export function useDownload(query: BoardQuery | undefined) {
  const words = usePipelineWords()
  const kind = query?.kind ?? 'leads'
  const { limit: _limit, sort: _sort, ...input } = query ? listInput(query) : { limit: 0, sort: undefined }
  const name = kind === 'leads' ? 'export_leads' : 'export_opportunities'
  const { mutate, isPending } = useExport(name, words.kinds[kind], input)
  return { run: query && (() => mutate()), isPending }
}
