export type Draft = { reply: string; note: string; mode: 'reply' | 'note' }
type Kept = Draft & { at: number }
export type Drafts = Record<string, Kept>

export const emptyDraft: Draft = { reply: '', note: '', mode: 'reply' }

const KEY = 'hilo.drafts'
const MOST = 50
const LONGEST = 20_000

/** What somebody began to write and has not sent, in this browser. */
export function readDraft(name: string): Draft {
  return readAll()[name] ?? emptyDraft
}

export function keepDraft(name: string, draft: Draft) {
  try {
    localStorage.setItem(KEY, JSON.stringify(withDraft(readAll(), name, draft, Date.now())))
  } catch {
    // Where nothing can be kept, the draft lasts as long as the page.
  }
}

/** All drafts with this one: an empty one is none, and of many only the latest stay. */
export function withDraft(all: Drafts, name: string, draft: Draft, at: number): Drafts {
  const { [name]: _, ...others } = all
  if (!draft.reply && !draft.note) return others
  const kept = { ...draft, reply: draft.reply.slice(0, LONGEST), note: draft.note.slice(0, LONGEST), at }
  const latest = Object.entries(others).toSorted(([, a], [, b]) => b.at - a.at)
  return Object.fromEntries([[name, kept], ...latest.slice(0, MOST - 1)])
}

function readAll(): Drafts {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Drafts) : {}
  } catch {
    return {}
  }
}
