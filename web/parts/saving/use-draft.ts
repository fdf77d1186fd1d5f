import { useState } from 'react'

/** What a form holds before it is saved. Until something is changed it is what is kept, also when others change that. */
export function useDraft<D extends object>(kept: D) {
  const [changes, setChanges] = useState<Partial<D>>({})
  const draft = { ...kept, ...changes }
  return {
    draft,
    isChanged: JSON.stringify(draft) !== JSON.stringify(kept),
    change: (next: Partial<D>) => setChanges((before) => ({ ...before, ...next })),
    discard: () => setChanges({}),
  }
}
