import { markPresent } from '#domains/access/presence.ts'
import { type Credential, readStreamRights, type StreamRights } from '#domains/access/stream-credentials.ts'
import { attempt } from '#doors/attempt.ts'
import type { Stream } from '#doors/live/stream.ts'
import { reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** A member of the team with an open stream. */
export type Listener = { credential: Credential; rights: StreamRights; stream: Stream | undefined }

export type Intervals = { check_ms: number; presence_ms: number }

// Revoked credentials lose their stream within five seconds, even when it was opened just before a check.
const CHECK_MS = 2_000
const PRESENCE_MS = 30_000

const isSession = (credential: Credential) => 'session' in credential

/** The open streams of this node: keeps signed-in people online, and ends the streams of credentials that changed. */
export function openListeners(
  runtime: Runtime,
  { check_ms = CHECK_MS, presence_ms = PRESENCE_MS }: Partial<Intervals>,
) {
  const { database, log } = runtime
  const listeners = new Set<Listener>()
  let stopped = false
  const credentials = () => [...listeners].map(({ credential }) => credential)
  // A program that listens with a key does not answer customers, so it makes nobody online.
  const people = () => credentials().filter(isSession)

  /** Rejects a credential that is no longer valid; otherwise marks a signed-in person as online. */
  async function admit(credential: Credential): Promise<StreamRights> {
    const rights = await attempt(database, async () => {
      const [found] = await readStreamRights(database.sql, [credential])
      if (found && isSession(credential)) await markPresent(database.sql, [credential])
      return found
    })
    if (!rights) reject('unauthenticated', 'This credential was just revoked; sign in again or use another key.')
    // Conversations that waited for an agent to come online can be assigned now.
    if (isSession(credential)) runtime.notify()
    return rights
  }

  /** Ends streams of revoked credentials, and resets those whose rights changed: they reconnect with the new rights. */
  async function check(): Promise<void> {
    const checked = [...listeners]
    const current = await readStreamRights(database.sql, credentials())
    for (const [i, { rights, stream }] of checked.entries()) {
      if (current[i]?.fingerprint === rights.fingerprint) continue
      if (current[i]) stream?.reset()
      stream?.end()
    }
  }

  /** Repeats the work while there are listeners, each time after the last run has ended. */
  function repeat(milliseconds: number, work: () => Promise<void>): void {
    const turn = async () => {
      if (stopped) return
      if (listeners.size > 0) await work().catch((err) => log.warn({ err }, 'open streams could not be checked'))
      setTimeout(turn, milliseconds).unref()
    }
    setTimeout(turn, milliseconds).unref()
  }

  repeat(check_ms, check)
  repeat(presence_ms, () => markPresent(database.sql, people()))

  return {
    admit,
    add: (listener: Listener) => void listeners.add(listener),
    remove: (listener: Listener) => void listeners.delete(listener),
    stop: () => void (stopped = true),
  }
}
