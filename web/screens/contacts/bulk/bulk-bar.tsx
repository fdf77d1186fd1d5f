import { Tag, X } from 'lucide-react'
import { LabelPicker } from '#web/parts/label-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { useContactWords } from '#web/screens/contacts/words.ts'
import type { Chosen } from './use-chosen.ts'
import { useLabelMany } from './use-label-many.ts'

/** What can be done with all chosen contacts at once. */
export function BulkBar({ chosen }: { chosen: Chosen }) {
  const { bulk: words } = useContactWords()
  const label = useLabelMany(chosen)
  useHotkeys({ Escape: chosen.clear })
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3 bg-accent-soft px-4 py-3 md:px-5">
      <Checkbox
        label={words.selectAll}
        checked={chosen.isAll}
        partly={!chosen.isAll}
        onChange={() => (chosen.isAll ? chosen.clear() : chosen.all())}
      />
      <span role="status" className="text-sm font-medium">
        {words.chosen(chosen.size)}
      </span>
      <LabelPicker
        mayCreate
        value={shared(chosen)}
        onAdd={(title) => void label(title, true)}
        onRemove={(title) => void label(title, false)}
        trigger={
          <Button look="outline" aria-label={words.label} icon={<Tag size={14} aria-hidden />}>
            {words.label}
          </Button>
        }
      />
      <Button icon={<X size={15} aria-hidden />} onClick={chosen.clear} className="ml-auto">
        {words.clear}
      </Button>
    </div>
  )
}

/** Labels all of them carry. */
const shared = ({ contacts: [first, ...others] }: Chosen) =>
  first?.labels.filter((title) => others.every(({ labels }) => labels.includes(title))) ?? []
