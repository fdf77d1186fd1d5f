const MAX_EXAMPLES = 5

type Count = { imported: number; known: number; skipped: number }
type Reason = { kind: string; reason: string; count: number; examples: string[] }

/** Counts per kind of record, and the reasons for everything left out. */
export function openSummary() {
  const counts = new Map<string, Count>()
  const reasons = new Map<string, Reason>()
  const countOf = (kind: string) => {
    const count = counts.get(kind) ?? { imported: 0, known: 0, skipped: 0 }
    counts.set(kind, count)
    return count
  }
  const note = (kind: string, reason: string, name: string) => {
    const key = `${kind} ${reason}`
    const noted = reasons.get(key) ?? { kind, reason, count: 0, examples: [] }
    noted.count++
    if (noted.examples.length < MAX_EXAMPLES) noted.examples.push(name)
    reasons.set(key, noted)
  }
  return {
    add: (kind: string, isNew: boolean, many = 1) => void (countOf(kind)[isNew ? 'imported' : 'known'] += many),
    /** A record that was left out. */
    skip(kind: string, reason: string, name: string) {
      countOf(kind).skipped++
      note(kind, reason, name)
    },
    /** A part of a record that was left out or changed. */
    note,
    read: () => ({ records: Object.fromEntries(counts), reasons: [...reasons.values()] }),
  }
}

export type Summary = ReturnType<typeof openSummary>
