import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Connection, type Database, openDatabase } from '#db/database.ts'
import { findEmbedded } from '#db/embedded.ts'
import { createAccount, createKey, createUser } from '#domains/access/setup/provision.ts'
import { readSecret } from '#server/boot/secret.ts'
import { freePort, toUrl } from '#test/address.ts'
import { limits } from '#test/limits.ts'
import type { AtEnd } from '#test/share.ts'
import { until } from '#test/wait.ts'

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
      await untilEnded(running.child).catch(() => killTree(running!))
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
    await untilReady(url, child, () => stderr)
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

export type SpawnedNode = { url: string; child: ChildProcess }

/**
 * A server as a process of its own, to be killed, and started again on the same PORT. Ready when it resolves. It ends
 * with the test or file that starts it, unless `end` keeps it longer.
 */
export async function spawnNode(
  connection: Connection,
  env: NodeJS.ProcessEnv = {},
  end: AtEnd = after,
): Promise<SpawnedNode> {
  const port = env.PORT ?? (await freePort())
  const data = await mkdtemp(join(tmpdir(), 'hilo-data-'))
  const child = spawn(process.execPath, ['bin/hilo.mjs', 'start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: toUrl(connection),
      HILO_DEMO: '0',
      HILO_DATA: data,
      HILO_WORKERS: '1',
      LOG_LEVEL: 'silent',
      ...limits,
      ...env,
    },
  })
  end(async () => {
    child.kill('SIGKILL')
    await rm(data, { recursive: true, force: true })
  })
  const url = `http://localhost:${port}`
  await untilReady(url, child)
  return { url, child }
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

/** Waits until the process has ended, and its output was read to the end. */
export async function untilEnded(child: ChildProcess): Promise<void> {
  await until(() => {
    const isOpen = [child.stdout, child.stderr].some((stream) => stream?.readableFlowing && !stream.closed)
    return (child.exitCode !== null || child.signalCode !== null) && !isOpen
  }, `process ${child.pid} ends`)
}

/** Waits until the server answers that it is ready. */
export async function untilReady(url: string, child: ChildProcess, printed = () => ''): Promise<void> {
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${printed()}`)
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true
  }
  await until(isReady, `${url} is ready`, 300_000).catch((error: Error) => {
    child.kill('SIGKILL')
    throw new Error(`${error.message}: ${printed()}`)
  })
}
