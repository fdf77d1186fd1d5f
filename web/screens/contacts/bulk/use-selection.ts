import { useState } from 'react'
import type { Contact } from '#web/app/api.ts'

export type Selection = ReturnType<typeof useSelection>

/** The selected contacts of the list. A contact that leaves the list is no longer selected. */
export function useSelection(listed: readonly Contact[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const contacts = (listed ?? []).filter(({ id }) => ids.has(id))
  return {
    contacts,
    size: contacts.length,
    isAll: contacts.length > 0 && contacts.length === listed?.length,
    has: (id: string) => ids.has(id),
    toggle: (id: string) =>
      setIds((ids) => new Set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id])),
    selectAll: () => setIds(new Set(listed?.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
