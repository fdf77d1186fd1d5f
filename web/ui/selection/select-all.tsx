import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Row, Selection } from './use-selection.ts'
import { useSelectionWords } from './words.ts'

type Props<T extends Row> = { selection: Selection<T>; listed: readonly T[] }

/** Selects all rows of the list, or none. */
export function SelectAll<T extends Row>({ selection, listed }: Props<T>) {
  const words = useSelectionWords()
  const { selected, choose, clear } = selection
  const isAll = selected.length > 0 && selected.length === listed.length
  return (
    <Checkbox
      label={words.all}
      checked={isAll}
      partly={selected.length > 0 && !isAll}
      onChange={() => (isAll ? clear() : choose(listed.map(({ id }) => id)))}
    />
  )
}
