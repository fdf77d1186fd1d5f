import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '#db/database.ts'
import { findEmbedded } from '#db/embedded.ts'
import { createAccount, createKey, createUser } from '#domains/access/setup/provision.ts'
import { readSecret } from '#server/boot/secret.ts'
import { freePort } from '#test/address.ts'

export type ServerProcess = { child: ChildProcess; postmaster: number; ready_after: number }

/** Hilo as installed: one process with its own PostgreSQL in a folder, with fsync on, to be killed and started again. */
export async function installHilo(env: NodeJS.ProcessEnv = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-test-'))
  await chmod(folder, 0o711) // Also for the unprivileged user PostgreSQL runs as.
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let running: ServerProcess | undefined

  after(async () => {
    if (running) {
      running.child.kill('SIGTERM')
      if (!(await ended(running.child, 10_000))) killTree(running)
    }
    await rm(folder, { recursive: true, force: true })
  })

  /** Starts the server; ready when it resolves. */
  const start = async (): Promise<ServerProcess> => {
    const begun = performance.now()
    const child = spawn(process.execPath, ['bin/hilo.mjs', 'start'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        HILO_DATA: folder,
        DATABASE_URL: '',
        HILO_DEMO: '0',
        HILO_WORKERS: '1',
        LOG_LEVEL: 'silent',
        HILO_DRAIN_SECONDS: '0',
        HILO_KEY_LIMIT: '999999999',
        HILO_ACCOUNT_LIMIT: '999999999',
        ...env,
      },
    })
    let stderr = ''
    child.stderr!.on('data', (piece) => (stderr += piece))
    for (;;) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${stderr}`)
      if (performance.now() - begun > 300_000) {
        child.kill('SIGKILL')
        throw new Error(`The server was not ready within five minutes: ${stderr}`)
      }
      if ((await fetch(`${url}/readyz`).catch(() => undefined))?.ok) break
      await sleep(20)
    }
    running = { child, postmaster: postmasterIn(folder), ready_after: performance.now() - begun }
    return running
  }

  /** A connection to its database, while it runs. */
  const open = async (): Promise<Database> => {
    const connection = await findEmbedded(folder)
    if (!connection) throw new Error(`No server runs on ${folder}`)
    return openDatabase(connection, () => {}, 2)
  }

  const makeWorkspace = async () => {
    const database = await open()
    return makeWorkspaceIn(database).finally(() => database.close())
  }

  return { folder, url, port, start, open, makeWorkspace }
}

/** A workspace with a key that may do everything. */
export async function makeWorkspaceIn({ sql }: Database): Promise<{ account_id: string; key: string }> {
  const { id: account_id } = await createAccount(sql, await readSecret(sql, undefined), { name: 'Prueba' })
  const email = `ana.${account_id}@example.com`
  const user = await createUser(sql, { account_id, name: 'Ana', email, role: 'administrator' })
  const { key } = await createKey(sql, {
    account_id,
    user_id: user.id,
    name: 'Test',
    role: 'full',
    scopes: [],
    expires_at: null,
    created_by: { type: 'system', id: null, name: 'Test' },
    now: new Date(),
  })
  return { account_id, key }
}

/** The process of the database server that runs in this folder. */
export function postmasterIn(folder: string): number {
  return Number.parseInt(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

/** Kills the server and all PostgreSQL processes at once, like a power cut that spares the disk. */
export function killTree({ child, postmaster }: ServerProcess): void {
  send([child.pid!, postmaster, ...childrenOf(postmaster)], 'SIGKILL')
}

export function send(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended by itself in the meantime.
    }
  }
}

export function childrenOf(pid: number): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return list ? list.split(' ').map(Number) : []
  } catch {
    return []
  }
}

/** Whether the process ends within the time given. */
export async function ended(child: ChildProcess, milliseconds: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true
  const late = new AbortController()
  const exit = once(child, 'exit', { signal: late.signal }).then(
    () => true,
    () => false,
  )
  const timer = setTimeout(() => late.abort(), milliseconds)
  return exit.finally(() => clearTimeout(timer))
}
