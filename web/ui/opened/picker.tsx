import type { ReactElement, ReactNode } from 'react'
import { Combobox } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import type { Opened, Trigger } from '#web/ui/asleep.tsx'
import { cx } from '#web/ui/cx.ts'
import { itemClass, popupClass } from '#web/ui/menu.tsx'

export type Choice = { id: string; name: string; icon?: ReactNode; hint?: string | undefined }

type Shared = {
  trigger: Trigger
  /** What is chosen here; also the name of the field to type in. */
  label: string
  nothing: string
  choices: readonly Choice[]
  open?: boolean
  onOpenChange?: (open: boolean) => void
}
export type PickerProps = Shared & { value: string | null; onPick: (id: string) => void }
export type MultiPickerProps = Shared & { value: readonly string[]; onChange: (ids: string[]) => void }

export function Picker({ value, onPick, ...shared }: PickerProps & Opened) {
  return (
    <Combobox.Root<Choice>
      {...rootProps(shared)}
      value={shared.choices.find(({ id }) => id === value) ?? null}
      onValueChange={(choice) => choice && onPick(choice.id)}
    >
      <Choices {...shared}>{toItem}</Choices>
    </Combobox.Root>
  )
}

export function MultiPicker({ value, onChange, ...shared }: MultiPickerProps & Opened) {
  return (
    <Combobox.Root<Choice, true>
      {...rootProps(shared)}
      multiple
      value={shared.choices.filter(({ id }) => value.includes(id))}
      onValueChange={(choices) => onChange(choices.map(({ id }) => id))}
    >
      <Choices {...shared}>{toItem}</Choices>
    </Combobox.Root>
  )
}

const rootProps = ({ choices, open, defaultOpen, onOpenChange }: Shared & Opened) => ({
  items: choices,
  itemToStringLabel: ({ name }: Choice) => name,
  isItemEqualToValue: (one: Choice, other: Choice) => one.id === other.id,
  ...(open !== undefined && { open }),
  ...(defaultOpen && { defaultOpen }),
  ...(onOpenChange && { onOpenChange }),
})

type ChoicesProps<T> = Pick<Shared, 'trigger' | 'label' | 'nothing'> & { children: (item: T) => ReactElement }

/** What opens a picker, and what it opens: a field to type in, and below it what was found. */
export function Choices<T>({ trigger, label, nothing, children }: ChoicesProps<T>) {
  return (
    <>
      <Combobox.Trigger render={trigger} />
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={6} className="z-40">
          <Combobox.Popup aria-label={label} className={cx(popupClass, 'w-64 p-0!')}>
            <Combobox.Input
              placeholder={label}
              aria-label={label}
              className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none pointer-coarse:text-[1rem]"
            />
            <Combobox.Empty className="px-3 py-6 text-center text-sm text-ink-3 empty:hidden">{nothing}</Combobox.Empty>
            <Combobox.List className="max-h-72 overflow-y-auto p-1 data-empty:hidden">{children}</Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </>
  )
}

/** One of what was found, with a mark where it is chosen. */
export const ChoiceItem = ({ value, children }: { value: unknown; children: ReactNode }) => (
  <Combobox.Item value={value} className={itemClass}>
    {children}
    <Combobox.ItemIndicator>
      <Check size={15} aria-hidden className="text-accent-text!" />
    </Combobox.ItemIndicator>
  </Combobox.Item>
)

const toItem = (choice: Choice) => (
  <ChoiceItem key={choice.id} value={choice}>
    {choice.icon}
    <span className="min-w-0 truncate">{choice.name}</span>
    <span className="min-w-0 flex-1 truncate text-xs text-ink-3">{choice.hint}</span>
  </ChoiceItem>
)
