import { Checkbox } from '@base-ui/react/checkbox'
import { CheckboxGroup } from '@base-ui/react/checkbox-group'
import { Check } from './icons.ts'
import { useId } from 'react'

type Props = {
  label: string
  value: string[]
  choices: { id: string; name: string }[]
  onChange: (ids: string[]) => void
}

/** A list of checkboxes. */
export function CheckList({ label, value, choices, onChange }: Props) {
  const id = useId()
  return (
    <div className="min-w-0">
      <div id={id} className="mb-1.5 text-sm font-medium">
        {label}
      </div>
      <CheckboxGroup
        aria-labelledby={id}
        value={value}
        onValueChange={onChange}
        className="grid max-h-44 gap-x-4 overflow-y-auto rounded-lg px-2.5 py-1.5 ring-1 ring-line ring-inset
          sm:grid-cols-2"
      >
        {choices.map((choice) => (
          <label key={choice.id} className="flex min-h-8 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
            <Checkbox.Root
              value={choice.id}
              className="grid size-4 shrink-0 place-items-center rounded bg-surface ring-1 ring-edge ring-inset
                data-checked:bg-accent data-checked:ring-accent"
            >
              <Checkbox.Indicator>
                <Check size={12} strokeWidth={3} aria-hidden className="text-on-accent" />
              </Checkbox.Indicator>
            </Checkbox.Root>
            <span className="min-w-0 truncate">{choice.name}</span>
          </label>
        ))}
      </CheckboxGroup>
    </div>
  )
}
