import { watchAccess } from '#db/access-changes.ts'
import type { Sql } from '#db/sql.ts'
import { FIRST, type Grant, type Renewal } from '#domains/access/authorise.ts'

type Caller = { allowance: Grant }
type Load<T> = (renewal: Renewal) => Promise<T | undefined>

/** A caller, and the calls granted to this node that are left in the current second. */
type Lease = { found: Caller; left: number; used: number; ends: number; renewal?: Promise<unknown> }

export type Leases = {
  /** Finds the caller of a credential and charges the call, in the memory of this node while a lease lasts. */
  use<T extends Caller>(credential: string, cost: number, load: Load<T>): Promise<T | undefined>
  /** Ends all leases: the rights of somebody have changed. */
  clear(): void
  close(): Promise<void>
}

const MOST_EXTRA = 500
const MAX_LEASES = 10_000
const RETURN_INTERVAL = 100

/**
 * Rights and limits of callers, read again every second of the database's clock. Within it a node counts calls it was
 * granted ahead, so that a busy caller costs one statement a second. No window of sixty seconds exceeds a limit: every
 * call is charged in the database before it is admitted, in the second in which it is made. Calls granted ahead and not
 * made are given back, and near a limit none are granted.
 */
export function openLeases(sql: Sql, now = () => performance.now()): Leases {
  let leases = new Map<string, Lease>()
  let unused: Grant[] = []
  let returning: Promise<unknown> = Promise.resolve()

  const end = (lease: Lease) => {
    if (lease.left > 0) unused.push({ ...lease.found.allowance, granted: lease.left })
    lease.left = 0
  }
  const giveBack = () => {
    for (const lease of leases.values()) if (lease.ends <= now()) end(lease)
    if (unused.length > 0) returning = returnCalls(sql, unused)
    unused = []
  }
  const unwatch = watchAccess(() => clear())
  const timer = setInterval(giveBack, RETURN_INTERVAL).unref()

  const clear = () => {
    for (const lease of leases.values()) end(lease)
    leases = new Map()
    giveBack()
  }

  const load = async <T extends Caller>(credential: string, cost: number, read: Load<T>): Promise<T | undefined> => {
    const [started, current, before] = [now(), leases, leases.get(credential)]
    const found = await read(before ? toRenewal(before, started) : FIRST)
    if (!found?.allowance.admitted) return found
    const { granted, slot_left } = found.allowance
    const lease: Lease = { found, left: granted - cost, used: cost, ends: started + slot_left * 1000 }
    const meanwhile = leases.get(credential)
    if (meanwhile) end(meanwhile)
    // Rights read before the leases were cleared may be the old ones: they serve this call only.
    if (leases === current) leases.set(credential, lease)
    else end(lease)
    if (leases.size > MAX_LEASES) clear()
    return show(lease, found)
  }

  return {
    async use<T extends Caller>(credential: string, cost: number, read: Load<T>) {
      const spend = (): T | undefined => {
        const lease = leases.get(credential)
        if (!lease || lease.ends <= now() || lease.left < cost) return undefined
        lease.left -= cost
        lease.used += cost
        return show(lease, lease.found as T)
      }
      const spent = spend()
      if (spent) return spent
      // Calls that come while a lease is renewed wait for it once.
      const ended = leases.get(credential)
      if (ended?.renewal) {
        await ended.renewal.catch(() => {})
        const shared = spend()
        if (shared) return shared
      }
      const renewal = load(credential, cost, read)
      if (ended) ended.renewal ??= renewal
      return renewal
    },
    clear,
    async close() {
      clearInterval(timer)
      unwatch()
      clear()
      await returning
    },
  }
}

/** A caller that was busy in the last second gets twice as many calls ahead; calls it did not make go back. */
function toRenewal(before: Lease, now: number): Renewal {
  const isBusy = now - before.ends < 1_000
  const renewal = {
    extra: isBusy ? Math.min(before.used * 2, MOST_EXTRA) : 0,
    unused: before.left,
    unused_slot: before.found.allowance.slot,
  }
  before.left = 0
  return renewal
}

/** The caller with what remains of the limits, counting calls granted ahead as not made. */
function show<T extends Caller>({ left }: Lease, found: T): T {
  const { allowance } = found
  return { ...found, allowance: { ...allowance, remaining: allowance.remaining.map((each) => each + left) } }
}

/** Subjects are locked in the order in which calls are charged: all first ones, then all second ones. */
function returnCalls(sql: Sql, unused: readonly Grant[]): Promise<unknown> {
  const all = unused.flatMap(({ subjects, slot, granted }) =>
    subjects.map((subject, place) => ({ key: JSON.stringify([place, subject, slot]), subject, slot, granted })),
  )
  const rows = [...Map.groupBy(all, ({ key }) => key)].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, own]) => own)
  const amounts = rows.map((own) => own.reduce((sum, { granted }) => sum + granted, 0))
  return sql`
    select return_allowance(${rows.map(([first]) => first!.subject)}::text[], ${rows.map(([first]) => first!.slot)}::bigint[],
                            ${amounts}::int[])`.catch(() => {}) // They count as made, for a minute.
}
