import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import * as contacts from '#domains/contacts/store.ts'
import { makeDatabase, openUnlimited } from '#test/database.ts'
import { openPlans } from '#test/plan.ts'
import { openWorkspace } from '#test/workspace.ts'

/** Tables of the installation, or read before the workspace is known. All others belong to a workspace. */
const common = [
  'accounts',
  'api_keys',
  'function_files',
  'installation',
  'login_links',
  'migrations',
  'oauth_clients',
  'oauth_tokens',
  'rate_windows',
  'sessions',
  'user_tokens',
  'users',
]

/** Tables that a row may reference without sharing its account. */
const people = new Set(['accounts', 'users'])

describe('The schema', async () => {
  const connection = await makeDatabase()
  const client = new pg.Client(connection)
  // The database is dropped at the end of this file, possibly before the connection closes.
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

  test('lists every table outside workspaces, and no other', () => {
    assert.deepEqual(
      common.filter((name) => !tables.includes(name)),
      [],
    )
    assert.ok(tenant.size > 5)
  })

  test('has a required account_id in every table of a workspace', async () => {
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

  test('includes the account in every primary key and unique index', async () => {
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

  test('allows no reference to a row of another account', async () => {
    const wrong = (await foreignKeys()).filter(({ table, target, columns, target_columns }) => {
      if (people.has(target) || !tenant.has(table)) return false
      const place = columns.indexOf('account_id')
      return place < 0 || target_columns[place] !== 'account_id'
    })
    assert.deepEqual(wrong, [])
  })

  test('has no reference from a shared table into a workspace', async () => {
    const wrong = (await foreignKeys()).filter(({ table, target }) => !tenant.has(table) && tenant.has(target))
    assert.deepEqual(wrong, [])
  })

  test('has an index for every reference, so that deleting a row is fast', async () => {
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

  test('can be distributed over machines as documented: every table, and none before those it references', async () => {
    const documented = /create_distributed_table\(t, 'account_id'\) from unnest\(array\[([^\]]+)\]/.exec(
      await readFile('docs/operations.md', 'utf8'),
    )![1]!
    const order = [...documented.matchAll(/'(\w+)'/g)].map((match) => match[1]!)
    // The queues are claimed across accounts, so they are not distributed.
    const queues = new Set(['deliveries', 'webhooks', 'webhook_deliveries', 'webhook_attempts'])
    assert.deepEqual(order.toSorted(), [...tenant].filter((name) => !queues.has(name)).sort())
    const early = (await foreignKeys()).filter(
      ({ table, target }) =>
        order.includes(target) && order.includes(table) && order.indexOf(table) < order.indexOf(target),
    )
    assert.deepEqual(early, [])
  })

  test('has no triggers and no rules', async () => {
    assert.deepEqual(await read(`select tgrelid::regclass, tgname from pg_trigger where not tgisinternal`), [])
    assert.deepEqual(await read(`select tablename, rulename from pg_rules where schemaname = 'public'`), [])
  })

  test('stores every timestamp with its time zone', async () => {
    const wrong = await read(`
      select c.relname, a.attname, format_type(a.atttypid, null) as type
        from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
         and (a.atttypid in ('timestamp'::regtype, 'time'::regtype, 'timetz'::regtype)
              or (a.attname like '%\\_at' and a.atttypid <> 'timestamptz'::regtype))`)
    assert.deepEqual(wrong, [])
  })

  test('stores money as exact numbers, ids as integers and text without a column limit', async () => {
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

describe('Among twenty thousand contacts', async () => {
  const { runtime, actor, act, addAccount } = await openWorkspace()
  const sql = await openUnlimited(runtime.database)
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
    await sql`vacuum analyze`
  })

  test('the newest page is read from its index alone', async () => {
    const plan = await planOf('search_contacts', {})
    assert.deepEqual(plan.indexes('contacts'), ['contacts_newest'], plan.text)
    assert.ok(plan.rows('contacts') <= 26, plan.text)
  })

  test('the next page starts where the previous one ended', async () => {
    const first = await act('search_contacts', { limit: 100 })
    const plan = await planOf('search_contacts', { cursor: first.next_cursor!, limit: 100 })
    assert.deepEqual(plan.indexes('contacts'), ['contacts_newest'], plan.text)
    assert.ok(plan.rows('contacts') <= 101, plan.text)
  })

  test('a contact is found by id', async () => {
    const plan = await planOf('get_contact', { contact_id: await someone() }, 0)
    assert.deepEqual(plan.indexes('contacts'), ['contacts_pkey'], plan.text)
    assert.equal(plan.rows('contacts'), 1)
  })

  test('notes are read from their index, newest first', async () => {
    const plan = await planOf('get_contact', { contact_id: await someone() }, 1)
    assert.deepEqual(plan.indexes('contact_notes'), ['contact_notes_newest'], plan.text)
    assert.equal(plan.rows('contact_notes'), 5)
  })

  test('a contact is found by phone number or e-mail, each through its own index', async () => {
    const plan = await planWhile((ctx) => contacts.findByChannels(ctx, ['+573000000007'], ['persona8@example.com']))
    const used = ['contacts_email_unique', 'contacts_phone_number_unique', 'contacts_pkey']
    assert.deepEqual(plan.indexes('contacts'), used, plan.text)
    assert.ok(plan.rows('contacts') <= 4, plan.text)
  })

  test('contacts with a rare label are found through the label', async () => {
    const plan = await planOf('search_contacts', { labels: ['rara'] })
    assert.ok(plan.indexes('contact_labels').includes('contact_labels_label'), plan.text)
    assert.ok(plan.rows('contacts') <= RECENT, plan.text)
  })

  test('contacts with a rare attribute are found through the attribute', async () => {
    const plan = await planOf('search_contacts', { attributes: { utm_source: 'feria' } })
    assert.ok(plan.indexes('contacts').includes('contacts_values'), plan.text)
    assert.ok(plan.rows('contacts') <= RECENT, plan.text)
  })

  test('a rare word, part of a word, an e-mail and a phone number are found through the trigram index', async () => {
    const queries = ['nandubay', 'Ñandubay', 'ñandub', '300 001 2345', '+52 1 55 1234 5678', 'persona12345@example.com']
    for (const query of queries) {
      const plan = await planOf('search_contacts', { query })
      assert.ok(plan.indexes('contacts').includes('contacts_search'), `${query}: ${plan.text}`)
      assert.ok(plan.rows('contacts') <= RECENT, `${query}: ${plan.text}`)
    }
  })

  test('a search without matches ends quickly', async () => {
    for (const input of [{ query: 'zzyzx' }, { attributes: { utm_source: 'nadie' } }]) {
      const plan = await planOf('search_contacts', input)
      assert.ok(plan.rows('contacts') <= RECENT, plan.text)
    }
  })

  test('a common value is found among the newest contacts', async () => {
    for (const input of [{ query: 'perez' }, { labels: ['usual'] }, { attributes: { utm_source: 'instagram' } }]) {
      const plan = await planOf('search_contacts', input)
      assert.ok(plan.indexes('contacts').includes('contacts_newest'), plan.text)
      assert.ok(plan.rows('contacts') <= RECENT, plan.text)
    }
  })

  test('contacts of an old day are read from that day alone', async () => {
    const day = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10)
    const plan = await planOf('search_contacts', { period: 'custom', date_from: day, date_to: day })
    assert.ok(plan.indexes('contacts').includes('contacts_newest'), plan.text)
    assert.ok(plan.rows('contacts') <= RECENT, plan.text)
  })

  /**
   * Creates contacts of the last two weeks, one a minute; few have a certain word, attribute and label. In parts, so
   * that no statement takes too long on a busy machine.
   */
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

/** The most contacts any search may read: a tenth of all, and a page. */
const RECENT = 2_100
