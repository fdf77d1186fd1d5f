import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { createAccount, createKey, createUser } from '#domains/access/setup/provision.ts'
import { readSecret } from '#server/boot/secret.ts'
import { makeDatabase } from '#test/database.ts'
import { endDeliveryLeases } from '#test/deliveries.ts'
import { type Answer, raw } from '#test/raw.ts'
import { type SpawnedNode, spawnNode, untilEnded } from '#test/server-process.ts'

/**
 * A workspace with an inbox, served by one process or, after `startTwo`, by two. Tests kill them and start others; those
 * that run stay for the next test.
 */
export async function openTwoNodes(env: NodeJS.ProcessEnv = {}) {
  const connection = await makeDatabase()
  const database = openDatabase(connection, () => {}, 3)
  const { sql } = database
  const running: SpawnedNode[] = []
  const ends: (() => Promise<void>)[] = []
  after(async () => {
    for (const end of ends) await end()
    await database.close()
  })

  const start = async () => {
    running.push(await spawnNode(connection, env, (end) => ends.push(end)))
  }
  const startUpTo = (count: number) => async () => {
    await Promise.all(Array.from({ length: Math.max(0, count - running.length) }, start))
  }
  /** Starts a node, unless one runs. */
  const startOne = startUpTo(1)
  /** Starts the nodes that are missing, until two run. */
  const startTwo = startUpTo(2)
  /** Kills these nodes, or all. */
  const kill = async (...which: SpawnedNode[]) => {
    const killed = which.length > 0 ? which : [...running]
    for (const { child } of killed) child.kill('SIGKILL')
    for (const { child } of killed) await untilEnded(child)
    for (const node of killed) running.splice(running.indexOf(node), 1)
  }

  await startOne()
  const key = await makeKey(sql)

  /** One request to a node; undefined when it was cut off. */
  const post = (url: string, path: string, body: object, repeat?: string): Promise<Answer | undefined> => {
    const headers = ['authorization', `Bearer ${key}`, 'content-type', 'application/json']
    if (repeat) headers.push('idempotency-key', repeat)
    return raw(url, 'POST', `/api/v1${path}`, { headers, body: JSON.stringify(body) }).catch(() => undefined)
  }
  let calls = 0
  /** One request that succeeds, to the running nodes in turn. A busy machine may answer 503 first: it is repeated then. */
  const ok = async <T = Record<string, unknown> & { id: string }>(path: string, body: object): Promise<T> => {
    const repeat = randomUUID()
    let answer: Answer | undefined
    do answer = await post(running[++calls % running.length]!.url, path, body, repeat)
    while (answer?.status === 503)
    assert.ok(answer && answer.status < 300, answer?.text)
    return answer.body as T
  }
  /** Ends all leases of a subscriber at once instead of after a minute. Live workers may lose theirs too. */
  const endLeases = async (subscriber: string) => {
    await endDeliveryLeases(sql, subscriber)
    await sql`select pg_notify('hilo_work', '')`
  }
  const { id: inbox_id } = await ok('/inboxes', { name: 'Ventas', channel: 'api', auto_assign: false })
  return { database, sql, running, startOne, startTwo, kill, post, ok, endLeases, inbox_id }
}

async function makeKey(sql: Parameters<typeof readSecret>[0]): Promise<string> {
  const account = await createAccount(sql, await readSecret(sql, undefined), { name: 'Prueba' })
  const person = { account_id: account.id, name: 'Ana', email: 'ana@example.com', role: 'administrator' } as const
  const user = await createUser(sql, person)
  const { key } = await createKey(sql, {
    account_id: account.id,
    user_id: user.id,
    name: 'Enlace',
    role: 'full',
    scopes: [],
    expires_at: null,
    created_by: { type: 'system', id: null, name: 'Test' },
    now: new Date(),
  })
  return key
}
