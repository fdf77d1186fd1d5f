import { useState } from 'react'
import type { Contact } from '#web/api.ts'

export type Chosen = ReturnType<typeof useChosen>

/** Which contacts of the list are chosen. Who is no longer in it is chosen no more. */
export function useChosen(listed: readonly Contact[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const contacts = (listed ?? []).filter(({ id }) => ids.has(id))
  return {
    contacts,
    size: contacts.length,
    isAll: contacts.length > 0 && contacts.length === listed?.length,
    has: (id: string) => ids.has(id),
    turn: (id: string) =>
      setIds((known) => new Set(known.has(id) ? [...known].filter((each) => each !== id) : [...known, id])),
    all: () => setIds(new Set(listed?.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
