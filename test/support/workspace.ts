import { after } from 'node:test'
import type { z } from 'zod'
import type { Permission } from '#contract/permissions.ts'
import { rightsOfUser } from '#contract/permissions.ts'
import { openDatabase } from '#db/database.ts'
import { createAccount, createUser } from '#domains/access/setup/provision.ts'
import { openOutbound } from '#gateways/outbound.ts'
import type { Channels } from '#kernel/connector.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { invoke } from '#kernel/invoke.ts'
import type { Call } from '#kernel/operation.ts'
import type { Actor } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { subscriptions } from '#kernel/worker.ts'
import { type Registry, registry } from '#registry'
import { openSubscribers } from '#server/boot/subscribers.ts'
import { makeDatabase } from '#test/database.ts'
import { unreachableGateways } from '#test/gateways.ts'

export type Name = keyof Registry
export type Input<N extends Name> = z.input<Registry[N]['input']>
export type Output<N extends Name> = z.output<Registry[N]['output']>

/** A workspace with an administrator, and functions to act in it: for tests of operations, without any door. */
export async function openWorkspace({ channels }: { channels?: Channels } = {}) {
  // Each connection plans every statement again, so few of them save a tenth of the time of PostgreSQL.
  const database = openDatabase(await makeDatabase(), () => {}, 4)
  after(() => database.close())
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const runtime: Runtime = {
    config: { base_url: 'http://localhost:3000' },
    database,
    secret: Buffer.alloc(32, 7),
    log,
    checkUrl: openOutbound({ outbound_allow: [] }).checkUrl,
    ...subscriptions(openSubscribers(unreachableGateways)),
    notify: () => {},
    signal: () => {},
    ...(channels && { channels }),
  }
  return { runtime, sql: database.sql, ...(await addAccount(runtime)), addAccount: () => addAccount(runtime) }
}

async function addAccount(runtime: Runtime) {
  const { sql } = runtime.database
  const account = await createAccount(sql, runtime.secret, { name: 'Prueba' })
  const email = `ana.${account.id}@example.com`
  const user = await createUser(sql, { account_id: account.id, name: 'Ana Admin', email, role: 'administrator' })
  const base = await loadSystemActor(sql, account.id, { type: 'user', id: user.id, name: user.name })
  const actor: Actor = { ...base, permissions: rightsOfUser('administrator', true) }

  /** Runs the operation as this workspace's administrator, or as the actor given. */
  const act = <N extends Name>(
    name: N,
    input: Input<N>,
    options: { as?: Actor } & Partial<Call> = {},
  ): Promise<Output<N>> => {
    const { as = actor, ...call } = options
    return invoke(runtime, [name, registry[name]], as, input, { request_id: 'test-request', ...call }) as Promise<
      Output<N>
    >
  }
  /** The events of this workspace, oldest first. */
  const events = () =>
    sql<{ name: string; payload: Record<string, never>; actor: { type: string } }>`
      select name, payload, actor from events where account_id = ${account.id} order by sequence`
  /** The same actor with other rights. */
  const only = (...permissions: Permission[]): Actor => ({ ...actor, permissions: new Set(permissions) })
  return { actor, act, events, only }
}
