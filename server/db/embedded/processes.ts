import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Fast shutdown, immediate shutdown (the next start recovers), kill; with the time each one gets. */
export const escalation = [
  ['SIGINT', 30_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

/** Ends a server that outlived its Hilo, then removes the pid file that would keep PostgreSQL from starting. */
export async function endLeftovers(cluster: string) {
  const file = join(cluster, 'postmaster.pid')
  const postmaster = Number.parseInt(await readFile(file, 'utf8').catch(() => '0'), 10)
  for (const [signal, timeout] of escalation) {
    const alive = processesIn(cluster)
    // The postmaster ends its backends; to a backend without one, SIGINT only means to cancel a query.
    if (signal === 'SIGINT' && !alive.includes(postmaster)) continue
    for (const pid of signal === 'SIGINT' ? [postmaster] : alive) kill(pid, signal)
    if (await becomesTrue(() => processesIn(cluster).length === 0, timeout)) break
  }
  const [survivor] = processesIn(cluster)
  if (survivor) throw new Error(`An earlier database server (process ${survivor}) on ${cluster} cannot be stopped.`)
  await rm(file, { force: true })
}

/**
 * The PostgreSQL processes of this folder, found by working directory, because the pid in a file may belong to a zombie
 * or another process by now, and by name, because a shell may be open there too.
 */
export function processesIn(cluster: string): number[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((pid) => worksIn(pid, cluster))
      .map(Number)
  const lines = listProcesses('-axo', 'pid=,command=').split('\n')
  return lines.filter((line) => line.includes(` -D ${cluster} `)).map((line) => Number.parseInt(line, 10))
}

function worksIn(pid: string, cluster: string): boolean {
  if (!/^\d+$/.test(pid)) return false
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== cluster) return false
    return ['postgres', 'initdb'].includes(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
  } catch {
    return false
  }
}

export function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in the meantime.
  }
}

/** The start time of a process, in the unit of the system; undefined when it does not run. */
export function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return listProcesses('-o', 'lstart=', '-p', String(pid)).trim()
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before the last bracket may contain anything, so the fields are counted after it.
    const [state, ...fields] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? undefined : fields[18]
  } catch {
    return undefined
  }
}

function listProcesses(...args: string[]): string {
  return execFileSync('ps', args, { env: cleanEnvironment(), encoding: 'utf8' })
}

/** PG* variables meant for other servers, or an unknown locale, must not affect ours. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C' }
}

export async function becomesTrue(condition: () => boolean, timeout: number): Promise<boolean> {
  for (const end = Date.now() + timeout; Date.now() < end; await sleep(10)) if (condition()) return true
  return condition()
}
