import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ticks of /proc are hundredths of a second on every Linux of this century. */
const MILLISECONDS_PER_TICK = 10

/** CPU milliseconds used so far, by process. */
export type Usage = Map<string, number>

/** The CPU time of a server process and of all processes of PostgreSQL, by their ids. */
export async function readUsage(server: number, postmaster: number): Promise<Usage> {
  const usage: Usage = new Map()
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    // A process may end while it is read.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    if (!stat) continue
    const [, parent, , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const isOurs = pid === String(server) || pid === String(postmaster) || parent === String(postmaster)
    if (isOurs) usage.set(pid, (Number(user) + Number(system)) * MILLISECONDS_PER_TICK)
  }
  return usage
}

/** Milliseconds used between two readings, and those of one process among them. */
export function usedBetween(before: Usage, after: Usage, server: number): { total: number; server: number } {
  const used = (pid: string) => (after.get(pid) ?? 0) - (before.get(pid) ?? 0)
  const total = [...after.keys()].reduce((sum, pid) => sum + used(pid), 0)
  return { total, server: used(String(server)) }
}

/** Waits until background work has ended: less than a twentieth of a core for half a second. */
export async function untilQuiet(server: number, postmaster: number): Promise<Usage> {
  let before = await readUsage(server, postmaster)
  for (let tries = 0; tries < 20; tries++) {
    await sleep(500)
    const after = await readUsage(server, postmaster)
    if (usedBetween(before, after, server).total <= 25) return after
    before = after
  }
  return before
}
