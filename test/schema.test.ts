import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import * as contacts from '#domains/contacts/store.ts'
import { makeDatabase } from '#test/database.ts'
import { openPlans } from '#test/plan.ts'
import { openWorkspace } from '#test/workspace.ts'

/** What belongs to the installation, or is looked up before the workspace is known. All else belongs to a workspace. */
const common = ['accounts', 'api_keys', 'installation', 'migrations', 'rate_windows', 'sessions', 'users']

/** Who a row may belong to without being of the same account. */
const people = new Set(['accounts', 'users'])

describe('the schema', async () => {
  const connection = await makeDatabase()
  const client = new pg.Client(connection)
  // The database is dropped when the file is done, and may be gone before the connection is.
  client.on('error', () => {})
  await client.connect()
  after(() => client.end())
  const read = async <T extends object>(text: string): Promise<T[]> => (await client.query<T>(text)).rows
  const tables = (
    await read<{ name: string }>(`
      select relname::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`)
  ).map(({ name }) => name)
  const tenant = new Set(tables.filter((name) => !common.includes(name)))

  test('names every table that is not of a workspace, and no other', () => {
    assert.deepEqual(
      common.filter((name) => !tables.includes(name)),
      [],
    )
    assert.ok(tenant.size > 5)
  })

  test('gives every table of a workspace its account, which is never absent', async () => {
    const columns = await read<{ table: string; type: string; required: boolean }>(`
      select attrelid::regclass::text as table, format_type(atttypid, atttypmod) as type, attnotnull as required
        from pg_attribute where attname = 'account_id' and attnum > 0 and not attisdropped`)
    const right = columns.filter(({ type, required }) => type === 'bigint' && required)
    const owned = new Set(right.map(({ table }) => table))
    assert.deepEqual(
      [...tenant].filter((name) => !owned.has(name)),
      [],
    )
  })

  test('has the account in every primary key and in everything that is unique', async () => {
    const indexes = await read<{ table: string; name: string; primary: boolean; columns: string[] }>(`
      select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, i.indisprimary as primary,
             array(select pg_get_indexdef(i.indexrelid, k, true) from generate_series(1, i.indnkeyatts) as k) as columns
        from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace and i.indisunique`)
    const owned = indexes.filter(({ table }) => tenant.has(table))
    const primary = new Set(owned.filter((index) => index.primary).map(({ table }) => table))
    assert.deepEqual(
      [...tenant].filter((name) => !primary.has(name)),
      [],
    )
    assert.deepEqual(
      owned.filter(({ columns }) => !columns.includes('account_id')),
      [],
    )
    const exclusions = await read(`select conname from pg_constraint where contype = 'x'`)
    assert.deepEqual(exclusions, [])
  })

  test('lets no row point at a row of another account', async () => {
    const wrong = (await foreignKeys()).filter(({ table, target, columns, target_columns }) => {
      if (people.has(target) || !tenant.has(table)) return false
      const place = columns.indexOf('account_id')
      return place < 0 || target_columns[place] !== 'account_id'
    })
    assert.deepEqual(wrong, [])
  })

  test('points from nothing common into a workspace', async () => {
    const wrong = (await foreignKeys()).filter(({ table, target }) => !tenant.has(table) && tenant.has(target))
    assert.deepEqual(wrong, [])
  })

  test('finds by an index whatever points at a row, so that taking the row away is quick', async () => {
    const indexes = await read<{ table: string; columns: string[] }>(`
      select i.indrelid::regclass::text as table,
             array(select pg_get_indexdef(i.indexrelid, k, true) from generate_series(1, i.indnkeyatts) as k) as columns
        from pg_index i where i.indpred is null`)
    const uncovered = (await foreignKeys()).filter(
      ({ table, columns }) =>
        !indexes.some((index) => {
          const first = new Set(index.columns.slice(0, columns.length))
          return index.table === table && columns.every((column) => first.has(column))
        }),
    )
    const names = uncovered.map(({ table, columns }) => `${table} (${columns.join(', ')})`)
    assert.deepEqual(names, [])
  })

  test('can be spread over machines as the operators are told: every table, and none before what it points at', async () => {
    const told = /create_distributed_table\(t, 'account_id'\) from unnest\(array\[([^\]]+)\]/.exec(
      await readFile('docs/operations.md', 'utf8'),
    )![1]!
    const order = [...told.matchAll(/'(\w+)'/g)].map((match) => match[1]!)
    // The queues are claimed across accounts and stay where they are.
    const queues = new Set(['deliveries', 'webhooks', 'webhook_deliveries', 'webhook_attempts'])
    assert.deepEqual(order.toSorted(), [...tenant].filter((name) => !queues.has(name)).sort())
    const early = (await foreignKeys()).filter(
      ({ table, target }) =>
        order.includes(target) && order.includes(table) && order.indexOf(table) < order.indexOf(target),
    )
    assert.deepEqual(early, [])
  })

  test('does nothing behind the back of those who write: no trigger, no rule', async () => {
    assert.deepEqual(await read(`select tgrelid::regclass, tgname from pg_trigger where not tgisinternal`), [])
    assert.deepEqual(await read(`select tablename, rulename from pg_rules where schemaname = 'public'`), [])
  })

  test('knows every moment with its time zone', async () => {
    const wrong = await read(`
      select c.relname, a.attname, format_type(a.atttypid, null) as type
        from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
         and (a.atttypid in ('timestamp'::regtype, 'time'::regtype, 'timetz'::regtype)
              or (a.attname like '%\\_at' and a.atttypid <> 'timestamptz'::regtype))`)
    assert.deepEqual(wrong, [])
  })

  test('keeps money exact, ids whole and text unbounded by the column', async () => {
    const wrong = await read(`
      select c.relname, a.attname, format_type(a.atttypid, a.atttypmod) as type
        from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
         and (a.atttypid in ('money'::regtype, 'real'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'json'::regtype)
              or (a.attname = 'id' and a.atttypid not in ('bigint'::regtype, 'uuid'::regtype)))`)
    assert.deepEqual(wrong, [])
  })

  type ForeignKey = { table: string; target: string; columns: string[]; target_columns: string[] }

  function foreignKeys(): Promise<ForeignKey[]> {
    const names = (numbers: string, table: string) => `
      array(select a.attname::text from unnest(${numbers}) with ordinality as n (number, place)
              join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number order by n.place)`
    return read<ForeignKey>(`
      select conrelid::regclass::text as table, confrelid::regclass::text as target,
             ${names('conkey', 'conrelid')} as columns, ${names('confkey', 'confrelid')} as target_columns
        from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`)
  }
})

describe('among twenty thousand contacts', async () => {
  const { runtime, sql, actor, act, addAccount } = await openWorkspace()
  const account_id = actor.account.id
  const { planOf, planWhile } = openPlans(runtime, actor)

  before(async () => {
    const rare = await act('create_label', { title: 'rara' })
    const usual = await act('create_label', { title: 'usual' })
    await fill(account_id, 20_000)
    await fill((await addAccount()).actor.account.id, 5_000)
    await sql`
      insert into contact_labels (account_id, contact_id, label_id)
      select account_id, id, case when id % 2500 = 0 then ${rare.id}::bigint else ${usual.id}::bigint end
        from contacts where account_id = ${account_id} and id % 2 = 0`
    await sql`
      insert into contact_notes (account_id, contact_id, body, author, created_at)
      select account_id, id, 'Nota ' || n, '{"type":"system","id":null,"name":"x"}', created_at
        from contacts, generate_series(1, 5) as n where account_id = ${account_id} and id % 8 = 0`
    await runtime.database.work.query('vacuum analyze')
  })

  test('the newest are read from their index, and no others', async () => {
    const plan = await planOf('search_contacts', {})
    assert.deepEqual(plan.indexes('contacts'), ['contacts_newest'], plan.text)
    assert.ok(plan.rows('contacts') <= 26, plan.text)
  })

  test('the next page begins where the last one ended', async () => {
    const first = await act('search_contacts', { limit: 100 })
    const plan = await planOf('search_contacts', { cursor: first.next_cursor!, limit: 100 })
    assert.deepEqual(plan.indexes('contacts'), ['contacts_newest'], plan.text)
    assert.ok(plan.rows('contacts') <= 101, plan.text)
  })

  test('one is found by its id', async () => {
    const plan = await planOf('get_contact', { contact_id: await someone() }, 0)
    assert.deepEqual(plan.indexes('contacts'), ['contacts_pkey'], plan.text)
    assert.equal(plan.rows('contacts'), 1)
  })

  test('its notes are read from their index, newest first', async () => {
    const plan = await planOf('get_contact', { contact_id: await someone() }, 1)
    assert.deepEqual(plan.indexes('contact_notes'), ['contact_notes_newest'], plan.text)
    assert.equal(plan.rows('contact_notes'), 5)
  })

  test('one is found by phone number or e-mail, each by its own index', async () => {
    const plan = await planWhile((ctx) => contacts.findByChannels(ctx, ['+573000000007'], ['persona8@example.com']))
    const used = ['contacts_email_unique', 'contacts_phone_number_unique', 'contacts_pkey']
    assert.deepEqual(plan.indexes('contacts'), used, plan.text)
    assert.ok(plan.rows('contacts') <= 4, plan.text)
  })

  test('those with a rare label are found through the label', async () => {
    const plan = await planOf('search_contacts', { labels: ['rara'] })
    assert.ok(plan.indexes('contact_labels').includes('contact_labels_label'), plan.text)
    assert.ok(plan.rows('contacts') <= RECENT, plan.text)
  })

  test('those with an attribute few have are found through the attribute', async () => {
    const plan = await planOf('search_contacts', { attributes: { utm_source: 'feria' } })
    assert.ok(plan.indexes('contacts').includes('contacts_attributes'), plan.text)
    assert.ok(plan.rows('contacts') <= RECENT, plan.text)
  })

  test('a rare word, a part of one, an address and a phone number are found by the letters in them', async () => {
    for (const query of ['nandubay', 'Ñandubay', 'ñandub', '300 001 2345', 'persona12345@example.com']) {
      const plan = await planOf('search_contacts', { query })
      assert.ok(plan.indexes('contacts').includes('contacts_search'), `${query}: ${plan.text}`)
      assert.ok(plan.rows('contacts') <= RECENT, `${query}: ${plan.text}`)
    }
  })

  test('what nobody has is soon known', async () => {
    for (const input of [{ query: 'zzyzx' }, { attributes: { utm_source: 'nadie' } }]) {
      const plan = await planOf('search_contacts', input)
      assert.ok(plan.rows('contacts') <= RECENT, plan.text)
    }
  })

  test('what most have is found among the newest', async () => {
    for (const input of [{ query: 'perez' }, { labels: ['usual'] }, { attributes: { utm_source: 'instagram' } }]) {
      const plan = await planOf('search_contacts', input)
      assert.ok(plan.indexes('contacts').includes('contacts_newest'), plan.text)
      assert.ok(plan.rows('contacts') <= RECENT, plan.text)
    }
  })

  test('those of a day long gone are read from that day, not from all days since', async () => {
    const day = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10)
    const plan = await planOf('search_contacts', { period: 'custom', date_from: day, date_to: day })
    assert.ok(plan.indexes('contacts').includes('contacts_newest'), plan.text)
    assert.ok(plan.rows('contacts') <= RECENT, plan.text)
  })

  /** Makes contacts of the last two weeks, one a minute, with a word, an attribute and a label few of them have. */
  async function fill(id: string, count: number): Promise<void> {
    await sql`
      insert into contacts (account_id, name, phone_number, email, custom_attributes, created_at, updated_at)
      select ${id}, initcap(substr(md5(n::text), 1, 6)) || case when n % 5000 = 0 then ' Ñandubay' else ' Pérez' end,
             '+57300' || lpad(n::text, 7, '0'), 'persona' || n || '@example.com',
             jsonb_build_object('utm_source', case when n % 4000 = 0 then 'feria' else 'instagram' end, 'age', n % 60),
             now() - make_interval(mins => n), now()
        from generate_series(1, ${count}::int) as n`
  }

  async function someone(): Promise<string> {
    const [row] = await sql<{ id: string }>`
      select id from contacts where account_id = ${account_id} and id % 8 = 0 order by id limit 1`
    return row!.id
  }
})

/** The most rows of contacts any search may look through: a tenth of those there are, and a page. */
const RECENT = 2_100
