import { Plus } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { LabelChip } from '#web/parts/label-chip.tsx'
import { LabelPicker } from '#web/parts/label-picker.tsx'
import { Button } from '#web/ui/button.tsx'

type Props = { value: string[]; onChange: (titles: string[]) => void }

export function ChooseLabels({ value, onChange }: Props) {
  const { contacts: words, labels } = useWords()
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
