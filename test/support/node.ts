import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Connection } from '#db/database.ts'
import { createAccount, createKey, createUser } from '#domains/access/setup/provision.ts'
import { readConfig } from '#server/boot/config.ts'
import { startNode, type Node } from '#server/boot/main.ts'
import { freePort, toUrl } from '#test/address.ts'
import { makeDatabase } from '#test/database.ts'
import { untilReady } from '#test/server_process.ts'
import { atEnd, type AtEnd, share } from '#test/share.ts'
import type { KeyRole, UserRole } from '#contract/permissions.ts'
import type { ProblemBody } from '#kernel/problem.ts'

export const PASSWORD = 'correct horse battery'

/** Limits no test reaches by being fast, or by asking again and again while it waits. Tests of limits set their own. */
const limits = {
  HILO_KEY_LIMIT: '10000000',
  HILO_ACCOUNT_LIMIT: '10000000',
  HILO_PERSON_LIMIT: '10000000',
  HILO_PEOPLE_LIMIT: '10000000',
}

/** A whole server in this process, on its own port and database, with one workspace. */
export async function openNode(env: NodeJS.ProcessEnv = {}, end: AtEnd = after) {
  const connection = await makeDatabase(end)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const data = await mkdtemp(join(tmpdir(), 'hilo-data-'))
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: toUrl(connection),
    LOG_LEVEL: 'silent',
    HILO_DEMO: '0',
    HILO_DATA: data,
    ...limits,
    ...env,
  })
  const node = await startNode(config)
  end(async () => {
    await node.stop()
    await rm(data, { recursive: true, force: true })
  })
  return {
    node,
    url,
    port,
    data: config.data,
    connection,
    sql: node.runtime.database.sql,
    ...callers(node, url),
    ...(await addAccount(node)),
    addAccount: () => addAccount(node),
  }
}

/** The same for the routes that anybody may call. */
export const generous = { ...limits, HILO_OPEN_LIMIT: '10000' }

const openForAll = share(() => openNode(generous, atEnd))

/** A workspace of its own on one server that all files of this process share: for the browser. */
export async function openSharedNode(): ReturnType<typeof openNode> {
  const node = await openForAll()
  return { ...node, ...(await node.addAccount()) }
}

export type Workspace = Awaited<ReturnType<typeof addAccount>>

/** A workspace with an administrator and a full key; `makeKey` adds others. */
async function addAccount({ runtime }: Pick<Node, 'runtime'>) {
  const { sql } = runtime.database
  const account = await createAccount(sql, runtime.secret, { name: 'Prueba' })
  const makeUser = (role: UserRole, super_administrator = false) => {
    const email = `${role}.${account.id}.${Math.random().toString(36).slice(2)}@example.com`
    return createUser(sql, { account_id: account.id, name: role, email, role, password: PASSWORD, super_administrator })
  }
  const user = await makeUser('administrator')
  const makeKey = async (role: KeyRole, scopes: string[] = [], user_id = user.id): Promise<string> => {
    const created_by = { type: 'system', id: null, name: 'Test' } as const
    const made = await createKey(sql, {
      account_id: account.id,
      user_id,
      name: role,
      role,
      scopes,
      expires_at: null,
      created_by,
      now: new Date(),
    })
    return made.key
  }
  return { account_id: account.id, user, makeUser, makeKey, key: await makeKey('full') }
}

type Options = { key?: string; body?: unknown; headers?: Record<string, string> }

function callers(_node: Node, url: string) {
  /** One request to the REST door (paths under /api/v1), or to any other path that begins with /api/. */
  const rest = async <T = Record<string, unknown>>(
    method: string,
    path: string,
    { key, body, headers = {} }: Options = {},
  ) => {
    const response = await fetch(path.startsWith('/api/') ? url + path : `${url}/api/v1${path}`, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined) as T & ProblemBody
    return { status: response.status, headers: response.headers, text, body: json }
  }
  /** One call of an agent tool. */
  const tool = async (name: string, args: object, key: string, headers: Record<string, string> = {}) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const answer = await rest<{
      result?: { isError?: boolean; structuredContent: Record<string, unknown> & ProblemBody }
      error?: { code: number; message: string }
    }>('POST', '/api/mcp?schemas=1', {
      key,
      body,
      headers: { accept: 'application/json, text/event-stream', ...headers },
    })
    const { result, error } = answer.body
    return { status: answer.status, headers: answer.headers, result, error }
  }
  return { rest, tool }
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
