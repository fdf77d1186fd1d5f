import { useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Smile } from '#web/ui/icons.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { Popover } from '#web/ui/popover.tsx'
import type { ThreadMessage } from './group-messages.ts'
import { actionClass } from './message-menu.tsx'
import { useReact } from './use-react.ts'
import { useThreadWords } from './words.ts'

const common = ['👍', '❤️', '😂', '😮', '😢', '🙏']
const emojiPattern = /^\p{RGI_Emoji}$/v

/** Chooses an emoji for a message: a common one, or any the keyboard has. Created when it is first opened. */
export function ReactMenu({ message }: { message: ThreadMessage }) {
  const { thread: words } = useThreadWords()
  const [isOpen, open] = useState<boolean>()
  const react = useReact(message.id)
  const choose = (emoji: string) => {
    react.set(emoji)
    open(false)
  }
  const trigger = (
    <button
      type="button"
      aria-label={words.react}
      onClick={() => isOpen === undefined && open(true)}
      className={actionClass}
    >
      <Smile size={15} aria-hidden />
    </button>
  )
  if (isOpen === undefined) return trigger
  return (
    <Popover trigger={trigger} label={words.react} open={isOpen} onOpenChange={open}>
      <div className="flex items-center gap-0.5">
        {common.map((emoji) => (
          <button
            key={emoji}
            type="button"
            aria-label={words.reactWith(emoji)}
            onClick={() => choose(emoji)}
            className="grid size-8 place-items-center rounded-lg text-lg hover:bg-hover pointer-coarse:size-10"
          >
            <span aria-hidden>{emoji}</span>
          </button>
        ))}
      </div>
      <input
        aria-label={words.otherEmoji}
        placeholder={words.otherEmoji}
        onChange={({ target }) => emojiPattern.test(target.value.trim()) && choose(target.value.trim())}
        className={cx(inputClass, 'mt-2 h-8 w-full pointer-coarse:h-10')}
      />
    </Popover>
  )
}
