import { chooseLanguage } from '#widget/language.ts'
import { enBubble } from '#widget/locales/en.ts'
import { esBubble } from '#widget/locales/es.ts'
import type { User } from '#widget/protocol.ts'
import { drawBubble } from './loader/bubble.ts'
import { openMemory } from './loader/memory.ts'
import { makePanel } from './loader/panel.ts'
import { type Config, readConfig } from './loader/site.ts'

/* `<script src="https://host/widget.js" data-inbox="TOKEN" async></script>`: the chat's bubble, and its panel once it is wanted. */

/** What a site may hear of, besides open and close. */
const audible = new Set(['ready', 'unread', 'message', 'identified', 'refused'])

type Hear = (detail: unknown) => void
type Call = [method: string, ...args: unknown[]]

const page = window as unknown as { hilo?: unknown }
const script = (document.currentScript ?? document.querySelector('script[data-inbox]')) as HTMLScriptElement | null
const inbox = script?.dataset.inbox
// A page may carry the line twice; the chat stands there once.
if (script && inbox && (page.hilo === undefined || Array.isArray(page.hilo))) {
  const origin = new URL(script.src).origin
  const early = (page.hilo ?? []) as Call[]
  // Until the chat is there, calls wait in line.
  page.hilo = early
  void readConfig(origin, inbox).then(async (config) => {
    if (!config) return
    if (!document.body) await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
    const hilo = openChat(origin, inbox, config)
    page.hilo = hilo
    for (const call of early) hilo.push(call)
  })
}

function openChat(origin: string, inbox: string, config: Config) {
  const words = { es: esBubble, en: enBubble }[chooseLanguage(config.locale, navigator.languages, 'es')]
  const memory = openMemory(inbox)
  const hears = new Map<string, Set<Hear>>()
  const tell = (event: string, detail?: unknown) => hears.get(event)?.forEach((hear) => hear(detail))

  const bubble = drawBubble(config, words, () => hilo.toggle())
  const panel = makePanel(bubble.root, words.panel, `${origin}/widget/panel?inbox=${encodeURIComponent(inbox)}`, {
    recall: async () => ({ token: memory.read().token, unsent: await memory.left() }),
    hear: (said) => {
      memory.hear(said)
      if (said.type === 'unread') bubble.count(said.count)
      if (said.type === 'close') hilo.close()
      if (audible.has(said.type)) tell(said.type, said)
    },
  })

  const hilo = {
    open() {
      if (panel.isShown()) return
      bubble.expand(true)
      panel.show()
      tell('open')
    },
    close() {
      if (!panel.isShown()) return
      // Whoever was in the chat goes on from its button; whoever was elsewhere on the page stays there.
      const inside = bubble.root.activeElement !== null
      panel.hide()
      bubble.expand(false)
      if (inside) bubble.focus()
      tell('close')
    },
    toggle: () => (panel.isShown() ? hilo.close() : hilo.open()),
    /** Says who the visitor is; `identifier_hash` proves it (HMAC-SHA256 of the identifier with the inbox's identity secret). */
    setUser: (identifier: string, details: Omit<User, 'identifier'> = {}) =>
      panel.identify({ ...details, identifier: String(identifier) }),
    /** Forgets the visitor, as when they sign out of the site. */
    reset() {
      memory.forget()
      bubble.count(0)
      panel.renew()
    },
    on(event: string, hear: Hear) {
      const hearing = hears.get(event) ?? new Set()
      hears.set(event, hearing.add(hear))
      return () => void hearing.delete(hear)
    },
    push([method, ...args]: Call) {
      const call = (hilo as Record<string, unknown>)[method]
      if (typeof call === 'function') call(...args)
    },
  }
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) hilo.close()
  })
  memory.onOther(() => panel.renew())
  if (memory.read().talking) panel.load()
  return hilo
}
