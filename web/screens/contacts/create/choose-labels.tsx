import { Plus } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import { LabelPicker } from '#web/features/labels/label-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { useContactsScreenWords } from '#web/screens/contacts/words.ts'

type Props = { value: string[]; onChange: (titles: string[]) => void }

export function ChooseLabels({ value, onChange }: Props) {
  const { labels } = useWords()
  const { create: words } = useContactsScreenWords()
  const remove = (title: string) => onChange(value.filter((each) => each !== title))
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 text-sm font-medium">{words.labels}</legend>
      <div className="flex flex-wrap items-center gap-1.5">
        {value.map((title) => (
          <LabelChip key={title} title={title} onRemove={() => remove(title)} />
        ))}
        <LabelPicker
          mayCreate
          value={value}
          onAdd={(title) => onChange([...value, title])}
          onRemove={remove}
          trigger={
            <Button look="outline" size="sm" aria-label={labels.add} icon={<Plus size={14} aria-hidden />}>
              {labels.add}
            </Button>
          }
        />
      </div>
    </fieldset>
  )
}
