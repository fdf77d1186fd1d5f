import type { Props } from './chat.ts'
import { Icon } from './icon.tsx'

/** Who one writes to. It says more while nothing has been said yet. */
export function Header({ state, chat, words, alone }: Props & { alone: boolean }) {
  const { session, messages, unsent } = state
  const fresh = messages.length === 0 && unsent.length === 0
  const { greeting_title, greeting_message } = session?.settings ?? {}
  return (
    <header class={fresh ? 'head fresh' : 'head'}>
      <div class="who">
        <h1>{session ? greeting_title || words.greeting : '\u00a0'}</h1>
        {session && fresh && <p>{greeting_message || words.greetingMessage}</p>}
        {session && !fresh && <p class="inbox">{session.inbox_name}</p>}
      </div>
      {!alone && (
        <button type="button" class="icon" aria-label={words.close} onClick={chat.close}>
          <Icon name="close" />
        </button>
      )}
    </header>
  )
}
