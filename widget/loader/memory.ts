import type { ToPage, Unsent } from '#widget/protocol.ts'
import { visitorIn } from '#widget/visitor.ts'
import { dropFiles, keepFiles, keptFiles } from './files.ts'

type Known = { token: string | null; talking: boolean }
const nobody: Known = { token: null, talking: false }

/** What this browser knows of its visitor here. A page that may keep nothing remembers until it is left. */
export function openMemory(inbox: string) {
  const name = `hilo:${inbox}`
  const prefix = `${name}:unsent:`
  let known = nobody

  const read = (): Known => {
    known = attempt(() => ({ ...nobody, ...(JSON.parse(localStorage.getItem(name) ?? '{}') as Known) })) ?? known
    return known
  }
  const write = (next: Known) => {
    known = next
    attempt(() => localStorage.setItem(name, JSON.stringify(next)))
  }
  const drop = (client_id: string) => {
    attempt(() => localStorage.removeItem(prefix + client_id))
    void dropFiles(prefix + client_id)
  }
  const names = () => attempt(() => Object.keys(localStorage).filter((each) => each.startsWith(prefix))) ?? []

  return {
    read,
    /** Keeps what the panel asks to be kept. */
    hear(said: ToPage) {
      if (said.type === 'visitor') write({ token: said.token, talking: said.talking })
      if (said.type === 'drop') drop(said.client_id)
      if (said.type !== 'keep') return
      const { files, ...unsent } = said.unsent
      attempt(() => localStorage.setItem(prefix + unsent.client_id, JSON.stringify(unsent)))
      if (files.length > 0) void keepFiles(prefix + unsent.client_id, files)
    },
    /** What was left unsent on an earlier page, oldest first. */
    async left(): Promise<Unsent[]> {
      const found = names().flatMap((each) => attempt(() => JSON.parse(localStorage.getItem(each)!) as Unsent) ?? [])
      const whole = found.map(async (each) => ({ ...each, files: await keptFiles(prefix + each.client_id) }))
      return (await Promise.all(whole)).sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
    },
    forget() {
      for (const each of names()) drop(each.slice(prefix.length))
      known = nobody
      attempt(() => localStorage.removeItem(name))
    },
    /** Another page of the site, open at the same time, has made the visitor someone else. */
    onOther(changed: () => void) {
      addEventListener('storage', (event) => {
        if (event.key === name && visitorIn(known.token ?? '') !== visitorIn(read().token ?? '')) changed()
      })
    },
  }
}

/** Storage may be closed to the page, or full, or hold what somebody else wrote there. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
