import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Conversation } from '#contract/records/conversation.ts'
import { useSuggestions, type Suggestion } from './use-suggestions.ts'
import { insertChoice, findTrigger } from './triggers.ts'

type Options = {
  conversation: Conversation
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  isNote: boolean
  onChange: (text: string) => void
}

/** Autocomplete in the message field: typed text can start a search, and the choice replaces it. */
export function useAutocomplete({ conversation, field, text, isNote, onChange }: Options) {
  const id = useId()
  const [cursor, setCursor] = useState(0)
  const [at, highlight] = useState(0)
  /** Position of a search that the user dismissed. */
  const [dismissed, dismiss] = useState<number>()
  const found = findTrigger(text, cursor, isNote)
  const trigger = found && found.from !== dismissed ? found : undefined
  const items = useSuggestions(trigger, conversation)
  const chosen = Math.min(at, items.length - 1)

  /** Moves the cursor after the new text has been rendered. */
  const moveCursor = (place: number) =>
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(place, place)
    })
  const choose = ({ insert }: Suggestion) => {
    if (!trigger) return
    const next = insertChoice(text, trigger, insert)
    onChange(next.text)
    setCursor(next.cursor)
    highlight(0)
    moveCursor(next.cursor)
  }
  const follow = () => setCursor(field.current?.selectionStart ?? 0)
  /** Inserts text at the cursor. */
  const insert = (added: string) => {
    const start = field.current?.selectionStart ?? text.length
    const next = insertChoice(text, { from: start, to: start }, added)
    onChange(next.text)
    setCursor(next.cursor)
    moveCursor(next.cursor)
  }
  /** Starts a search by button instead of by typing. */
  const begin = (sign: string) => {
    const start = field.current?.selectionStart ?? text.length
    const space = start > 0 && sign !== '{{' && !/\s/.test(text[start - 1]!) ? ' ' : ''
    dismiss(undefined)
    insert(space + sign)
  }
  /** Returns whether the list handled the key. */
  const press = (event: KeyboardEvent): boolean => {
    if (!trigger) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const item = items[chosen]
    if (event.key === 'Escape') dismiss(trigger.from)
    else if (step && items.length > 0) highlight((chosen + step + items.length) % items.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && item && !event.shiftKey) choose(item)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const change = (next: string) => {
    const now = field.current?.selectionStart ?? next.length
    if (findTrigger(next, now, isNote)?.from !== dismissed) dismiss(undefined)
    highlight(0)
    onChange(next)
    setCursor(now)
  }
  const list = trigger && { id, kind: trigger.kind, items, at: chosen, onPoint: highlight, onChoose: choose }
  const aria = {
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    ...(list && items.length > 0 && { 'aria-controls': id, 'aria-activedescendant': `${id}-${chosen}` }),
  } as const
  return { list, aria, press, change, follow, begin, insert }
}
