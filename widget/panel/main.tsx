import { render } from 'preact'
import { inkOn } from '#widget/color.ts'
import { App } from './app.tsx'
import { type Chat, openChat } from './chat.ts'
import { joinPage } from './host.ts'
import { wakeWithPage } from './patience.ts'
import { dictionaries, type State } from './state.ts'
import './panel.css'

const asked = new URLSearchParams(location.search)
const inbox = asked.get('inbox') ?? ''
const host = joinPage(inbox, asked.get('origin'), (said) => chat.hear(said))
const chat: Chat = openChat(inbox, host, draw)
wakeWithPage()
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') chat.close()
})

let waiting = false

/** Several changes at once are drawn once. */
function draw(state: State): void {
  latest = state
  if (waiting) return
  waiting = true
  queueMicrotask(() => {
    waiting = false
    dress(latest!)
    render(<App state={latest!} chat={chat} words={dictionaries[latest!.language]} alone={host.alone} />, root)
  })
}

let latest: State | undefined
const root = document.getElementById('root')!

/** The colour is the site's own, so what stands on it is black or white, whichever can be read. */
function dress({ session, language }: State): void {
  document.documentElement.lang = language
  if (!session) return
  document.title = session.inbox_name
  const { color } = session.settings
  document.documentElement.style.setProperty('--brand', color)
  document.documentElement.style.setProperty('--on-brand', inkOn(color))
}
