import { useRead } from '#web/app/query.ts'
import { operations, type ImportKind, type ImportProgress } from './kinds.ts'

const isOver = (status: ImportProgress['status'] | undefined) => status === 'done' || status === 'failed'

/** The progress of an import, polled until it is over. */
export function useImport(kind: ImportKind, import_id: string | undefined) {
  const { data, error } = useRead(
    operations[kind].progress,
    { import_id: import_id ?? '' },
    {
      enabled: Boolean(import_id),
      refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : 700),
    },
  )
  return { progress: data, isOver: isOver(data?.status), error }
}
