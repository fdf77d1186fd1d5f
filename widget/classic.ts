import { toLocale } from './language.ts'
import { type Call, type Chat, startChat } from './loader/chat.ts'
import type { Config } from './loader/site.ts'
import type { Attributes, Look, User } from './protocol.ts'

/*
 * Served as /packs/js/sdk.js for sites that have Chatwoot's snippet: its names, values and events on the commands of the
 * loader. Calls made before the chat has loaded are queued.
 */

type Settings = {
  hideMessageBubble?: boolean
  position?: string
  locale?: string
  useBrowserLanguage?: boolean
  type?: string
  launcherTitle?: string
  darkMode?: string
}

const page = window as unknown as { $chatwoot?: object; chatwootSDK: object; chatwootSettings?: Settings }
const ownAddress = (document.currentScript as HTMLScriptElement | null)?.src

page.chatwootSDK = { run }

function run({ websiteToken, baseUrl = ownAddress }: { websiteToken: string; baseUrl?: string }): void {
  if (page.$chatwoot) return
  const settings = page.chatwootSettings ?? {}
  const queued: Call[] = []
  let chat: Chat | undefined
  const call = (...each: Call) => (chat ? chat.push(each) : void queued.push(each))

  const $chatwoot = {
    baseUrl,
    websiteToken,
    hasLoaded: false,
    hideMessageBubble: false,
    locale: null,
    useBrowserLanguage: false,
    type: 'standard',
    launcherTitle: '',
    darkMode: 'light',
    ...settings,
    position: settings.position === 'left' ? 'left' : 'right',
    get isOpen() {
      return chat?.isOpen() ?? false
    },
    toggle: (state?: 'open' | 'close') => call(state ?? 'toggle'),
    toggleBubbleVisibility: (state: 'hide' | 'show') => call(`${state}Bubble`),
    popoutChatWindow: () => call('popOut'),
    setUser: (identifier: string | number, user: Omit<User, 'identifier'>) => call('setUser', identifier, user),
    setCustomAttributes: (attributes: Attributes) => call('setAttributes', attributes),
    deleteCustomAttribute: (key: string) => call('setAttributes', { [key]: null }),
    setConversationCustomAttributes: (attributes: Attributes) => call('setConversationAttributes', attributes),
    deleteConversationCustomAttribute: (key: string) => call('setConversationAttributes', { [key]: null }),
    setLabel: (title: string) => call('addLabel', title),
    removeLabel: (title: string) => call('removeLabel', title),
    setLocale(locale: string) {
      $chatwoot.locale = locale
      call('setLocale', locale)
    },
    setColorScheme(scheme: string) {
      $chatwoot.darkMode = scheme
      call('setColorScheme', scheme)
    },
    reset: () => call('reset'),
  }
  page.$chatwoot = $chatwoot

  const failed = (detail: unknown) => announce('error', detail)
  void startChat(new URL(baseUrl ?? location.href).origin, websiteToken, choicesOf(settings)).then((opened) => {
    if (!opened)
      return failed({ errorType: 'NOT_ALLOWED', detail: 'The chat does not exist or may not be shown here.' })
    chat = opened
    passEvents(chat)
    for (const each of queued) chat.push(each)
    $chatwoot.hasLoaded = true
    announce('ready')
  }, failed)
}

/** The site's own settings; those it leaves out are the inbox's. */
function choicesOf({ position, locale, useBrowserLanguage, type, launcherTitle, darkMode, ...rest }: Settings) {
  const wanted = useBrowserLanguage ? 'auto' : toLocale(locale)
  return {
    frame_id: 'chatwoot_live_chat_widget',
    ...(rest.hideMessageBubble && { isHidden: true }),
    ...((position === 'left' || position === 'right') && { position }),
    ...(wanted && { locale: wanted }),
    ...(type === 'expanded_bubble' && { title: launcherTitle || 'Chat' }),
    ...(darkMode && { scheme: darkMode as Look['scheme'] }),
  } satisfies Partial<Config>
}

function passEvents(chat: Chat): void {
  chat.on('open', () => announce('opened'))
  chat.on('close', () => announce('closed'))
  chat.on('started', () => announce('on-start-conversation', { hasConversation: false }))
  chat.on('message', (event) => announce('on-message', toMessage(event, 1)))
  chat.on('sent', (event) => announce('on-message', toMessage(event, 0)))
  chat.on('chosen', (event) => announce('postback', { payload: (event as { option: { id: string } }).option.id }))
  chat.on('refused', (event) => announce('error', { errorType: 'SET_USER_ERROR', ...(event as object) }))
}

function toMessage(event: unknown, message_type: 0 | 1) {
  const { id, author, content } = (event as { message: { id: string; author: string; content: string | null } }).message
  return { id: Number(id), content, message_type, content_type: 'text', sender: { name: author } }
}

function announce(name: string, detail?: unknown): void {
  window.dispatchEvent(new CustomEvent(`chatwoot:${name}`, { detail }))
}
