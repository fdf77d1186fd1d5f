import type { Locale } from './language.ts'

/** The visitor's identity as given by the site. */
export type User = {
  identifier: string
  name?: string
  email?: string
  phone_number?: string
  avatar_url?: string
  identifier_hash?: string
}

/** Null removes the attribute. */
export type Attributes = Record<string, string | number | boolean | null>

/** The site's data about the visitor and their conversation. A label is added or removed. */
export type Details = { contact: Attributes; conversation: Attributes; labels: Record<string, boolean> }
export const noDetails: Details = { contact: {}, conversation: {}, labels: {} }

/** The site's choice of language and colours; without it the inbox decides. */
export type Look = { locale?: Locale; scheme?: 'light' | 'dark' | 'auto' }

/** A message the server has not acknowledged yet. A failed one is not sent again until the visitor asks for it. */
export type Unsent = {
  client_id: string
  content: string
  files: File[]
  created_at: string
  page_url: string
  /** The message it answers, as it was shown. */
  reply_to?: { id: string; preview: string }
  /** The id of the chosen option. */
  choice?: string
  failure: string | null
}

/** Messages from the page to the panel. */
export type ToPanel =
  | {
      type: 'start'
      token: string | null
      user: User | null
      details: Details
      look: Look
      unsent: Unsent[]
      page_url: string
      shown: boolean
    }
  | { type: 'shown'; page_url: string }
  | { type: 'hidden' }
  | { type: 'user'; user: User }
  | { type: 'details'; details: Details }
  | { type: 'look'; look: Look }

/** Messages from the panel to the page. The page stores the data, because browsers block storage in frames of another site. */
export type ToPage =
  | { type: 'ready' }
  | { type: 'visitor'; token: string; talking: boolean }
  | { type: 'keep'; unsent: Unsent }
  | { type: 'drop'; client_id: string }
  | { type: 'unread'; count: number }
  | { type: 'message'; message: { id: string; author: string; content: string | null } }
  | { type: 'sent'; message: { id: string; author: string; content: string | null } }
  | { type: 'chosen'; message_id: string; option: { id: string; title: string } }
  | { type: 'started' }
  | { type: 'identified'; verified: boolean }
  | { type: 'refused'; code: string; detail: string }
  | { type: 'close' }
