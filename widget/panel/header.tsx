import type { Props } from './chat.ts'
import { Icon } from './icon.tsx'

/** Title and greeting; once there are messages, the inbox name replaces the greeting. */
export function Header({ state, chat, words, isStandalone }: Props & { isStandalone: boolean }) {
  const { session, messages, unsent } = state
  const isEmpty = messages.length === 0 && unsent.length === 0
  const { greeting_title, greeting_message } = session?.settings ?? {}
  return (
    <header class={isEmpty ? 'head fresh' : 'head'}>
      <div class="who">
        <h1>{session ? greeting_title || words.greeting : '\u00a0'}</h1>
        {session && isEmpty && <p>{greeting_message || words.greetingMessage}</p>}
        {session && !isEmpty && <p class="inbox">{session.inbox_name}</p>}
      </div>
      {!isStandalone && (
        <button type="button" class="icon" aria-label={words.close} onClick={chat.close}>
          <Icon name="close" />
        </button>
      )}
    </header>
  )
}
