import { openStorage } from '#widget/loader/storage.ts'
import { noDetails, type ToPage, type ToPanel } from '#widget/protocol.ts'

/** The page around the panel, or that opened it in a window of its own. Opened as a link, the panel is its own page. */
export type Host = { isStandalone: boolean; post(message: ToPage): void }

export function connectHost(inbox: string, origin: string | null, onMessage: (message: ToPanel) => void): Host {
  const page = window.parent === window ? (window.opener as Window | null) : window.parent
  if (!page || (page === window.opener && !origin)) return openStandalone(inbox, onMessage)
  // The browser delivers messages to this origin only, so a page that gives a false origin receives nothing.
  if (!origin || !/^https?:\/\//.test(origin)) throw new Error('The page that embeds the chat did not give its origin.')
  addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source === page && event.origin === origin && isToPanel(event.data)) onMessage(event.data)
  })
  const post = (message: ToPage) => page.postMessage(message, origin)
  post({ type: 'ready' })
  return { isStandalone: false, post }
}

const types: readonly unknown[] = ['start', 'shown', 'hidden', 'user', 'details', 'look'] satisfies ToPanel['type'][]

/** Other scripts of the page send messages to all frames, too. */
const isToPanel = (data: unknown): data is ToPanel =>
  typeof data === 'object' && data !== null && 'type' in data && types.includes(data.type)

function openStandalone(inbox: string, onMessage: (message: ToPanel) => void): Host {
  const storage = openStorage(inbox)
  const { token } = storage.read()
  void storage
    .readUnsent()
    .then((unsent) =>
      onMessage({ type: 'start', token, user: null, details: noDetails, look: {}, unsent, page_url: '', shown: true }),
    )
  return { isStandalone: true, post: storage.save }
}
