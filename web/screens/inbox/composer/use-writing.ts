import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Conversation } from '#contract/records/conversation.ts'
import { useSuggestions, type Suggestion } from './suggesting.ts'
import { completed, triggerAt } from './triggers.ts'

type Writing = {
  conversation: Conversation
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  isNote: boolean
  onChange: (text: string) => void
}

/** Writing with help: what is typed may look for something, which then takes its place. */
export function useWriting({ conversation, field, text, isNote, onChange }: Writing) {
  const id = useId()
  const [cursor, setCursor] = useState(0)
  const [at, point] = useState(0)
  /** Where somebody looked for something and then would rather not. */
  const [declined, decline] = useState<number>()
  const found = triggerAt(text, cursor, isNote)
  const trigger = found && found.from !== declined ? found : undefined
  const items = useSuggestions(trigger, conversation)
  const chosen = Math.min(at, items.length - 1)

  /** The cursor moves once the text is there. */
  const stand = (place: number) =>
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(place, place)
    })
  const choose = ({ insert }: Suggestion) => {
    if (!trigger) return
    const next = completed(text, trigger, insert)
    onChange(next.text)
    setCursor(next.cursor)
    point(0)
    stand(next.cursor)
  }
  const follow = () => setCursor(field.current?.selectionStart ?? 0)
  /** Begins to look for something by a button instead of by its sign. */
  const begin = (sign: string) => {
    const start = field.current?.selectionStart ?? text.length
    const space = start > 0 && sign !== '{{' && !/\s/.test(text[start - 1]!) ? ' ' : ''
    const next = completed(text, { from: start, to: start }, space + sign)
    decline(undefined)
    onChange(next.text)
    setCursor(next.cursor)
    stand(next.cursor)
  }
  /** Whether the key was for the list. */
  const press = (event: KeyboardEvent): boolean => {
    if (!trigger) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const item = items[chosen]
    if (event.key === 'Escape') decline(trigger.from)
    else if (step && items.length > 0) point((chosen + step + items.length) % items.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && item && !event.shiftKey) choose(item)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const change = (next: string) => {
    const now = field.current?.selectionStart ?? next.length
    if (triggerAt(next, now, isNote)?.from !== declined) decline(undefined)
    point(0)
    onChange(next)
    setCursor(now)
  }
  const list = trigger && { id, kind: trigger.kind, items, at: chosen, onPoint: point, onChoose: choose }
  const aria = {
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    ...(list && items.length > 0 && { 'aria-controls': id, 'aria-activedescendant': `${id}-${chosen}` }),
  } as const
  return { list, aria, press, change, follow, begin }
}
