import { useState } from 'react'
import { Combobox } from '@base-ui/react/combobox'
import { Plus } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { ChoiceItem, Choices } from '#web/ui/popup/picker.tsx'
import type { Trigger } from '#web/ui/popup/trigger.ts'
import { LabelDot } from './label-chip.tsx'
import { useCreateLabel, useLabels } from './labels.ts'

type Props = {
  trigger: Trigger
  value: string[]
  onAdd: (title: string) => void
  onRemove: (title: string) => void
  /** Offers to create a missing label. */
  mayCreate?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** Chooses labels, found by typing. */
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
      autoHighlight
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
      <Choices<string>
        trigger={trigger}
        label={mayCreate ? words.findOrCreate : words.find}
        nothing={labels.length ? words.noMatch : words.none}
      >
        {(title) => (
          <ChoiceItem key={title} value={title}>
            {find(title) ? <LabelDot title={title} /> : <Plus size={14} aria-hidden />}
            <span className="min-w-0 flex-1 truncate">{find(title) ? title : words.create(title)}</span>
          </ChoiceItem>
        )}
      </Choices>
    </Combobox.Root>
  )
}
