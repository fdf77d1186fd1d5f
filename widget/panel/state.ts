import type { ChatMessage, Status } from '#contract/records/conversation.ts'
import type { Language } from '#widget/language.ts'
import { en } from '#widget/words.en.ts'
import { es } from '#widget/words.es.ts'
import type { Look, Unsent } from '#widget/protocol.ts'
import type { Session } from './api.ts'

export type Words = typeof es
export const dictionaries: Record<Language, Words> = { es, en }

/** Everything the panel shows. */
export type State = {
  /** Undefined until the server's first response. */
  session: Session | undefined
  language: Language
  look: Look
  /** The inbox was deleted or is closed to this visitor. */
  isGone: boolean
  isOffline: boolean
  isShown: boolean
  isLoaded: boolean
  contact: { name: string | null; email: string | null } | null
  status: Status | null
  messages: ChatMessage[]
  /** Cursor of the older messages; empty for the first page, null when there are none. */
  older: string | null
  unsent: Unsent[]
  unread: number
  /** When the team last read the conversation. */
  agent_seen_at: string | null
  /** Name of the agent who is typing. */
  typing: string | null
}

export const initialState: State = {
  session: undefined,
  language: 'es',
  look: {},
  isGone: false,
  isOffline: false,
  isShown: false,
  isLoaded: false,
  contact: null,
  status: null,
  messages: [],
  older: null,
  unsent: [],
  unread: 0,
  agent_seen_at: null,
  typing: null,
}

/** Whether the visitor must give their name and e-mail before writing. */
export function needsIntroduction({ session, contact, messages, unsent }: State): boolean {
  if (!session?.settings.pre_chat || messages.length > 0 || unsent.length > 0) return false
  return !contact?.email
}
