import type { ToPage, Unsent } from '#widget/protocol.ts'
import { visitorIn } from '#widget/visitor.ts'
import { deleteFiles, readFiles, saveFiles } from './files.ts'

type Visitor = { token: string | null; talking: boolean }
const unknown: Visitor = { token: null, talking: false }

/** The visitor's token and unsent messages, kept in the site's own storage. Where storage is blocked they last as long as the page. */
export function openStorage(inbox: string) {
  const name = `hilo:${inbox}`
  const prefix = `${name}:unsent:`
  let visitor = unknown

  const read = (): Visitor => {
    visitor = attempt(() => ({ ...unknown, ...(JSON.parse(localStorage.getItem(name) ?? '{}') as Visitor) })) ?? visitor
    return visitor
  }
  const write = (next: Visitor) => {
    visitor = next
    attempt(() => localStorage.setItem(name, JSON.stringify(next)))
  }
  const remove = (client_id: string) => {
    attempt(() => localStorage.removeItem(prefix + client_id))
    void deleteFiles(prefix + client_id)
  }
  const unsentKeys = () => attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix))) ?? []

  return {
    read,
    /** Stores or deletes what the panel asks for; other messages are ignored. */
    save(message: ToPage) {
      if (message.type === 'visitor') write({ token: message.token, talking: message.talking })
      if (message.type === 'drop') remove(message.client_id)
      if (message.type !== 'keep') return
      const { files, ...unsent } = message.unsent
      attempt(() => localStorage.setItem(prefix + unsent.client_id, JSON.stringify(unsent)))
      if (files.length > 0) void saveFiles(prefix + unsent.client_id, files)
    },
    /** Messages left unsent on an earlier page, oldest first. */
    async readUnsent(): Promise<Unsent[]> {
      const stored = unsentKeys().flatMap(
        (key) => attempt(() => JSON.parse(localStorage.getItem(key)!) as Unsent) ?? [],
      )
      const complete = stored.map(async (each) => ({ ...each, files: await readFiles(prefix + each.client_id) }))
      return (await Promise.all(complete)).sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
    },
    clear() {
      for (const key of unsentKeys()) remove(key.slice(prefix.length))
      visitor = unknown
      attempt(() => localStorage.removeItem(name))
    },
    /** Called when another open page of the site signs in a different visitor. */
    onVisitorChange(changed: () => void) {
      addEventListener('storage', (event) => {
        if (event.key === name && visitorIn(visitor.token ?? '') !== visitorIn(read().token ?? '')) changed()
      })
    },
  }
}

/** Storage may be blocked or full, or hold values written by other scripts. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
