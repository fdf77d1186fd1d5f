import { after } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { createAccount, createKey, createUser } from '#domains/access/setup.ts'
import { readSecret } from '#server/secret.ts'
import { makeDatabase } from '#test/database.ts'
import { spawnNode } from '#test/node.ts'
import { type Answer, raw } from '#test/raw.ts'

const generous = { HILO_KEY_LIMIT: '99999999', HILO_ACCOUNT_LIMIT: '99999999' }

/** A workspace with an inbox, served by nothing but the processes that are started here, each of which can be killed. */
export async function openTwoNodes(env: NodeJS.ProcessEnv = {}) {
  const connection = await makeDatabase()
  const database = openDatabase(connection, () => {}, 3)
  after(() => database.close())
  const start = () => spawnNode(connection, { ...generous, ...env })
  const nodes = [await start(), await start()] as const
  const key = await makeKey(database.sql)

  /** One request to a node; undefined when it was cut off. */
  const post = (url: string, path: string, body: object): Promise<Answer | undefined> => {
    const headers = ['authorization', `Bearer ${key}`, 'content-type', 'application/json']
    return raw(url, 'POST', `/api/v1${path}`, { headers, body: JSON.stringify(body) }).catch(() => undefined)
  }
  const made = await post(nodes[0].url, '/inboxes', { name: 'Ventas', channel: 'api', auto_assign: false })
  return { database, sql: database.sql, nodes, start, post, inbox_id: String(made!.body.id) }
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
