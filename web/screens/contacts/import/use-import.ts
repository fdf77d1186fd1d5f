import type { ContactImport } from '#web/api.ts'
import { useRead } from '#web/query.ts'

const isOver = (status: ContactImport['status'] | undefined) => status === 'done' || status === 'failed'

/** An import as it proceeds, asked for again until it is over. */
export function useImport(import_id: string | undefined) {
  const { data, error } = useRead(
    'get_contact_import',
    { import_id: import_id ?? '' },
    {
      enabled: Boolean(import_id),
      refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : 700),
    },
  )
  return { progress: data, isOver: isOver(data?.status), error }
}
