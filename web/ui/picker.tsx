import { Asleep } from './asleep.tsx'
import type { MultiPickerProps, PickerProps } from './opened/picker.tsx'

const told = { role: 'combobox', 'aria-haspopup': 'dialog' } as const

/** One of many, found by typing. */
export function Picker(props: PickerProps) {
  const { trigger, open, onOpenChange } = props
  return (
    <Asleep {...{ trigger, open, onOpenChange, told }}>
      {(parts, state) => <parts.Picker {...props} {...state} />}
    </Asleep>
  )
}

/** Any of many, found by typing. */
export function MultiPicker(props: MultiPickerProps) {
  const { trigger, open, onOpenChange } = props
  return (
    <Asleep {...{ trigger, open, onOpenChange, told }}>
      {(parts, state) => <parts.MultiPicker {...props} {...state} />}
    </Asleep>
  )
}
