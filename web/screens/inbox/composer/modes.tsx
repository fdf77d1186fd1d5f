import { Lock, Reply } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { KeyHint, Tooltip } from '#web/ui/tooltip.tsx'
import type { Draft } from './drafts.ts'

type Props = { mode: Draft['mode']; onChange: (mode: Draft['mode']) => void }

/** To the customer, or only to the team. */
export function Modes({ mode, onChange }: Props) {
  const { composer: words } = useThreadWords()
  const modes = [
    { name: 'reply', text: words.reply, icon: Reply, hotkey: 'r' },
    { name: 'note', text: words.note, icon: Lock, hotkey: 'n' },
  ] as const
  return (
    <div role="group" aria-label={words.modes} className="flex gap-1 px-2 pt-1.5">
      {modes.map(({ name, text, icon: Icon, hotkey }) => (
        <Tooltip key={name} text={<KeyHint text={text} hotkey={hotkey} />}>
          <button
            type="button"
            aria-pressed={mode === name}
            aria-keyshortcuts={hotkey}
            onClick={() => onChange(name)}
            className={cx(
              'flex h-7 items-center gap-1.5 rounded-md px-2 text-sm font-medium pointer-coarse:h-9',
              mode !== name && 'text-ink-2 hover:bg-hover hover:text-ink',
              mode === name && (name === 'note' ? 'text-warn-text' : 'text-accent-text'),
            )}
          >
            <Icon size={14} aria-hidden />
            <span className={cx(mode === name && 'underline decoration-2 underline-offset-6')}>{text}</span>
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
