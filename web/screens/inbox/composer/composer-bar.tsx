import { useRef, type ReactNode } from 'react'
import { AtSign, Braces, ChevronDown, Paperclip, SendHorizontal, Zap } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { sendKey } from './send-key.ts'

type Props = {
  isNote: boolean
  maySend: boolean
  isBusy: boolean
  onSend: () => void
  onAttach: (files: readonly File[]) => void
  onBegin: (sign: string) => void
  copilot: ReactNode
}

/** What helps with writing, and the way out. */
export function ComposerBar({ isNote, maySend, isBusy, onSend, onAttach, onBegin, copilot }: Props) {
  const { composer: words } = useThreadWords()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-center gap-0.5 px-1.5 pb-1.5">
      <div role="group" aria-label={words.tools} className="flex min-w-0 items-center gap-0.5">
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            onAttach([...(target.files ?? [])])
            target.value = ''
          }}
        />
        <IconButton label={words.attach} onClick={() => chooser.current?.click()}>
          <Paperclip size={16} aria-hidden />
        </IconButton>
        <IconButton label={words.canned} hotkey="/" onClick={() => onBegin('/')}>
          <Zap size={16} aria-hidden />
        </IconButton>
        <IconButton label={words.variables} hotkey="{{" onClick={() => onBegin('{{')}>
          <Braces size={16} aria-hidden />
        </IconButton>
        {isNote && (
          <IconButton label={words.mentions} hotkey="@" onClick={() => onBegin('@')}>
            <AtSign size={16} aria-hidden />
          </IconButton>
        )}
        {!isNote && copilot}
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-0.5">
        <HowToSend />
        <Button
          look="primary"
          disabled={!maySend}
          busy={isBusy}
          onClick={onSend}
          icon={<SendHorizontal size={15} aria-hidden />}
        >
          {isNote ? words.addNote : words.send}
        </Button>
      </div>
    </div>
  )
}

function HowToSend() {
  const { composer: words } = useThreadWords()
  const key = sendKey.use()
  return (
    <Menu
      side="top"
      trigger={
        <Button aria-label={words.sendAs} className="px-1.5! pointer-coarse:hidden">
          <Kbd>{key === 'enter' ? '↵' : 'Ctrl ↵'}</Kbd>
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
    >
      <MenuChoice
        closes
        label={words.sendAs}
        value={key}
        choices={{ enter: words.enter, ctrl_enter: words.ctrlEnter }}
        onChange={sendKey.set}
      />
    </Menu>
  )
}
