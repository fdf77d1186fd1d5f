import { openMemory } from '#widget/loader/memory.ts'
import type { ToPage, ToPanel } from '#widget/protocol.ts'

/** The page around the panel. Opened by itself, as a link to the chat, the panel is its own page. */
export type Host = { alone: boolean; say(said: ToPage): void }

export function joinPage(inbox: string, origin: string | null, hear: (said: ToPanel) => void): Host {
  if (window.parent === window) return standAlone(inbox, hear)
  // The browser delivers to this origin and to no other; a page that lies about its own hears nothing.
  if (!origin || !/^https?:\/\//.test(origin))
    throw new Error('The page around the chat does not say where it is from.')
  addEventListener('message', (event: MessageEvent<ToPanel>) => {
    if (event.source === window.parent && event.origin === origin) hear(event.data)
  })
  const say = (said: ToPage) => window.parent.postMessage(said, origin)
  say({ type: 'ready' })
  return { alone: false, say }
}

function standAlone(inbox: string, hear: (said: ToPanel) => void): Host {
  const memory = openMemory(inbox)
  const { token } = memory.read()
  void memory.left().then((unsent) => hear({ type: 'start', token, user: null, unsent, page_url: '', shown: true }))
  return { alone: true, say: memory.hear }
}
