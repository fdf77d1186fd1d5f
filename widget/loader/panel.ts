import type { ToPage, ToPanel, Unsent, User } from '#widget/protocol.ts'

type Options = { recall(): Promise<{ token: string | null; unsent: Unsent[] }>; hear(said: ToPage): void }

const PATIENCE = 8_000

/** The panel in its frame, loaded when it is first needed. Only what its own window says from its own origin counts. */
export function makePanel(root: ShadowRoot, title: string, address: string, { recall, hear }: Options) {
  const origin = new URL(address).origin
  let frame: HTMLIFrameElement | undefined
  let ready = false
  let shown = false
  let user: User | null = null

  const say = (said: ToPanel) => {
    if (ready) frame?.contentWindow?.postMessage(said, origin)
  }
  const show = () => {
    load()
    shown = true
    frame!.className = 'shown'
    frame!.focus()
    say({ type: 'shown', page_url: pageUrl() })
  }
  const load = () => {
    if (!frame) make(PATIENCE)
  }
  /** A frame, and another when nobody answers: one that met a server in the middle of a restart stays empty. */
  const make = (patience: number) => {
    const made = document.createElement('iframe')
    made.title = title
    made.allow = 'clipboard-write'
    made.className = shown ? 'shown' : ''
    made.src = `${address}&origin=${encodeURIComponent(location.origin)}`
    frame?.remove()
    root.append((frame = made))
    setTimeout(() => {
      if (made === frame && !ready) make(patience * 2)
    }, patience)
  }
  const start = async (at: HTMLIFrameElement) => {
    const known = await recall()
    if (at !== frame) return
    ready = true
    say({ type: 'start', ...known, user, page_url: pageUrl(), shown })
  }

  addEventListener('message', (event: MessageEvent<ToPage>) => {
    if (!frame || event.source !== frame.contentWindow || event.origin !== origin) return
    if (event.data.type === 'ready') void start(frame)
    hear(event.data)
  })

  return {
    load,
    show,
    isShown: () => shown,
    hide: () => {
      shown = false
      if (frame) frame.className = ''
      say({ type: 'hidden' })
    },
    identify: (next: User) => {
      user = next
      say({ type: 'user', user })
    },
    /** A new panel for a new visitor. */
    renew: () => {
      user = null
      ready = false
      frame?.remove()
      frame = undefined
      if (shown) show()
    },
  }
}

/** Where the visitor is, without the fragment, which pages keep for themselves. */
function pageUrl(): string {
  return location.href.split('#')[0]!.slice(0, 2000)
}
