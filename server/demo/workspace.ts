import { seedContacts } from '#server/demo/contacts.ts'
import { createAccount, createKey, createUser } from '#domains/access/setup.ts'
import { actAs } from '#kernel/act.ts'
import type { Runtime } from '#kernel/runtime.ts'

export type Demo = { account_id: string; email: string; password: string; key: string }

const PEOPLE = [
  { name: 'Valentina Ríos Cárdenas', email: 'valentina@hilo.example', role: 'administrator' },
  { name: 'Andrés Felipe Muñoz', email: 'andres@hilo.example', role: 'agent' },
  { name: 'Luisa Fernanda Peña', email: 'luisa@hilo.example', role: 'agent' },
  { name: 'Santiago Ibáñez Mora', email: 'santiago@hilo.example', role: 'agent' },
  { name: 'Paula Andrea Gómez', email: 'paula@hilo.example', role: 'agent', visibility: 'own' },
  { name: 'Julián Ordóñez Vega', email: 'julian@hilo.example', role: 'agent', visibility: 'team' },
] as const

const PASSWORD = 'hilo-demo-2026'

/** A workspace of a Colombian business that sells homes and cars, the same every time, its past counted back from now. */
export async function createDemo(runtime: Runtime): Promise<Demo> {
  const { database, secret } = runtime
  const account = await createAccount(database.sql, secret, {
    name: 'Casa & Motor',
    modules: ['real_estate', 'test_drives'],
  })
  const [first] = await Promise.all(
    PEOPLE.map((person, i) =>
      createUser(database.sql, { ...person, account_id: account.id, password: PASSWORD, super_administrator: i === 0 }),
    ),
  )
  const system = { type: 'system', id: null, name: 'Demo' } as const
  const key = {
    account_id: account.id,
    user_id: first!.id,
    name: 'Demo',
    role: 'full',
    scopes: [],
    expires_at: null,
  } as const
  const { key: text } = await createKey(database.sql, { ...key, created_by: system, now: new Date() })
  // What the demo pretends has happened must not be sent anywhere.
  const quiet: Runtime = { ...runtime, subscribersOf: () => [] }
  await seedContacts(quiet, await actAs(database.sql, account.id, { type: 'user', id: first!.id, name: first!.name }))
  return { account_id: account.id, email: first!.email, password: PASSWORD, key: text }
}

/** The demo is for an installation nobody uses yet. */
export async function isEmpty({ database }: Runtime): Promise<boolean> {
  const rows = await database.sql`select 1 from accounts limit 1`
  return rows.length === 0
}
