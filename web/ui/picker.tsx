import type { MultiPickerProps, PickerProps } from '#web/ui/popup/picker.tsx'
import { LazyPopup } from './lazy-popup.tsx'

const triggerProps = { role: 'combobox', 'aria-haspopup': 'dialog' } as const

/** Chooses one of many, found by typing. */
export function Picker(props: PickerProps) {
  const { trigger, open, onOpenChange } = props
  return (
    <LazyPopup {...{ trigger, open, onOpenChange, triggerProps }}>
      {(popups, state) => <popups.Picker {...props} {...state} />}
    </LazyPopup>
  )
}

/** Chooses any number of many, found by typing. */
export function MultiPicker(props: MultiPickerProps) {
  const { trigger, open, onOpenChange } = props
  return (
    <LazyPopup {...{ trigger, open, onOpenChange, triggerProps }}>
      {(popups, state) => <popups.MultiPicker {...props} {...state} />}
    </LazyPopup>
  )
}
