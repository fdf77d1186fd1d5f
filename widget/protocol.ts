/** Who the site says its visitor is. */
export type User = { identifier: string; name?: string; email?: string; identifier_hash?: string }

/** What was written and is not acknowledged yet. A failure is final until the visitor says otherwise. */
export type Unsent = {
  client_id: string
  content: string
  files: File[]
  created_at: string
  page_url: string
  failure: string | null
}

/** What the page tells the panel. */
export type ToPanel =
  | { type: 'start'; token: string | null; user: User | null; unsent: Unsent[]; page_url: string; shown: boolean }
  | { type: 'shown'; page_url: string }
  | { type: 'hidden' }
  | { type: 'user'; user: User }

/** What the panel tells the page. The page keeps what must be kept: browsers let frames of another site remember nothing. */
export type ToPage =
  | { type: 'ready' }
  | { type: 'visitor'; token: string; talking: boolean }
  | { type: 'keep'; unsent: Unsent }
  | { type: 'drop'; client_id: string }
  | { type: 'unread'; count: number }
  | { type: 'message'; message: { id: string; author: string; content: string | null } }
  | { type: 'identified'; verified: boolean }
  | { type: 'refused'; code: string; detail: string }
  | { type: 'close' }
