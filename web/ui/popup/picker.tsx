import type { ReactElement, ReactNode } from 'react'
import { Combobox } from '@base-ui/react/combobox'
import { Check } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { itemClass, popupClass } from './classes.ts'
import { focusAtOnce } from './last-input.ts'
import { ignoreLetters, type OpenState, type Trigger } from './trigger.ts'

export type Choice = { id: string; name: string; icon?: ReactNode; hint?: string | undefined }

type Shared = {
  trigger: Trigger
  /** Names the choice; also the label of the search input. */
  label: string
  nothing: string
  choices: readonly Choice[]
  open?: boolean
  onOpenChange?: (open: boolean) => void
}
export type PickerProps = Shared & { value: string | null; onPick: (id: string) => void }
export type MultiPickerProps = Shared & { value: readonly string[]; onChange: (ids: string[]) => void }

export function Picker({ value, onPick, ...shared }: PickerProps & OpenState) {
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

export function MultiPicker({ value, onChange, ...shared }: MultiPickerProps & OpenState) {
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

const rootProps = ({ choices, open, defaultOpen, onOpenChange }: Shared & OpenState) => ({
  items: choices,
  autoHighlight: true,
  itemToStringLabel: ({ name }: Choice) => name,
  isItemEqualToValue: (one: Choice, other: Choice) => one.id === other.id,
  ...(open !== undefined && { open }),
  ...(defaultOpen && { defaultOpen }),
  ...(onOpenChange && { onOpenChange }),
})

type ChoicesProps<T> = Pick<Shared, 'trigger' | 'label' | 'nothing'> & { children: (item: T) => ReactElement }

/** The trigger and the popup of a picker: a search input and the results. */
export function Choices<T>({ trigger, label, nothing, children }: ChoicesProps<T>) {
  return (
    <>
      <Combobox.Trigger render={trigger} onKeyDown={ignoreLetters} />
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={6} className="z-40">
          <Combobox.Popup aria-label={label} className={cx(popupClass, 'w-64 p-0!')}>
            <Combobox.Input
              ref={focusAtOnce}
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

/** One result, with a check mark if it is chosen. */
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
