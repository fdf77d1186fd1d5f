import type { MessageOption } from '#contract/message-options.ts'
import type { ChatMessage, Status } from '#contract/records/conversation.ts'
import { chooseLanguage } from '#widget/language.ts'
import type { ToPanel, User } from '#widget/protocol.ts'
import { visitorIn } from '#widget/visitor.ts'
import { type Api, openApi, Problem, type Session } from './api.ts'
import type { Host } from './host.ts'
import { openOutbox } from './outbox.ts'
import { watchConnection } from './connection.ts'
import { openDetails } from './details.ts'
import { openMessageCalls } from './message-calls.ts'
import { toBody } from './message-body.ts'
import { previewOf } from './quote.tsx'
import { retry } from './retry.ts'
import { initialState, type State, type Words } from './state.ts'
import { openStream } from './stream.ts'
import { merge } from './thread.ts'
import { openTyping, showTyping } from './typing.ts'

type Loaded = {
  contact: State['contact']
  conversation: { status: Status; unread_count: number; agent_last_seen_at: string | null } | null
  messages: ChatMessage[]
}

/** Number of messages the chat is loaded with. */
const PAGE = 30

/** The state of the chat, kept up to date with the server, the visitor and the surrounding page. */
export function openChat(inbox: string, host: Host, draw: (state: State) => void) {
  let state = inLanguage(initialState)
  let api: Api
  let page_url = ''
  let visitor = ''
  let identified = ''
  let stream: { restart(): void } | undefined
  /** Messages that arrived by the stream while the chat is being loaded. */
  let arrived: ChatMessage[] = []

  const set = (patch: Partial<State>) => {
    const { unread, status } = state
    state = inLanguage({ ...state, ...patch })
    draw(state)
    if (state.unread !== unread) host.post({ type: 'unread', count: state.unread })
    if (Boolean(state.status) === Boolean(status)) return
    saveVisitor()
    details.onConversation(state.status !== null)
  }
  const saveVisitor = () => host.post({ type: 'visitor', token: api.token(), talking: state.status !== null })

  const outbox = openOutbox({
    store: host.post,
    send: (unsent) => api.call('POST', '/messages', toBody(unsent, state.language)),
    onSent: (message) => {
      addMessages([message])
      host.post({ type: 'sent', message: summaryOf(message) })
      if (!state.status) set({ status: 'open' })
    },
    onChange: (unsent) => set({ unsent }),
  })
  const typing = openTyping((isTyping) => {
    if (state.status) void api.call('POST', '/typing', { typing: isTyping }).catch(() => {})
  })
  const indicator = showTyping((name) => set({ typing: name }))
  const details = openDetails({
    call: (...request) => api.call(...request),
    onRefusal: (error) => reportRefusal(error),
  })

  const start = async ({ token, user, unsent, shown, look, ...message }: Extract<ToPanel, { type: 'start' }>) => {
    set({ isShown: shown, look })
    details.update(message.details)
    api = openApi(inbox, token, applySession)
    const startSession = () =>
      api.start().catch((error: Problem) => {
        set({ isOffline: error.isTemporary })
        throw error
      })
    const session = await retry(startSession).catch(reportRefusal)
    if (!session) return set({ isGone: true })
    applySession(session)
    outbox.resume(unsent)
    if (user) await identify(user)
    const onConnection = watchConnection({ reload: () => load(false), onOffline: (isOffline) => set({ isOffline }) })
    stream = openStream(api, { onEvent, onConnection, renew: () => api.renew().then(applySession) })
  }

  /** Called when a session has started or been renewed. */
  const applySession = (session: Session) => {
    set({ session, isOffline: false })
    switchVisitor(session.token)
  }
  /** A token of another visitor means another chat, which is loaded from scratch. */
  const switchVisitor = (token: string) => {
    api.use(token)
    saveVisitor()
    if (visitor && visitor !== visitorIn(token)) {
      details.forget()
      set({ contact: null, status: null, agent_seen_at: null, unread: 0, messages: [], older: null })
      stream?.restart()
    }
    visitor = visitorIn(token)
  }

  const identify = async (user: User) => {
    const identity = JSON.stringify(user)
    if (identity === identified) return
    identified = identity
    // Earlier messages go out first, so that they are sent once and under the identity they were written with.
    await outbox.flush()
    try {
      const { token, verified } = await retry(() =>
        api.call<{ token: string; verified: boolean }>('POST', '/identity', user),
      )
      switchVisitor(token)
      host.post({ type: 'identified', verified })
      details.onContact()
      if (user.email) set({ contact: { name: user.name ?? null, email: user.email } })
    } catch (error) {
      reportRefusal(error)
    }
  }
  const reportRefusal = (error: unknown): undefined => {
    if (!(error instanceof Problem)) throw error
    host.post({ type: 'refused', code: error.code, detail: error.message })
  }

  const onEvent = (name: string, data: string) => {
    const event = JSON.parse(data)
    if (name === 'ready' || name === 'reset') void retry(() => load(true)).catch(() => set({ isGone: true }))
    else if (name === 'message') addMessages([event as ChatMessage])
    else if (name === 'conversation') set({ status: event.status })
    else if (name === 'read') set({ agent_seen_at: event.at })
    else if (name === 'typing') indicator.show(event.typing ? event.name : null)
  }

  /** Loads the chat: from scratch, or only what is new. */
  const load = async (fromScratch: boolean) => {
    arrived = []
    const loaded = await api.call<Loaded>('GET', '/chat')
    loaded.messages.forEach(({ client_id }) => client_id && outbox.acknowledge(client_id))
    set(loadedState(state, loaded, arrived, fromScratch))
    markSeen()
  }

  const addMessages = (changed: ChatMessage[]) => {
    arrived.push(...changed)
    // A change of an earlier message that is not loaded is shown when it is.
    const [oldest] = state.messages
    const added = changed.filter(({ created_at }) => state.older === null || !oldest || created_at >= oldest.created_at)
    const known = new Map(state.messages.map((message) => [message.id, message]))
    const fresh = added.filter((each) => isAnswer(each) && !known.has(each.id))
    // Answers the visitor has read on another page of the site.
    const seen = added.filter((each) => isAnswer(each) && each.status === 'read' && isUnseen(known.get(each.id)))
    for (const { client_id } of added) if (client_id) outbox.acknowledge(client_id)
    const unread = Math.max(0, state.unread + fresh.length - seen.length)
    set({ messages: merge(state.messages, added), unread })
    for (const message of fresh) {
      indicator.show(null)
      host.post({ type: 'message', message: summaryOf(message) })
    }
    markSeen()
  }

  /** Marks answers as seen while the panel is on screen and has focus. */
  const markSeen = () => {
    const isWatching = state.isShown && document.visibilityState === 'visible' && document.hasFocus()
    if (!isWatching || state.unread === 0) return
    set({ unread: 0 })
    void retry(() => api.call('POST', '/seen', {})).catch(() => {})
  }
  const calls = openMessageCalls({ api: () => api, state: () => state, set, addMessages })
  addEventListener('focus', markSeen)
  document.addEventListener('visibilitychange', markSeen)

  return {
    onPageMessage(message: ToPanel) {
      if ('page_url' in message) page_url = message.page_url
      if (message.type === 'start') void start(message)
      else if (message.type === 'user') void identify(message.user)
      else if (message.type === 'details') details.update(message.details)
      else if (message.type === 'look') set({ look: message.look })
      else set({ isShown: message.type === 'shown' })
      markSeen()
    },
    close: () => host.post({ type: 'close' }),
    send(content: string, files: File[], quoted?: ChatMessage) {
      typing.stop()
      if (state.messages.length + state.unsent.length === 0) host.post({ type: 'started' })
      outbox.add({ content, files, page_url, ...(quoted && { reply_to: toQuote(quoted) }) })
    },
    choose(question: ChatMessage, { id, title }: MessageOption) {
      outbox.add({ content: title, files: [], page_url, reply_to: toQuote(question), choice: id })
      host.post({ type: 'chosen', message_id: question.id, option: { id, title } })
    },
    onInput: typing.onInput,
    retry: outbox.retry,
    discard: outbox.discard,
    async introduce(contact: { name: string; email: string }) {
      set({ contact: await api.call('PATCH', '/contact', contact) })
    },
    ...calls,
  }
}

export type Chat = ReturnType<typeof openChat>

/** The props every part of the panel is given. */
export type Props = { state: State; chat: Chat; words: Words }

/** In the language the site chose for this page, else the inbox's, else the visitor's. */
function inLanguage(state: State): State {
  const { session, look } = state
  const locale = look.locale ?? session?.settings.locale ?? 'auto'
  return { ...state, language: chooseLanguage(locale, navigator.languages, session?.locale ?? 'es') }
}

/** The chat as loaded from the server, with the messages that arrived meanwhile. */
function loadedState(state: State, loaded: Loaded, arrived: ChatMessage[], fromScratch: boolean): Partial<State> {
  const { contact, conversation, messages } = loaded
  const newer = arrived.filter((each) => !messages.some(({ id }) => id === each.id))
  const before = fromScratch || !state.isLoaded ? [] : state.messages
  return {
    isLoaded: true,
    contact: contact ?? state.contact,
    status: conversation?.status ?? null,
    agent_seen_at: conversation?.agent_last_seen_at ?? state.agent_seen_at,
    unread: (conversation?.unread_count ?? 0) + newer.filter(isAnswer).length,
    messages: merge([...before, ...messages], arrived),
    // Less than a full page means that there are no older messages.
    ...(before.length === 0 && { older: messages.length < PAGE ? null : '' }),
  }
}

function summaryOf({ id, author, content }: ChatMessage) {
  return { id, author: author.name, content }
}

function toQuote(message: ChatMessage): { id: string; preview: string } {
  return { id: message.id, preview: previewOf(message) }
}

function isUnseen(message: ChatMessage | undefined): boolean {
  return message !== undefined && message.status !== 'read'
}

function isAnswer({ direction, deleted }: ChatMessage): boolean {
  return direction === 'outgoing' && !deleted
}
