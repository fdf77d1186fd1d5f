import type { ChatMessage, Status } from '#contract/records/conversation.ts'
import type { Language } from '#widget/language.ts'
import { en } from '#widget/locales/en.ts'
import { es } from '#widget/locales/es.ts'
import type { Unsent } from '#widget/protocol.ts'
import type { Session } from './api.ts'

export type Words = typeof es
export const dictionaries: Record<Language, Words> = { es, en }

/** All the panel shows. */
export type State = {
  /** Undefined until the server has answered for the first time. */
  session: Session | undefined
  language: Language
  /** The inbox is gone, or closed to this visitor. */
  gone: boolean
  /** There has been no connection for a while. */
  lost: boolean
  shown: boolean
  loaded: boolean
  contact: { name: string | null; email: string | null } | null
  status: Status | null
  messages: ChatMessage[]
  /** Where the messages before these begin; empty at the first page, null when there are none. */
  older: string | null
  unsent: Unsent[]
  unread: number
  /** When somebody of the team last looked. */
  agent_seen_at: string | null
  /** Who of the team is writing. */
  typing: string | null
}

export const beginning: State = {
  session: undefined,
  language: 'es',
  gone: false,
  lost: false,
  shown: false,
  loaded: false,
  contact: null,
  status: null,
  messages: [],
  older: null,
  unsent: [],
  unread: 0,
  agent_seen_at: null,
  typing: null,
}

/** Whether the visitor must say who they are before they write. */
export function isUnknown({ session, contact, messages, unsent }: State): boolean {
  if (!session?.settings.pre_chat || messages.length > 0 || unsent.length > 0) return false
  return !contact?.email
}
