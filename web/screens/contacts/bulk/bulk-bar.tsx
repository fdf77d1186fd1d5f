import { Tag, X } from '#web/ui/icons.ts'
import { LabelPicker } from '#web/features/labels/label-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'
import type { Selection } from './use-selection.ts'
import { useLabelMany } from './use-label-many.ts'

/** Actions on all selected contacts. */
export function BulkBar({ selection }: { selection: Selection }) {
  const { bulk: words } = useContactsScreenWords()
  const label = useLabelMany(selection)
  useHotkeys({ Escape: selection.clear })
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3 bg-accent-soft px-4 py-3 md:px-5">
      <Checkbox
        label={words.selectAll}
        checked={selection.isAll}
        partly={!selection.isAll}
        onChange={() => (selection.isAll ? selection.clear() : selection.selectAll())}
      />
      <span role="status" className="text-sm font-medium">
        {words.selected(selection.size)}
      </span>
      <LabelPicker
        mayCreate
        value={labelsOfAll(selection)}
        onAdd={(title) => void label(title, true)}
        onRemove={(title) => void label(title, false)}
        trigger={
          <Button look="outline" aria-label={words.label} icon={<Tag size={14} aria-hidden />}>
            {words.label}
          </Button>
        }
      />
      <Button icon={<X size={15} aria-hidden />} onClick={selection.clear} className="ml-auto">
        {words.clear}
      </Button>
    </div>
  )
}

/** The labels that all selected contacts have. */
const labelsOfAll = ({ contacts: [first, ...others] }: Selection) =>
  first?.labels.filter((title) => others.every(({ labels }) => labels.includes(title))) ?? []
