import type { ChatMessage } from '#contract/records/conversation.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Chat } from './chat.ts'
import { Icon } from './icon.tsx'
import type { Words } from './state.ts'

const EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏']

type Props = { message: ChatMessage; chat: Chat; words: Words; isLast: boolean; onQuote(message: ChatMessage): void }

/**
 * The button beside a message, and what it opens: emojis to react with, and the answer to it. Only the last one is
 * reached by Tab, the others by the arrow keys, so that the way to the message field stays short.
 */
export function MessageActions({ message, chat, words, isLast, onQuote }: Props) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const own = message.reactions.find(({ author }) => author.type === 'contact')?.emoji
  useEffect(() => {
    if (!isOpen) return
    root.current!.querySelector<HTMLElement>('[role=group] button')!.focus()
    const closeOutside = ({ target }: Event) => !root.current!.contains(target as Node) && setOpen(false)
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])
  const close = () => {
    setOpen(false)
    trigger.current!.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      // Escape closes only the innermost thing that is open.
      event.stopPropagation()
      close()
    }
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      if (!isOpen) moveFocus(trigger.current!, event.key === 'ArrowUp' ? -1 : 1)
    }
  }
  return (
    <div ref={root} class={isOpen ? 'actions open' : 'actions'} onKeyDown={onKeyDown}>
      <button
        ref={trigger}
        type="button"
        class="icon"
        aria-label={words.actions}
        aria-expanded={isOpen}
        tabIndex={isLast ? 0 : -1}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="smile" />
      </button>
      {isOpen && (
        <div class="picker" role="group" aria-label={words.actions}>
          {EMOJIS.map((emoji) => (
            <button
              key={emoji}
              type="button"
              class="icon"
              aria-label={words.react(emoji)}
              aria-pressed={emoji === own}
              onClick={() => {
                chat.react(message.id, emoji === own ? null : emoji)
                close()
              }}
            >
              {emoji}
            </button>
          ))}
          <button
            type="button"
            class="answer"
            onClick={() => {
              setOpen(false)
              onQuote(message)
            }}
          >
            <Icon name="reply" />
            {words.answer}
          </button>
        </div>
      )}
    </div>
  )
}

function moveFocus(from: HTMLElement, step: -1 | 1): void {
  const all = [...document.querySelectorAll<HTMLElement>('.actions > .icon')]
  all[all.indexOf(from) + step]?.focus()
}
