import { after } from 'node:test'
import { type Connection, openDatabase } from '#db/database.ts'
import { createAccount, createUser } from '#domains/access/setup/provision.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Actor } from '#kernel/operation.ts'
import type { Runtime, Timing } from '#kernel/runtime.ts'
import { type Notifier, openNotifier } from '#kernel/notify.ts'
import { type Subscribers, subscribersByEvent } from '#kernel/worker.ts'
import { registry } from '#registry'

export type Logged = { message: string; details: Record<string, unknown> }

/** One node reduced to its kernel: a database, a notifier and these subscribers, without doors. `logged` holds its log. */
export function openKernel(connection: Connection, subscribers: Subscribers = {}, timing: Partial<Timing> = {}) {
  const logged: Logged[] = []
  const note = (details: object, message: string) => logged.push({ message, details: { ...details } })
  const database = openDatabase(connection, () => {}, 6)
  const notifier: Notifier = openNotifier(database, connection, { info: note, warn: note, error: note })
  const runtime: Runtime = {
    config: { base_url: 'http://localhost:3000' },
    database,
    secret: Buffer.alloc(32, 7),
    log: { info: note, warn: note, error: note },
    subscribersOf: subscribersByEvent(subscribers),
    timing,
    notify: notifier.notify,
    signal: () => {},
  }
  after(async () => {
    await notifier.close()
    await database.close()
  })
  return { runtime, notifier, logged, sql: database.sql }
}

/** A new workspace, and its administrator. */
export async function makeActor({ database: { sql }, secret }: Runtime): Promise<Actor> {
  const account = await createAccount(sql, secret, { name: 'Prueba' })
  const email = `ana.${account.id}@example.com`
  const user = await createUser(sql, { account_id: account.id, name: 'Ana', email, role: 'administrator' })
  return loadSystemActor(sql, account.id, { type: 'user', id: user.id, name: user.name })
}

let made = 0

/** Creates a contact, which emits `contact.created`. */
export function makeContact(runtime: Runtime, actor: Actor, email = `contact.${++made}@example.com`) {
  const operation = ['create_contact', registry.create_contact] as const
  return invoke(runtime, operation, actor, { name: 'Cliente', email }, { request_id: 'test-request' })
}
