import { after } from 'node:test'
import { type Connection, openDatabase } from '#db/database.ts'
import { createAccount, createUser } from '#domains/access/setup.ts'
import { actAs } from '#kernel/act.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Actor } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { type Bell, openBell } from '#kernel/wake.ts'
import { type Subscribers, subscriptions } from '#kernel/worker.ts'
import { registry } from '#registry'

export type Logged = { message: string; details: Record<string, unknown> }

/** One node reduced to its kernel: a database, a bell and these subscribers, without doors. `logged` is what it said. */
export function openKernel(connection: Connection, subscribers: Subscribers = {}) {
  const logged: Logged[] = []
  const note = (details: object, message: string) => logged.push({ message, details: { ...details } })
  const database = openDatabase(connection, () => {}, 6)
  const bell: Bell = openBell(database, connection, { info: note, warn: note, error: note })
  const runtime: Runtime = {
    config: { base_url: 'http://localhost:3000' },
    database,
    secret: Buffer.alloc(32, 7),
    log: { info: note, warn: note, error: note },
    subscribersOf: subscriptions(subscribers),
    wake: bell.ring,
    signal: () => {},
  }
  after(async () => {
    await bell.close()
    await database.close()
  })
  return { runtime, bell, logged, sql: database.sql }
}

/** A new workspace, and its administrator. */
export async function makeActor({ database: { sql }, secret }: Runtime): Promise<Actor> {
  const account = await createAccount(sql, secret, { name: 'Prueba' })
  const email = `ana.${account.id}@example.com`
  const user = await createUser(sql, { account_id: account.id, name: 'Ana', email, role: 'administrator' })
  return actAs(sql, account.id, { type: 'user', id: user.id, name: user.name })
}

let made = 0

/** Something that happens in the workspace: a contact is created, and `contact.created` with it. */
export function makeContact(runtime: Runtime, actor: Actor, email = `contact.${++made}@example.com`) {
  const operation = ['create_contact', registry.create_contact] as const
  return invoke(runtime, operation, actor, { name: 'Cliente', email }, { request_id: 'test-request' })
}
