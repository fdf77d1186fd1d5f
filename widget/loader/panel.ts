import {
  type Details,
  type Look,
  noDetails,
  type ToPage,
  type ToPanel,
  type Unsent,
  type User,
} from '#widget/protocol.ts'

type Options = {
  /** Id of the frame. A frame with an id is in the page itself, where the site's scripts find it. */
  frame_id?: string | undefined
  look: Look
  restore(): Promise<{ token: string | null; unsent: Unsent[] }>
  onMessage(message: ToPage): void
}

const LOAD_TIMEOUT = 8_000

/**
 * The panel in its frame, loaded when it is first needed, and in a window of its own when asked for. Messages count only
 * from these windows and their origin.
 */
export function makePanel(
  root: ShadowRoot,
  title: string,
  address: string,
  { restore, onMessage, ...options }: Options,
) {
  const origin = new URL(address).origin
  const source = `${address}&origin=${encodeURIComponent(location.origin)}`
  let frame: HTMLIFrameElement | undefined
  let popup: Window | null = null
  let isReady = false
  let isShown = false
  let user: User | null = null
  let details = noDetails
  let look = options.look

  const post = (message: ToPanel) => {
    if (isReady) frame?.contentWindow?.postMessage(message, origin)
  }
  const postToAll = (message: ToPanel) => {
    post(message)
    popup?.postMessage(message, origin)
  }
  const show = () => {
    load()
    isShown = true
    frame!.className = 'shown'
    frame!.focus()
    post({ type: 'shown', page_url: pageUrl() })
  }
  const load = () => {
    if (!frame) createFrame(LOAD_TIMEOUT)
  }
  /** Creates the frame, and another if it does not load: a frame requested during a server restart stays empty. */
  const createFrame = (timeout: number) => {
    const created = document.createElement('iframe')
    created.title = title
    created.allow = 'clipboard-write'
    created.className = isShown ? 'shown' : ''
    created.src = source
    if (options.frame_id) created.id = options.frame_id
    frame?.remove()
    ;(options.frame_id ? root.host : root).append((frame = created))
    setTimeout(() => {
      if (created === frame && !isReady) createFrame(timeout * 2)
    }, timeout)
  }
  const start = async (loaded: HTMLIFrameElement | undefined, target: Window) => {
    const visitor = await restore()
    if (loaded && loaded !== frame) return
    if (loaded) isReady = true
    const shown = loaded ? isShown : true
    const message: ToPanel = { type: 'start', ...visitor, user, details, look, page_url: pageUrl(), shown }
    target.postMessage(message, origin)
  }

  addEventListener('message', ({ source: sender, origin: from, data }: MessageEvent<ToPage>) => {
    if (!sender || from !== origin) return
    const isPopup = sender === popup
    if (!isPopup && sender !== frame?.contentWindow) return
    if (data.type === 'ready') void start(isPopup ? undefined : frame, sender as Window)
    if (isPopup && data.type === 'close') return popup?.close()
    onMessage(data)
  })

  return {
    load,
    show,
    isShown: () => isShown,
    hide: () => {
      isShown = false
      if (frame) frame.className = ''
      post({ type: 'hidden' })
    },
    identify: (next: User) => {
      user = next
      postToAll({ type: 'user', user })
    },
    describe: (more: Partial<Details>) => {
      const kinds = ['contact', 'conversation', 'labels'] as const
      details = Object.fromEntries(kinds.map((kind) => [kind, { ...details[kind], ...more[kind] }])) as Details
      postToAll({ type: 'details', details })
    },
    restyle: (next: Look) => {
      look = { ...look, ...next }
      postToAll({ type: 'look', look })
    },
    popOut: () => {
      popup = window.open(source, 'hilo-chat', 'popup,width=400,height=680')
    },
    /** Replaces the panel, for a new visitor. */
    restart: () => {
      user = null
      details = noDetails
      isReady = false
      popup?.close()
      frame?.remove()
      frame = undefined
      if (isShown) show()
    },
  }
}

/** The page's address without its fragment, which may hold private state. */
function pageUrl(): string {
  return location.href.split('#')[0]!.slice(0, 2000)
}
