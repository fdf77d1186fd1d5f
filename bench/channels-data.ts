import { createHmac, randomInt, randomUUID } from 'node:crypto'
import type { Sql } from '#db/sql.ts'
import { createAccount } from '#domains/access/setup/provision.ts'
import { seal } from '#kernel/vault.ts'
import { readSecret } from '#server/boot/secret.ts'

/** The inbox that receives. */
export type Inbound = { account_id: string; inbox_id: string; token: string; phone_number_id: string }

/** A number sends at most 80 messages per second, so several share the work. */
const INBOXES = 50
const PEOPLE = 1_000
const APP_SECRET = 'bench-app-secret'
const BUSINESS = '218844907712001'

/** A workspace with connected WhatsApp inboxes, without asking a provider. */
export async function addInboxes(sql: Sql): Promise<Inbound> {
  const secret = await readSecret(sql, undefined)
  const { id: account_id } = await createAccount(sql, secret, { name: 'Bench' })
  const inboxes = Array.from({ length: INBOXES }, (_, i) => {
    const phone_number_id = String(334455667788000 + i)
    const credentials = {
      phone_number_id,
      business_account_id: BUSINESS,
      access_token: 'bench-token',
      app_secret: APP_SECRET,
    }
    return { phone_number_id, token: randomUUID(), credentials: seal(secret, JSON.stringify(credentials)) }
  })
  for (const { phone_number_id, token, credentials } of inboxes)
    await sql`
      with i as (
        insert into inboxes (account_id, name, channel, auto_assign, token, identity_secret, created_at, updated_at)
        values (${account_id}, ${phone_number_id}, 'whatsapp', false, ${token}, '', now(), now()) returning account_id, id
      ) insert into channel_connections (account_id, inbox_id, channel, credentials, verify_token, external_id, account_name, state, checked_at,
                                         templates_synced_at, created_at, updated_at)
        select account_id, id, 'whatsapp', ${credentials}, 'bench', ${phone_number_id}, 'Bench', 'connected', now(), now(), now(), now() from i`
  const [{ token, phone_number_id }] = inboxes as [(typeof inboxes)[number]]
  const [inbox] = await sql<{
    id: string
  }>`select id from inboxes where account_id = ${account_id} and token = ${token}`
  return { account_id, inbox_id: inbox!.id, token, phone_number_id }
}

/** A signed webhook with one text of one of many people. */
export function webhookOf({ phone_number_id }: Inbound): { body: Buffer; headers: Record<string, string> } {
  const wa_id = `5730000${String(randomInt(PEOPLE)).padStart(5, '0')}`
  const message = {
    from: wa_id,
    id: `wamid.${randomUUID()}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: 'Hola, ¿sigue disponible el apartamento de Cedritos?' },
  }
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '573000000000', phone_number_id },
    contacts: [{ profile: { name: 'Laura Pérez' }, wa_id }],
    messages: [message],
  }
  const entry = [{ id: BUSINESS, changes: [{ field: 'messages', value }] }]
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  const digest = createHmac('sha256', APP_SECRET).update(body).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${digest}` } }
}

/** Queues one message to each of many new people, spread over the inboxes. */
export async function fillOutbox(sql: Sql, { account_id }: Inbound, count: number): Promise<void> {
  await sql`
    with people as (
      insert into contacts (account_id, name, created_at, updated_at)
      select ${account_id}, 'Bench', now(), now() from generate_series(1, ${count}::int) returning id
    ), placed as (
      select p.id as contact_id, i.id as inbox_id
        from (select id, row_number() over (order by id) as n from people) p
        join (select id, row_number() over (order by id) as n from inboxes where account_id = ${account_id}) i on i.n = 1 + p.n % ${INBOXES}::int
    ), known as (
      insert into contact_identities (account_id, contact_id, inbox_id, source_id, created_at)
      select ${account_id}, contact_id, inbox_id, '57310' || contact_id, now() from placed returning id, contact_id, inbox_id
    ), begun as (
      insert into conversations (account_id, inbox_id, contact_id, identity_id, status, last_activity_at, reply_window_opened_at,
                                 reply_window_closes_at, created_at, updated_at)
      select ${account_id}, inbox_id, contact_id, id, 'open', now(), now(), now() + interval '1 day', now(), now() from known
      returning id, inbox_id
    ), written as (
      insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_name, content, status, created_at, updated_at)
      select ${account_id}, id, inbox_id, 'outgoing', 'agent', 'Bench', 'Con gusto, le envío los planos.', 'pending', now(), now() from begun
      returning id, conversation_id, inbox_id
    ) insert into channel_outbox (account_id, inbox_id, conversation_id, message_id, kind, due_at, not_before)
      select ${account_id}, inbox_id, conversation_id, id, 'message', now(), now() from written`
}
