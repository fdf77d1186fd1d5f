import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Bold, Code, Italic, List, ListOrdered, Strikethrough } from '#web/ui/icons.ts'
import type { Format } from './use-formatting.ts'

const formats = [
  { name: 'bold', icon: Bold, hotkey: 'Ctrl+B' },
  { name: 'italic', icon: Italic, hotkey: 'Ctrl+I' },
  { name: 'strike', icon: Strikethrough, hotkey: undefined },
  { name: 'bullets', icon: List, hotkey: undefined },
  { name: 'numbers', icon: ListOrdered, hotkey: undefined },
  { name: 'code', icon: Code, hotkey: undefined },
] as const

/** Formats the selected text. */
export function FormatBar({ onFormat }: { onFormat: (format: Format) => void }) {
  const { composer } = useThreadWords()
  const { formatting: words } = composer
  return (
    <div role="group" aria-label={words.label} className="flex shrink-0 px-1.5 pt-1">
      {formats.map(({ name, icon: Icon, hotkey }) => (
        <IconButton
          key={name}
          label={words[name]}
          hotkey={hotkey}
          size="sm"
          // The field keeps the focus, so that the keyboard of a phone stays.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(name)}
        >
          <Icon size={15} aria-hidden />
        </IconButton>
      ))}
    </div>
  )
}
