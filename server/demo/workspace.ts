import { inHaste } from '#db/database.ts'
import { hashPassword } from '#domains/access/passwords.ts'
import { createAccount, createKey, createUser } from '#domains/access/setup.ts'
import { breach } from '#domains/conversations/sla.ts'
import { seedAutomation } from '#server/demo/automation.ts'
import { seedCampaigns } from '#server/demo/campaigns.ts'
import { seedContacts } from '#server/demo/contacts.ts'
import { seedConversations } from '#server/demo/conversations.ts'
import { seedCrm } from '#server/demo/crm.ts'
import { seedKnowledge } from '#server/demo/knowledge.ts'
import { seedLabels } from '#server/demo/labels.ts'
import { drivers } from '#server/demo/deals.ts'
import { openPast, type Past } from '#server/demo/past.ts'
import { seedPipelines } from '#server/demo/pipelines.ts'
import { seedProperties } from '#server/demo/properties.ts'
import { seedSetup } from '#server/demo/setup.ts'
import { seedVehicles } from '#server/demo/vehicles.ts'
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
  await database.sql`update installation set demo_account_id = ${account.id}, demo_ready = false`
  const password_hash = await hashPassword(PASSWORD)
  const people = PEOPLE.map((person, i) => ({ ...person, password_hash, super_administrator: i === 0 }))
  const users = await Promise.all(
    people.map((person) => createUser(database.sql, { ...person, account_id: account.id })),
  )
  const actors = await Promise.all(
    users.map(({ id, name }) => actAs(database.sql, account.id, { type: 'user', id, name })),
  )
  const [first] = users
  // What the demo pretends has happened must not be sent anywhere, nor understood by anybody else.
  await inHaste(database, async (hasty) => {
    const quiet = { ...runtime, database: hasty, embedder: undefined, subscribersOf: () => [] }
    await tell(openPast(quiet, actors))
  })
  const key = {
    account_id: account.id,
    user_id: first!.id,
    name: 'Demo',
    role: 'full',
    scopes: [],
    expires_at: null,
  } as const
  const created_by = { type: 'system', id: null, name: 'Demo' } as const
  const { key: text } = await createKey(database.sql, { ...key, created_by, now: new Date() })
  await database.sql`update installation set demo_ready = true`
  return { account_id: account.id, email: first!.email, password: PASSWORD, key: text }
}

/** Everything that has happened: first what there is, then what came of it. */
async function tell(past: Past): Promise<void> {
  await seedLabels(past)
  const [people, inboxes, pipelines, offered] = await Promise.all([
    seedContacts(past),
    seedSetup(past),
    seedPipelines(past),
    seedProperties(past),
  ])
  await seedConversations(past, inboxes, people)
  await seedCrm(past, { pipelines, ...offered }, people)
  await Promise.all([
    seedVehicles(past, drivers(people)),
    seedCampaigns(past, inboxes, people),
    seedAutomation(past),
    seedKnowledge(past),
    keepBreaches(past),
  ])
}

/** Whoever was kept waiting too long was told of when it happened, and not all of them at once today. */
async function keepBreaches({ runtime, account_id }: Past): Promise<void> {
  const { sql } = runtime.database
  const late = await sql<{ id: string }>`
    select id from conversations where account_id = ${account_id} and sla_due_at <= now() order by id`
  const ids = late.map(({ id }) => id)
  await breach(runtime, account_id, ids)
  await sql`update sla_breaches set breached_at = due_at where account_id = ${account_id}`
}

const LOCK = 7_145_002

/**
 * The demo of a first start, once for all nodes that start at the same moment. One that a crash left half-made is made
 * anew; an installation that somebody uses gets none.
 */
export async function createFirstDemo(runtime: Runtime): Promise<Demo | undefined> {
  const { database } = runtime
  const turn = await database.work.connect()
  try {
    // Whoever comes second waits until it is made, which may take longer than a statement is given.
    await turn.query('set statement_timeout = 0')
    await turn.query('select pg_advisory_lock($1)', [LOCK])
    const [known] = await database.sql<{ demo_account_id: string | null; demo_ready: boolean }>`
      select demo_account_id, demo_ready from installation`
    if (known?.demo_ready) return undefined
    if (known?.demo_account_id) await database.sql`delete from accounts where id = ${known.demo_account_id}`
    const others = await database.sql`select from accounts limit 1`
    return others.length > 0 ? undefined : await createDemo(runtime)
  } finally {
    await turn.query('select pg_advisory_unlock($1)', [LOCK])
    await turn.query('reset statement_timeout')
    turn.release()
  }
}
