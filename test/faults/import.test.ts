import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Sql } from '#db/sql.ts'
import { toUrl } from '#test/address.ts'
import { openClassicNode } from '#test/classic.ts'
import { openUnlimited } from '#test/database.ts'
import { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

/** FULL=1 imports 10,000 contacts and 50,000 messages with five kills. */
const isFull = process.env.FULL === '1'
const [people, talks, kills] = isFull ? [10_000, 5_000, 5] : [60, 30, 2]
const PER_TALK = 10

const there = await openClassicNode({ HILO_ACCOUNT_LIMIT: '10000000', HILO_CLASSIC_IP_LIMIT: '10000000' })
const here = await openNode()
const source = await openUnlimited(there.node.runtime.database)
const target = await openUnlimited(here.node.runtime.database)
const files = await mkdtemp(join(tmpdir(), 'hilo-import-'))
after(() => rm(files, { recursive: true, force: true }))

test(
  `Killed ${kills} times, an import of ${people} contacts loses and repeats nothing`,
  { timeout: 3_600_000 },
  async (t) => {
    await seed(source, there.account_id)
    const begun = performance.now()
    const total = people + talks + talks * PER_TALK
    for (let kill = 1; kill <= kills; kill++) {
      const child = startImport()
      const wanted = Math.floor((total * kill) / (kills + 1))
      await until(async () => child.exitCode !== null || (await imported()) >= wanted, `${wanted} records`, 1_800_000)
      assert.equal(child.exitCode, null, 'the import was still running')
      child.kill('SIGKILL')
      await once(child, 'exit')
      assert.ok((await imported()) < total, 'it was killed on the way')
    }
    const last = startImport()
    const [code] = (await once(last, 'exit')) as [number]
    assert.equal(code, 0)
    t.diagnostic(
      `${people} contacts, ${talks} conversations and ${talks * PER_TALK} messages with ${kills} kills in ${Math.round((performance.now() - begun) / 1000)} s`,
    )
    assert.deepEqual(await fingerprint(target, here.account_id), await fingerprint(source, there.account_id))
    const [events] = await here.sql<{ count: number }>`select count(*)::int as count from events`
    assert.equal(events!.count, 0)
  },
)

function startImport(): ChildProcess {
  const args = ['import', 'chatwoot', '--url', there.url, '--account', here.account_id, '--json']
  return spawn(process.execPath, ['bin/hilo.mjs', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: toUrl(here.connection), HILO_DATA: files, HILO_IMPORT_TOKEN: there.token },
  })
}

async function imported(): Promise<number> {
  const [row] = await here.sql<{ count: number }>`
    select count(*)::int as count from imported_records where kind in ('contacts', 'conversations', 'messages')`
  return row!.count
}

/** Contacts, every fifth with a note, and conversations of ten messages with every second of them, a minute apart. */
async function seed(sql: Sql, account_id: string): Promise<void> {
  const { id: inbox_id } = await there.ok('POST', '/inboxes', { name: 'Evolution', channel: { type: 'api' } })
  const begin = '2026-01-05T12:00:00Z'
  await sql`
    insert into contacts (account_id, name, phone_number, email, identifier, custom_attributes, created_at, updated_at)
    select ${account_id}, 'Cliente ' || n, '+573' || (100000000 + n), 'c' || n || '@example.com', 'id-' || n, jsonb_build_object('numero', n),
           ${begin}::timestamptz + make_interval(mins => n), ${begin}::timestamptz
      from generate_series(1, ${people}) n`
  await sql`
    insert into contact_notes (account_id, contact_id, body, author, created_at)
    select account_id, id, 'Nota de ' || name, ${{ type: 'system', id: null, name: 'Ana' }}::jsonb, created_at
      from contacts where account_id = ${account_id} and id % 5 = 0`
  await sql`
    insert into contact_identities (account_id, contact_id, inbox_id, source_id, created_at)
    select account_id, id, ${inbox_id}, 'origen-' || id, created_at from contacts
     where account_id = ${account_id} order by id limit ${talks}`
  await sql`
    insert into conversations (account_id, inbox_id, contact_id, identity_id, status, opened_at, last_activity_at, created_at, updated_at)
    select account_id, inbox_id, contact_id, id, case when id % 3 = 0 then 'resolved' else 'open' end, created_at,
           created_at + make_interval(mins => ${PER_TALK}), created_at, created_at
      from contact_identities where account_id = ${account_id} order by id`
  await sql`
    insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_name, content, private, status, external_id,
                          created_at, updated_at)
    select c.account_id, c.id, c.inbox_id, case when n % 2 = 1 then 'incoming' else 'outgoing' end,
           case when n % 2 = 1 then 'contact' else 'external' end, 'Ana', 'Mensaje ' || n || ' de ' || c.id, n % 4 = 0, 'sent',
           'WAID:' || c.id || ':' || n, c.created_at + make_interval(mins => n), c.created_at
      from conversations c, generate_series(1, ${PER_TALK}) n where c.account_id = ${account_id} order by c.id, n`
  await sql`
    update conversations c set last_message_id = (select max(m.id) from messages m where m.account_id = c.account_id and m.conversation_id = c.id)
     where c.account_id = ${account_id}`
}

/** The content of a workspace, as one hash per table, without ids. */
async function fingerprint(sql: Sql, account_id: string) {
  const [row] = await sql<Record<string, string>>`
    select (select count(*) || ' ' || md5(string_agg(concat_ws('|', name, phone_number, email, identifier, custom_attributes, created_at), E'\n' order by identifier))
              from contacts where account_id = ${account_id}) as contacts,
           (select count(*) || ' ' || md5(string_agg(concat_ws('|', k.identifier, n.body, n.author ->> 'name', n.created_at), E'\n' order by k.identifier))
              from contact_notes n join contacts k on k.account_id = n.account_id and k.id = n.contact_id where n.account_id = ${account_id}) as notes,
           (select count(*) || ' ' || md5(string_agg(concat_ws('|', k.identifier, d.source_id, c.status, c.created_at, c.last_activity_at), E'\n' order by k.identifier))
              from conversations c join contacts k on k.account_id = c.account_id and k.id = c.contact_id
              join contact_identities d on d.account_id = c.account_id and d.id = c.identity_id where c.account_id = ${account_id}) as conversations,
           (select count(*) || ' ' || md5(string_agg(concat_ws('|', k.identifier, m.content, m.direction, m.private, m.external_id, m.created_at), E'\n' order by m.external_id))
              from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
              join contacts k on k.account_id = c.account_id and k.id = c.contact_id where m.account_id = ${account_id}) as messages`
  return row
}
