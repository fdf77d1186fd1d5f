import type { Contact } from '#web/app/api.ts'
import { LabelPicker } from '#web/features/labels/label-picker.tsx'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/icons.ts'
import { SelectAll } from '#web/ui/selection/select-all.tsx'
import { SelectionBar } from '#web/ui/selection/selection-bar.tsx'
import type { Selection } from '#web/ui/selection/use-selection.ts'
import { useSelectionWords } from '#web/ui/selection/words.ts'
import { useLabelMany } from './use-label-many.ts'

type Props = { selection: Selection<Contact>; listed: readonly Contact[] }

/** Adds labels to the selected contacts and removes them. */
export function BulkBar({ selection, listed }: Props) {
  const { bulk: words } = useContactsScreenWords()
  const { selected } = useSelectionWords()
  const label = useLabelMany(selection.selected)
  return (
    <SelectionBar
      status={selected(selection.selected.length)}
      selectAll={<SelectAll selection={selection} listed={listed} />}
      onClear={selection.clear}
    >
      <LabelPicker
        mayCreate
        value={labelsOfAll(selection.selected)}
        onAdd={(title) => void label(title, true)}
        onRemove={(title) => void label(title, false)}
        trigger={
          <Button look="outline" aria-label={words.label} icon={<Tag size={14} aria-hidden />}>
            {words.label}
          </Button>
        }
      />
    </SelectionBar>
  )
}

/** The labels that all selected contacts have. */
const labelsOfAll = ([first, ...others]: readonly Contact[]) =>
  first?.labels.filter((title) => others.every(({ labels }) => labels.includes(title))) ?? []
