import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openUnlimited } from '#test/database.ts'
import { openPlans } from '#test/plan.ts'
import { openRealEstate } from '#test/properties.ts'

/** The most rows of a table that a statement may read, whatever the query: the newest, and each kind of candidates. */
const MOST = 3_000

describe('Among six thousand records of each kind', async () => {
  const { runtime, act, actor, inbox, talk, addAccount } = await openRealEstate()
  const sql = await openUnlimited(runtime.database)
  const { plansOf } = openPlans(runtime, actor)
  const account_id = actor.account.id
  const long = await talk({ source_id: 'larga', contact: { name: 'Óscar Ñandubay', phone_number: '+573999999999' } })

  before(async () => {
    await fill(account_id, inbox.id, long.id, 6_000)
    const other = await addAccount()
    const theirs = await other.talk()
    await fill(other.actor.account.id, other.inbox.id, theirs.id, 600)
    await sql`vacuum analyze`
  })

  const tables = [
    'contacts',
    'messages',
    'leads',
    'opportunities',
    'properties',
    'knowledge_documents',
    'knowledge_chunks',
  ]

  for (const query of [
    'ñandubay',
    'ñandubya',
    'pérez',
    'peresz',
    'pe',
    'perez pedido',
    'pedido',
    'pedidoz',
    'zzyzx',
    'persona',
  ]) {
    test(`“${query}” reads a fixed number of rows of each table, through its indexes`, async () => {
      const plans = await plansOf('search_everything', { query })
      assert.ok(plans.length >= 6)
      for (const plan of plans)
        for (const table of tables) {
          assert.ok(plan.rows(table) <= MOST, `${table}: ${plan.rows(table)} ${plan.text.slice(0, 3000)}`)
          assert.ok(!plan.indexes(table).includes('Seq Scan'), `${table}: ${plan.text.slice(0, 3000)}`)
        }
    })
  }

  test('a rare name is found by its words although it is misspelt', async () => {
    const found = await act('search_everything', { query: 'ñandubya oscra' })
    assert.deepEqual(
      found.contacts.map(({ name }) => name),
      ['Óscar Ñandubay'],
    )
    const plans = await plansOf('search_everything', { query: 'ñandubya', kinds: ['contacts'] })
    assert.deepEqual(plans.at(-1)!.indexes('contacts'), ['contacts_pkey', 'contacts_words'])
    assert.ok(plans.at(-1)!.rows('contacts') <= 2)
  })

  /** Everybody is called Pérez, and every message is about an order. */
  async function fill(id: string, inbox_id: string, conversation_id: string, count: number): Promise<void> {
    await sql`
      insert into contacts (account_id, name, phone_number, email, created_at, updated_at)
      select ${id}, initcap(substr(md5(n::text), 1, 6)) || ' Pérez', '+57300' || lpad(n::text, 7, '0'), 'persona' || n || '@example.com', now(), now()
        from generate_series(1, ${count}::int) n`
    await sql`
      insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_name, content, status, created_at, updated_at)
      select ${id}, ${conversation_id}, ${inbox_id}, 'incoming', 'contact', 'x', 'Mi pedido número ' || n, 'sent', now() - make_interval(secs => n), now()
        from generate_series(1, ${count}::int) n`
    await sql`
      insert into leads (account_id, name, currency, pipeline_id, stage_id, stage_entered_at, status, last_activity_at, created_at, updated_at)
      select ${id}, 'Pérez ' || n, 'COP', s.pipeline_id, s.id, now(), 'new', now(), now(), now()
        from generate_series(1, ${count}::int) n, (
          select s.pipeline_id, s.id from stages s join pipelines p on p.account_id = s.account_id and p.id = s.pipeline_id
           where s.account_id = ${id} and p.kind = 'leads' order by s.id limit 1) s`
    await sql`
      insert into opportunities (account_id, name, currency, expected_close_date, probability, pipeline_id, stage_id, stage_entered_at, status,
                                 last_activity_at, created_at, updated_at)
      select ${id}, 'Casa Pérez ' || n, 'COP', now(), 10, s.pipeline_id, s.id, now(), 'open', now(), now(), now()
        from generate_series(1, ${count}::int) n, (
          select s.pipeline_id, s.id from stages s join pipelines p on p.account_id = s.account_id and p.id = s.pipeline_id
           where s.account_id = ${id} and p.kind = 'opportunities' order by s.id limit 1) s`
    await sql`
      insert into properties (account_id, code, name, operation, availability, currency, active, published, created_at, updated_at)
      select ${id}, 'P-' || n, 'Torre Pérez ' || n, 'venta', 'disponible', 'COP', true, true, now(), now()
        from generate_series(1, ${count}::int) n`
    const [{ collection_id } = { collection_id: '' }] = await sql<{ collection_id: string }>`
      insert into knowledge_collections (account_id, name, created_at, updated_at) values (${id}, 'Manual', now(), now())
      returning id as collection_id`
    await sql`
      insert into knowledge_documents (account_id, collection_id, title, source, status, created_by, created_at, updated_at)
      select ${id}, ${collection_id}, 'Manual Pérez ' || n, 'text', 'ready', '{"type":"system","id":null,"name":"x"}', now(), now()
        from generate_series(1, ${count}::int) n`
    await sql`
      insert into knowledge_chunks (account_id, document_id, position, content, language, terms)
      select account_id, id, 0, 'Mi pedido', 'es', knowledge_terms(account_id, 'es', 'mi pedido')
        from knowledge_documents where account_id = ${id}`
  }
})
