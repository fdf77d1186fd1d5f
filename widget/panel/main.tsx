import { render } from 'preact'
import { inkOn } from '#widget/color.ts'
import { App } from './app.tsx'
import { type Chat, openChat } from './chat.ts'
import { connectHost } from './host.ts'
import { endPausesWithPage } from './retry.ts'
import { dictionaries, type State } from './state.ts'
import './panel.css'

const query = new URLSearchParams(location.search)
const inbox = query.get('inbox') ?? ''
const host = connectHost(inbox, query.get('origin'), (message) => chat.onPageMessage(message))
const chat: Chat = openChat(inbox, host, draw)
endPausesWithPage()
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') chat.close()
})

let isScheduled = false

/** Renders once for several changes in a row. */
function draw(state: State): void {
  latest = state
  if (isScheduled) return
  isScheduled = true
  queueMicrotask(() => {
    isScheduled = false
    applyBranding(latest!)
    render(
      <App state={latest!} chat={chat} words={dictionaries[latest!.language]} isStandalone={host.isStandalone} />,
      root,
    )
  })
}

const night = matchMedia('(prefers-color-scheme: dark)')
night.addEventListener('change', () => latest && draw(latest))

let latest: State | undefined
const root = document.getElementById('root')!

/** The brand colour is the site's choice, so text on it is black or white, whichever is readable. */
function applyBranding({ session, language, look }: State): void {
  document.documentElement.lang = language
  document.documentElement.dataset.scheme = look.scheme === 'auto' && night.matches ? 'dark' : (look.scheme ?? 'light')
  if (!session) return
  document.title = session.inbox_name
  const { color } = session.settings
  document.documentElement.style.setProperty('--brand', color)
  document.documentElement.style.setProperty('--on-brand', inkOn(color))
}
