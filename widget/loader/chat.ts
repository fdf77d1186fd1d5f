import { chooseLanguage, type Locale, toLocale } from '#widget/language.ts'
import type { Attributes, Look, User } from '#widget/protocol.ts'
import { enBubble } from '#widget/words.en.ts'
import { esBubble } from '#widget/words.es.ts'
import { drawBubble } from './bubble.ts'
import { makePanel } from './panel.ts'
import { type Config, readConfig } from './site.ts'
import { openStorage } from './storage.ts'

/** Panel events that are passed on to the site, besides open and close. */
const publicEvents = new Set(['ready', 'unread', 'message', 'sent', 'chosen', 'started', 'identified', 'refused'])

const userFields = ['name', 'email', 'phone_number', 'avatar_url', 'identifier_hash'] as const

type Listener = (detail: unknown) => void
export type Call = [method: string, ...args: unknown[]]
export type Chat = ReturnType<typeof openChat>

/** Opens the chat on this page; undefined when the site may not show it. The site's own choices replace those of the inbox. */
export async function startChat(
  origin: string,
  inbox: string,
  choices: Partial<Config> = {},
): Promise<Chat | undefined> {
  const config = await readConfig(origin, inbox)
  if (!config) return undefined
  if (!document.body) await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
  return openChat(origin, inbox, { ...config, ...choices }, choices)
}

/** The bubble, the panel when it is first needed, and the commands of the site. */
function openChat(origin: string, inbox: string, config: Config, { locale, scheme }: Partial<Config>) {
  const wordsIn = (wanted: Locale) =>
    ({ es: esBubble, en: enBubble })[chooseLanguage(wanted, navigator.languages, 'es')]
  const words = wordsIn(config.locale)
  const storage = openStorage(inbox)
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, detail?: unknown) => listeners.get(event)?.forEach((listener) => listener(detail))

  const bubble = drawBubble(config, words, () => hilo.toggle())
  bubble.hide(config.isHidden === true)
  const panel = makePanel(bubble.root, words.panel, `${origin}/widget/panel?inbox=${encodeURIComponent(inbox)}`, {
    frame_id: config.frame_id,
    look: { ...(locale && { locale }), ...(scheme && { scheme }) },
    restore: async () => ({ token: storage.read().token, unsent: await storage.readUnsent() }),
    onMessage: (message) => {
      storage.save(message)
      if (message.type === 'unread') bubble.count(message.count)
      if (message.type === 'close') hilo.close()
      if (publicEvents.has(message.type)) emit(message.type, message)
    },
  })

  const hilo = {
    isOpen: panel.isShown,
    open() {
      if (panel.isShown()) return
      bubble.expand(true)
      panel.show()
      emit('open')
    },
    close() {
      if (!panel.isShown()) return
      // Focus returns to the bubble only when it was inside the chat.
      const hadFocus = bubble.hasFocus()
      panel.hide()
      bubble.expand(false)
      if (hadFocus) bubble.focus()
      emit('close')
    },
    toggle: () => (panel.isShown() ? hilo.close() : hilo.open()),
    showBubble: () => void bubble.hide(false),
    hideBubble: () => void bubble.hide(true),
    /** Opens the chat in a window of its own. */
    popOut() {
      hilo.close()
      panel.popOut()
    },
    /** Identifies the visitor; `identifier_hash` proves it (HMAC-SHA256 of the identifier with the inbox's identity secret). */
    setUser(identifier: string | number, details: Omit<User, 'identifier'> = {}) {
      const given = userFields.filter((field) => details[field])
      panel.identify({
        identifier: String(identifier),
        ...Object.fromEntries(given.map((field) => [field, String(details[field])])),
      })
    },
    /** Custom attributes of the visitor; null removes one. */
    setAttributes: (contact: Attributes) => panel.describe({ contact }),
    /** Custom attributes of the conversation, kept until there is one; null removes one. */
    setConversationAttributes: (conversation: Attributes) => panel.describe({ conversation }),
    /** Labels of the conversation, by title. Only labels of the workspace count. */
    addLabel: (title: string) => panel.describe({ labels: { [title]: true } }),
    removeLabel: (title: string) => panel.describe({ labels: { [title]: false } }),
    setLocale(written: string) {
      const next = toLocale(written)
      if (!next) return
      bubble.translate(wordsIn(next))
      panel.restyle({ locale: next })
    },
    setColorScheme: (next: NonNullable<Look['scheme']>) => panel.restyle({ scheme: next }),
    /** Forgets the visitor, for example when they sign out of the site. */
    reset() {
      storage.clear()
      bubble.count(0)
      panel.restart()
    },
    on(event: string, listener: Listener) {
      const subscribed = listeners.get(event) ?? new Set()
      listeners.set(event, subscribed.add(listener))
      return () => void subscribed.delete(listener)
    },
    push([method, ...args]: Call) {
      const call = (hilo as Record<string, unknown>)[method]
      if (typeof call === 'function') call(...args)
    },
  }
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) hilo.close()
  })
  storage.onVisitorChange(() => panel.restart())
  if (storage.read().talking) panel.load()
  return hilo
}
