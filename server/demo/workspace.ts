import { HILO } from '#contract/records/author.ts'
import { transaction } from '#db/database.ts'
import { storeBytes } from '#doors/files/store.ts'
import { hashPassword } from '#domains/access/sign-in/passwords.ts'
import { createAccount, createKey, createUser } from '#domains/access/setup/provision.ts'
import { recordOverdue } from '#domains/conversations/sla/breaches.ts'
import { seedAutomation } from '#server/demo/automation.ts'
import { seedCampaigns } from '#server/demo/campaigns.ts'
import { seedContacts } from '#server/demo/contacts.ts'
import { seedConversations } from '#server/demo/conversations.ts'
import { seedCrm } from '#server/demo/crm.ts'
import { seedKnowledge } from '#server/demo/knowledge.ts'
import { seedLabels } from '#server/demo/labels.ts'
import { drivers } from '#server/demo/deals.ts'
import type { VoiceNote } from '#server/demo/messages.ts'
import { demoPassword } from '#server/demo/password.ts'
import { seedNotifications } from '#server/demo/notifications.ts'
import { openPast, type Past } from '#server/demo/past.ts'
import { seedPipelines } from '#server/demo/pipelines.ts'
import { seedProperties } from '#server/demo/properties.ts'
import { seedSetup } from '#server/demo/setup.ts'
import { seedVehicles } from '#server/demo/vehicles.ts'
import { hum, HUM_SECONDS } from '#server/demo/voice-note.ts'
import type { Files } from '#gateways/files/file-storage.ts'
import { writeHistory } from '#kernel/outbox.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
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

/** Creates the workspace of a Colombian business that sells homes and cars. Its data is always the same, dated back from now. */
export async function createDemo(runtime: Runtime, files: Files): Promise<Demo> {
  const { database, secret, config } = runtime
  const account = await createAccount(database.sql, secret, {
    name: 'Casa & Motor',
    modules: ['real_estate', 'test_drives'],
  })
  await database.sql`update installation set demo_account_id = ${account.id}, demo_ready = false`
  const password = demoPassword(config.base_url)
  const password_hash = await hashPassword(password)
  const users = await Promise.all(
    PEOPLE.map((person) => createUser(database.sql, { ...person, password_hash, account_id: account.id })),
  )
  const actors = await Promise.all(
    users.map(({ id, name }) => loadSystemActor(database.sql, account.id, { type: 'user', id, name })),
  )
  const [first] = users
  const recording = await storeBytes(files, account.id, hum(), { file_name: 'nota-de-voz.wav', type: 'audio/wav' })
  const voice = { ...recording, duration_seconds: HUM_SECONDS }
  // Everything is written in one transaction on one connection: statements are planned once, and a crash leaves no partial data.
  await transaction(database.work, (sql) => seedAll(openPast(runtime, sql, actors), voice))
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
  return { account_id: account.id, email: first!.email, password, key: text }
}

/** Creates all demo data: first the records others refer to, then those that refer to them. */
async function seedAll(past: Past, voice: VoiceNote): Promise<void> {
  await seedLabels(past)
  const [people, inboxes, pipelines, offered] = await Promise.all([
    seedContacts(past),
    seedSetup(past),
    seedPipelines(past),
    seedProperties(past),
  ])
  await seedConversations(past, inboxes, people, voice)
  await seedCrm(past, { pipelines, ...offered }, people)
  await Promise.all([
    seedVehicles(past, drivers(people)),
    seedCampaigns(past, inboxes, people),
    seedAutomation(past),
    seedKnowledge(past),
    seedBreaches(past),
  ])
  await seedNotifications(past)
  await writeHistory(past.sql, past.account_id, past.events)
}

/** Records the SLA breaches as of when each was due, instead of all of them today. */
async function seedBreaches({ sql, happen, account_id, now }: Past): Promise<void> {
  const late = await sql<{ id: string }>`
    select id from conversations where account_id = ${account_id} and sla_due_at <= now() order by id`
  const ids = late.map(({ id }) => id)
  await happen('breach_slas', HILO, now, (ctx) => recordOverdue(ctx, ids))
  await sql`update sla_breaches set breached_at = due_at where account_id = ${account_id}`
}

const LOCK = 7_145_002

/**
 * Creates the demo on the first start, once even if several servers start together. A demo left unfinished by a crash is
 * replaced; an installation that already has a workspace gets none.
 */
export async function createFirstDemo(runtime: Runtime, files: Files, onStart = () => {}): Promise<Demo | undefined> {
  const { database } = runtime
  const turn = await database.work.connect()
  try {
    // A second server waits here until the demo is ready, which may exceed the statement timeout.
    await turn.query('set statement_timeout = 0')
    await turn.query('select pg_advisory_lock($1)', [LOCK])
    const [known] = await database.sql<{ demo_account_id: string | null; demo_ready: boolean }>`
      select demo_account_id, demo_ready from installation`
    if (known?.demo_ready) return undefined
    if (known?.demo_account_id) await database.sql`delete from accounts where id = ${known.demo_account_id}`
    const others = await database.sql`select from accounts limit 1`
    if (others.length > 0) return undefined
    onStart()
    return await createDemo(runtime, files)
  } finally {
    await turn.query('select pg_advisory_unlock($1)', [LOCK])
    await turn.query('reset statement_timeout')
    turn.release()
  }
}
