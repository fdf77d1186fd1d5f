import { useState, type ReactElement } from 'react'
import { Combobox } from '@base-ui/react/combobox'
import { Check, Plus } from 'lucide-react'
import { useWords } from '#web/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { itemClass, popupClass } from '#web/ui/menu.tsx'
import { LabelDot } from './label-chip.tsx'
import { useCreateLabel, useLabels } from './labels.ts'

type Props = {
  trigger: ReactElement
  value: string[]
  onAdd: (title: string) => void
  onRemove: (title: string) => void
  /** Offer to make a label that does not exist yet. */
  mayCreate?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Several labels of the account's, found by typing. */
export function LabelPicker({ trigger, value, onAdd, onRemove, mayCreate, open, onOpenChange }: Props) {
  const { labels: words } = useWords()
  const { labels, find } = useLabels()
  const create = useCreateLabel()
  const [text, setText] = useState('')
  const titles = labels.map(({ title }) => title)
  const typed = text.trim()
  const items = mayCreate && typed && !find(typed) ? [...titles, typed] : titles

  const change = async (next: string[]) => {
    const added = next.find((title) => !value.includes(title))
    const removed = value.find((title) => !next.includes(title))
    if (removed) onRemove(removed)
    if (!added) return
    if (!find(added)) await create(added)
    setText('')
    onAdd(added)
  }

  return (
    <Combobox.Root
      multiple
      items={items}
      value={value}
      onValueChange={(next) => void change(next)}
      inputValue={text}
      onInputValueChange={setText}
      {...(open !== undefined && { open })}
      onOpenChange={(next) => {
        if (next) setText('')
        onOpenChange?.(next)
      }}
    >
      <Combobox.Trigger render={trigger} />
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={6} className="z-40">
          <Combobox.Popup aria-label={words.choose} className={cx(popupClass, 'w-64 p-0!')}>
            <Combobox.Input
              placeholder={mayCreate ? words.findOrCreate : words.find}
              aria-label={mayCreate ? words.findOrCreate : words.find}
              className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none
                pointer-coarse:text-[1rem]"
            />
            <Combobox.Empty className="px-3 py-6 text-center text-sm text-ink-3 empty:hidden">
              {labels.length ? words.noMatch : words.none}
            </Combobox.Empty>
            <Combobox.List className="max-h-64 overflow-y-auto p-1 data-empty:hidden">
              {(title: string) => (
                <Combobox.Item key={title} value={title} className={itemClass}>
                  {find(title) ? <LabelDot title={title} /> : <Plus size={14} aria-hidden />}
                  <span className="min-w-0 flex-1 truncate">{find(title) ? title : words.create(title)}</span>
                  <Combobox.ItemIndicator>
                    <Check size={15} aria-hidden className="text-accent-text!" />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
