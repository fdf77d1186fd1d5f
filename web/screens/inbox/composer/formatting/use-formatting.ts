import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { marksOf } from '#contract/channels.ts'
import type { Mark } from '#contract/message-marks.ts'
import { useCommands } from '#web/commands/commands.ts'
import type { WritingOptions } from '#web/screens/inbox/composer/use-writing.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Bold, Italic } from '#web/ui/icons.ts'
import { toggleList, type ListKind } from './toggle-list.ts'
import { toggleMark } from './toggle-mark.ts'

export type Format = Mark | ListKind

const keys: Partial<Record<string, Format>> = { b: 'bold', i: 'italic' }

/** Formats the selection in the field with the marks of the channel, where it has any. */
export function useFormatting(
  { conversation, field }: Pick<WritingOptions, 'conversation' | 'field'>,
  isNote: boolean,
  onChange: (text: string) => void,
) {
  const style = marksOf({ private: isNote, direction: 'outgoing' }, conversation.channel)
  const { group, composer } = useThreadWords()
  const format = (chosen: Format) => {
    const area = field.current
    if (!area || !style) return
    const selected = { text: area.value, from: area.selectionStart, to: area.selectionEnd }
    const isList = chosen === 'bullets' || chosen === 'numbers'
    const next = isList ? toggleList(selected, chosen) : toggleMark(selected, chosen, style)
    // At once, because letters typed right after the key belong to the formatted place.
    flushSync(() => onChange(next.text))
    area.focus()
    area.setSelectionRange(next.from, next.to)
  }
  /** Returns whether the key formats. */
  const press = (event: KeyboardEvent): boolean => {
    const isKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    const chosen = isKey && keys[event.key.toLowerCase()]
    if (!chosen || !style) return false
    event.preventDefault()
    format(chosen)
    return true
  }
  // A voice note being recorded takes the place of the field.
  const isPossible = () => field.current !== null
  const commands = [
    { name: composer.formatting.bold, key: 'Ctrl B', icon: Bold, group, run: () => format('bold'), isPossible },
    { name: composer.formatting.italic, key: 'Ctrl I', icon: Italic, group, run: () => format('italic'), isPossible },
  ]
  useCommands(style ? commands : [])
  return { format: style ? format : undefined, press }
}
