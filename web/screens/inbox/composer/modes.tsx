import { Lock, Reply } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { KeyHint, Tooltip } from '#web/ui/tooltip.tsx'
import { useWide } from '#web/ui/use-wide.ts'
import type { Draft } from './drafts.ts'

type Props = {
  mode: Draft['mode']
  /** Without words, among the tools: the form for phones. */
  isCompact?: boolean
  onChange: (mode: Draft['mode']) => void
}

/** Switches between a reply to the customer and an internal note. */
export function Modes({ mode, isCompact = false, onChange }: Props) {
  const { composer: words } = useThreadWords()
  const isWide = useWide(40)
  if (isWide === isCompact) return null
  const modes = [
    { name: 'reply', text: words.reply, icon: Reply, hotkey: 'r' },
    { name: 'note', text: words.note, icon: Lock, hotkey: 'n' },
  ] as const
  return (
    <div role="group" aria-label={words.modes} className={isCompact ? 'flex' : 'flex gap-1 px-2 pt-1.5'}>
      {modes.map(({ name, text, icon: Icon, hotkey }) => (
        <Tooltip key={name} text={<KeyHint text={text} hotkey={hotkey} />}>
          <button
            type="button"
            aria-pressed={mode === name}
            aria-keyshortcuts={hotkey}
            onClick={() => onChange(name)}
            className={cx(
              'flex items-center justify-center gap-1.5 rounded-md text-sm font-medium',
              isCompact ? 'size-9 pointer-coarse:size-10' : 'h-7 px-2 pointer-coarse:h-9',
              mode !== name && 'text-ink-2 hover:bg-hover hover:text-ink',
              mode === name && (name === 'note' ? 'text-warn-text' : 'text-accent-text'),
              mode === name && isCompact && 'bg-hover',
            )}
          >
            <Icon size={isCompact ? 16 : 14} aria-hidden />
            <span className={isCompact ? 'sr-only' : cx(mode === name && 'underline decoration-2 underline-offset-6')}>
              {text}
            </span>
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
