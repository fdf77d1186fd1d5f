export type Draft = { reply: string; note: string; mode: 'reply' | 'note' }
type StoredDraft = Draft & { at: number }
export type Drafts = Record<string, StoredDraft>

export const emptyDraft: Draft = { reply: '', note: '', mode: 'reply' }

const KEY = 'hilo.drafts'
const MAX_DRAFTS = 50
const MAX_LENGTH = 20_000

/** The unsent draft of a conversation, stored in this browser. */
export function readDraft(name: string): Draft {
  return readAll()[name] ?? emptyDraft
}

export function saveDraft(name: string, draft: Draft) {
  try {
    localStorage.setItem(KEY, JSON.stringify(withDraft(readAll(), name, draft, Date.now())))
  } catch {
    // Without storage, the draft lasts as long as the page.
  }
}

/** Adds or replaces a draft. Empty drafts are removed, and only the latest are kept. */
export function withDraft(all: Drafts, name: string, draft: Draft, at: number): Drafts {
  const { [name]: _, ...others } = all
  if (!draft.reply && !draft.note) return others
  const stored = { ...draft, reply: draft.reply.slice(0, MAX_LENGTH), note: draft.note.slice(0, MAX_LENGTH), at }
  const latest = Object.entries(others).toSorted(([, a], [, b]) => b.at - a.at)
  return Object.fromEntries([[name, stored], ...latest.slice(0, MAX_DRAFTS - 1)])
}

function readAll(): Drafts {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Drafts) : {}
  } catch {
    return {}
  }
}
