import { useState } from 'react'

/** The unsaved state of a form. Untouched fields follow the saved value, even when others change it. */
export function useDraft<D extends object>(saved: D) {
  const [changes, setChanges] = useState<Partial<D>>({})
  const draft = { ...saved, ...changes }
  return {
    draft,
    isChanged: JSON.stringify(draft) !== JSON.stringify(saved),
    change: (next: Partial<D>) => setChanges((before) => ({ ...before, ...next })),
    discard: () => setChanges({}),
  }
}
