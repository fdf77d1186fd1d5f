import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createAccount, createKey, createUser } from '#domains/access/setup/provision.ts'
import { readConfig } from '#server/boot/config.ts'
import { startNode, type Node } from '#server/boot/main.ts'
import { freePort, toUrl } from '#test/address.ts'
import { makeDatabase } from '#test/database.ts'
import { forBrowser, limits } from '#test/limits.ts'
import { atEnd, type AtEnd, share } from '#test/share.ts'
import type { KeyRole, UserRole } from '#contract/permissions.ts'
import type { ProblemBody } from '#kernel/problem.ts'

export const PASSWORD = 'correct horse battery'
/** A hash of the lowest cost: a real one takes as long as the rest of a small test, at every sign-in. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=64,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$ViyS/BfMs2xQSMPUX+Z0W0cGQiswmMiAmXGOCUEqE5M'

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
    HILO_POOL: '4', // Each connection plans every statement again.
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

const openForAll = share(() => openNode(forBrowser, atEnd))

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
    const password_hash = PASSWORD_HASH
    return createUser(sql, { account_id: account.id, name: role, email, role, password_hash, super_administrator })
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
