import type { ChatMessage, Status } from '#contract/records/conversation.ts'
import { chooseLanguage } from '#widget/language.ts'
import type { ToPanel, User } from '#widget/protocol.ts'
import { visitorIn } from '#widget/visitor.ts'
import { type Api, openApi, Problem, type Session } from './api.ts'
import type { Host } from './host.ts'
import { openOutbox } from './outbox.ts'
import { watchConnection } from './connection.ts'
import { toBody } from './message-body.ts'
import { insist } from './patience.ts'
import { beginning, type State, type Words } from './state.ts'
import { listen } from './stream.ts'
import { merge } from './thread.ts'
import { openTyping, showTyping } from './typing.ts'

type Loaded = {
  contact: State['contact']
  conversation: { status: Status; unread_count: number; agent_last_seen_at: string | null } | null
  messages: ChatMessage[]
}
type Page = { items: ChatMessage[]; next_cursor: string | null }

/** How many messages the chat is read with. */
const SHOWN = 30

/** The conversation as it goes: what the server says, what the visitor does, and what the page around wants. */
export function openChat(inbox: string, host: Host, draw: (state: State) => void) {
  let state: State = { ...beginning, language: chooseLanguage('auto', navigator.languages, 'es') }
  let api: Api
  let page_url = ''
  let visitor = ''
  let identified = ''
  let stream: { restart(): void } | undefined
  /** What came by the stream while everything is being read. */
  let arrived: ChatMessage[] = []

  const set = (patch: Partial<State>) => {
    const { unread, status } = state
    state = { ...state, ...patch }
    draw(state)
    if (state.unread !== unread) host.say({ type: 'unread', count: state.unread })
    if (Boolean(state.status) !== Boolean(status)) remember()
  }
  const remember = () => host.say({ type: 'visitor', token: api.token(), talking: state.status !== null })

  const outbox = openOutbox({
    keep: host.say,
    send: (unsent) => api.call('POST', '/messages', toBody(unsent, state.language)),
    sent: (message) => {
      take([message])
      if (!state.status) set({ status: 'open' })
    },
    changed: (unsent) => set({ unsent }),
  })
  const typing = openTyping((now) => {
    if (state.status) void api.call('POST', '/typing', { typing: now }).catch(() => {})
  })
  const showing = showTyping((name) => set({ typing: name }))

  const start = async ({ token, user, unsent, shown }: Extract<ToPanel, { type: 'start' }>) => {
    set({ shown })
    api = openApi(inbox, token, settle)
    const starting = () =>
      api.start().catch((error: Problem) => {
        set({ lost: error.passes })
        throw error
      })
    const session = await insist(starting).catch(refused)
    if (!session) return set({ gone: true })
    settle(session)
    outbox.resume(unsent)
    if (user) await identify(user)
    const connected = watchConnection({ read: () => load(false), lost: (lost) => set({ lost }) })
    stream = listen(api, { hear, connected, renew: () => api.renew().then(settle) })
  }

  /** A session has begun, or begun anew. */
  const settle = (session: Session) => {
    const language = chooseLanguage(session.settings.locale, navigator.languages, session.locale)
    set({ session, language, lost: false })
    become(session.token)
  }
  /** Whoever is someone else now has another chat to read. */
  const become = (token: string) => {
    api.use(token)
    remember()
    if (visitor && visitor !== visitorIn(token)) {
      set({ contact: null, status: null, agent_seen_at: null, unread: 0, messages: [], older: null })
      stream?.restart()
    }
    visitor = visitorIn(token)
  }

  const identify = async (user: User) => {
    const told = JSON.stringify(user)
    if (told === identified) return
    identified = told
    // What was written before goes out first, so that it is sent as the one who wrote it, and only once.
    await outbox.flush()
    try {
      const { token, verified } = await insist(() =>
        api.call<{ token: string; verified: boolean }>('POST', '/identity', user),
      )
      become(token)
      host.say({ type: 'identified', verified })
      if (user.email) set({ contact: { name: user.name ?? null, email: user.email } })
    } catch (error) {
      refused(error)
    }
  }
  const refused = (error: unknown): undefined => {
    if (!(error instanceof Problem)) throw error
    host.say({ type: 'refused', code: error.code, detail: error.message })
  }

  const hear = (name: string, data: string) => {
    const said = JSON.parse(data)
    if (name === 'ready' || name === 'reset') void insist(() => load(true)).catch(() => set({ gone: true }))
    else if (name === 'message') take([said as ChatMessage])
    else if (name === 'conversation') set({ status: said.status })
    else if (name === 'read') set({ agent_seen_at: said.at })
    else if (name === 'typing') showing.say(said.typing ? said.name : null)
  }

  /** Reads the chat: anew, or only what is new in it. */
  const load = async (anew: boolean) => {
    arrived = []
    const { contact, conversation, messages } = await api.call<Loaded>('GET', '/chat')
    const since = arrived.filter((news) => !messages.some(({ id }) => id === news.id))
    messages.forEach(({ client_id }) => client_id && outbox.acknowledge(client_id))
    const before = anew || !state.loaded ? [] : state.messages
    set({
      loaded: true,
      contact: contact ?? state.contact,
      status: conversation?.status ?? null,
      agent_seen_at: conversation?.agent_last_seen_at ?? state.agent_seen_at,
      unread: (conversation?.unread_count ?? 0) + since.filter(isAnswer).length,
      messages: merge([...before, ...messages], arrived),
      // Fewer than a full page are all there are.
      ...(before.length === 0 && { older: messages.length < SHOWN ? null : '' }),
    })
    look()
  }

  const take = (news: ChatMessage[]) => {
    arrived.push(...news)
    const known = new Map(state.messages.map((message) => [message.id, message]))
    const fresh = news.filter((each) => isAnswer(each) && !known.has(each.id))
    // Seen on another page of the site.
    const seen = news.filter((each) => isAnswer(each) && each.status === 'read' && isUnseen(known.get(each.id)))
    for (const { client_id } of news) if (client_id) outbox.acknowledge(client_id)
    const unread = Math.max(0, state.unread + fresh.length - seen.length)
    set({ messages: merge(state.messages, news), unread })
    for (const { id, author, content } of fresh) {
      showing.say(null)
      host.say({ type: 'message', message: { id, author: author.name, content } })
    }
    look()
  }

  /** What is in front of the visitor's eyes is seen. */
  const look = () => {
    const watching = state.shown && document.visibilityState === 'visible' && document.hasFocus()
    if (!watching || state.unread === 0) return
    set({ unread: 0 })
    void insist(() => api.call('POST', '/seen', {})).catch(() => {})
  }
  addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)

  return {
    hear(said: ToPanel) {
      if ('page_url' in said) page_url = said.page_url
      if (said.type === 'start') void start(said)
      else if (said.type === 'user') void identify(said.user)
      else set({ shown: said.type === 'shown' })
      look()
    },
    close: () => host.say({ type: 'close' }),
    send(content: string, files: File[]) {
      typing.stop()
      outbox.add(content, files, page_url)
    },
    typed: typing.typed,
    retry: outbox.retry,
    discard: outbox.discard,
    async introduce(contact: { name: string; email: string }) {
      set({ contact: await api.call('PATCH', '/contact', contact) })
    },
    async answer(token: string, rating: number, comment: string | null) {
      await api.call('POST', '/survey', { token, rating, comment })
      const kept = (message: ChatMessage): ChatMessage =>
        message.survey?.token === token ? { ...message, survey: { ...message.survey, rating, comment } } : message
      set({ messages: state.messages.map(kept) })
    },
    async loadOlder() {
      if (state.older === null) return
      const query = new URLSearchParams({ limit: '100', ...(state.older && { cursor: state.older }) })
      const { items, next_cursor } = await api.call<Page>('GET', `/messages?${query}`)
      set({ messages: merge(items, state.messages), older: next_cursor })
    },
  }
}

export type Chat = ReturnType<typeof openChat>

/** What every part of the panel is given. */
export type Props = { state: State; chat: Chat; words: Words }

function isUnseen(message: ChatMessage | undefined): boolean {
  return message !== undefined && message.status !== 'read'
}

function isAnswer({ direction, deleted }: ChatMessage): boolean {
  return direction === 'outgoing' && !deleted
}
