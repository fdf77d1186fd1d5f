import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { invoke } from '#kernel/invoke.ts'
import type { Hands } from '#kernel/subscriber.ts'
import { run_contact_imports } from '#subscribers/run_contact_imports.ts'
import { hands as handsFor } from '#kernel/worker.ts'
import { refusal } from '#test/refusal.ts'
import { type Input, openWorkspace } from '#test/workspace.ts'

const { act, events, sql, runtime, only, addAccount } = await openWorkspace()

type Workspace = Awaited<ReturnType<typeof addAccount>>

async function exported(asked: Input<'export_contacts'> = {}, hands: Pick<Workspace, 'act'> = { act }) {
  const pieces: string[] = []
  for await (const piece of await hands.act('export_contacts', asked)) pieces.push(piece)
  const csv = pieces.join('')
  return { csv, pieces, records: parse(csv, { columns: true }) as Record<string, string>[] }
}

test('an empty workspace exports the names of the columns', async () => {
  const { csv } = await exported({}, await addAccount())
  assert.equal(csv, 'name,phone_number,email,city,country,company_name,job_title,bio,labels,created_at\r\n')
})

test('contacts are written newest first, with a column for every custom attribute, and read back as they were', async () => {
  const hands = await addAccount()
  await hands.act('create_label', { title: 'Vip' })
  await hands.act('create_label', { title: 'Cliente, antiguo' })
  const first = await hands.act('create_contact', {
    name: 'Peña, "Pepe"',
    phone_number: '+573001234567',
    email: 'pepe@example.com',
    bio: 'Dos\nlíneas; y más',
    custom_attributes: { utm_source: 'google', visits: 3 },
    labels: ['Vip', 'Cliente, antiguo'],
  })
  await hands.act('create_contact', { name: 'Eva', email: 'eva@example.com', custom_attributes: { vip: true } })
  const { records } = await exported({}, hands)
  assert.deepEqual(
    records.map((record) => record.name),
    ['Eva', 'Peña, "Pepe"'],
  )
  assert.deepEqual(records[1], {
    name: first.name,
    phone_number: first.phone_number,
    email: first.email,
    city: '',
    country: '',
    company_name: '',
    job_title: '',
    bio: first.bio,
    labels: '"Cliente, antiguo"; Vip',
    created_at: first.created_at,
    utm_source: 'google',
    vip: '',
    visits: '3',
  })
})

test('a cell a spreadsheet would run is made text; a phone number stays one', async () => {
  const hands = await addAccount()
  await hands.act('create_contact', {
    name: '=HYPERLINK("http://mal.example","x")',
    phone_number: '+573001234567',
    email: 'mal@example.com',
    city: '@SUM(1)',
    custom_attributes: { '=clave': '-1+1', saldo: -5 },
  })
  const { csv, records } = await exported({}, hands)
  const [record] = records
  assert.equal(record?.name, `'=HYPERLINK("http://mal.example","x")`)
  assert.equal(record?.city, "'@SUM(1)")
  assert.equal(record?.phone_number, '+573001234567')
  assert.equal(record?.['custom_attributes.=clave'], "'-1+1")
  assert.equal(record?.saldo, '-5')
  for (const cell of parse(csv).flat() as string[]) assert.ok(!/^[=@\t\r|%]/.test(cell), cell)
})

test('only the contacts the filters of the search find are written', async () => {
  const hands = await addAccount()
  await hands.act('create_label', { title: 'Vip' })
  await hands.act('create_contact', { name: 'Inés', email: 'ines@example.com', labels: ['Vip'] })
  await hands.act('create_contact', { name: 'Eva', email: 'eva@example.com' })
  const names = async (asked: Input<'export_contacts'>) =>
    (await exported(asked, hands)).records.map((each) => each.name)
  assert.deepEqual(await names({ query: 'ines' }), ['Inés'])
  assert.deepEqual(await names({ labels: ['vip'] }), ['Inés'])
  assert.deepEqual(await names({ period: 'custom', date_to: '2020-01-01' }), [])
  const filter = { any: [{ all: [{ field: 'labels', operator: 'is_not_present' as const }] }] }
  assert.deepEqual(await names({ filter }), ['Eva'])
})

test('thousands of contacts come in pieces, each contact once', async () => {
  const hands = await addAccount()
  await sql`
    insert into contacts (account_id, name, email, created_at, updated_at)
    select ${hands.actor.account.id}, 'Contacto ' || i, 'c' || i || '@example.com', to_timestamp(i / 3), now() from generate_series(1, 2345) i`
  const { pieces, records } = await exported({}, hands)
  assert.equal(pieces.length, 4)
  assert.equal(records.length, 2345)
  assert.equal(new Set(records.map((record) => record.email)).size, 2345)
})

test('the audit log tells who exported, and what was asked for; nothing else happens', async () => {
  const known = await events()
  await exported({ query: 'ana' })
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'export_contacts')
  assert.deepEqual(entry?.details, { query: 'ana' })
  assert.deepEqual(await events(), known)
})

test('neither the contacts nor the attribute names of another workspace are in it', async () => {
  const [mine, theirs] = [await addAccount(), await addAccount()]
  await mine.act('create_contact', { name: 'Mía', email: 'mia@example.com' })
  const secret = { name: 'Ajena', email: 'ajena@example.com', custom_attributes: { secreta: 'x' } }
  await theirs.act('create_contact', secret)
  assert.doesNotMatch((await exported({}, mine)).csv, /Ajena|secreta/)
})

test('a filter that cannot be met is refused before anything is sent, and it needs the right to read contacts', async () => {
  assert.equal((await refusal(act('export_contacts', { labels: ['No existe'] }))).code, 'not_found')
  assert.equal((await refusal(act('export_contacts', { limit: 5 } as never))).code, 'invalid_request')
  assert.equal((await refusal(act('export_contacts', {}, { as: only('contacts:write') }))).code, 'permission_denied')
})

async function importInto(hands: Workspace, csv: string) {
  const { id: import_id } = await hands.act('import_contacts', { csv })
  const invokeAs: Hands['invoke'] = (op, input) =>
    invoke(runtime, ['import_rows', op], hands.actor, input, { request_id: 'test-request' })
  const event = { account_id: hands.actor.account.id, payload: { import_id } }
  await run_contact_imports.run({ ...handsFor(runtime, {}, event as never), invoke: invokeAs }, event as never)
  return hands.act('get_contact_import', { import_id })
}

test('what one workspace exports another imports as the same contacts', async () => {
  const [from, to] = [await addAccount(), await addAccount()]
  const titles = ['Vip', 'Cliente, antiguo', 'a;b', 'VIP "oro"', '=suma']
  for (const title of titles) for (const hands of [from, to]) await hands.act('create_label', { title })
  const contacts = [
    { name: 'Sencilla', email: 'sencilla@example.com' },
    { name: 'Peña, "Pepe"; hijo', phone_number: '+573001234567', bio: 'Dos\nlíneas', city: "'=no", labels: titles },
    { name: '=cmd|x', email: '+mas@example.com', job_title: '-', company_name: "'Comillas'", country: '@co' },
    {
      name: '👩‍👩‍👧 Íñigo',
      email: 'todo@example.com',
      custom_attributes: {
        city: 'Cali',
        utm_source: 'meta',
        'Plan actual': ' dos ',
        created_at: 'ayer',
        '=x': '+1',
        'a,b': '\tx',
      },
    },
  ]
  for (const contact of contacts) await from.act('create_contact', contact)
  const { csv } = await exported({}, from)
  const done = await importInto(to, csv)
  assert.deepEqual([done.created_count, done.updated_count, done.errors], [contacts.length, 0, []])

  const everyone = async (hands: Workspace) => {
    const { items } = await hands.act('search_contacts', { limit: 100 })
    return items
      .map(({ id: _id, url: _url, created_at: _created, updated_at: _updated, ...rest }) => rest)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }
  assert.deepEqual(await everyone(to), await everyone(from))

  // Once more into where they came from: every row is known, and nothing changes.
  const known = await from.events()
  const again = await importInto(from, csv)
  assert.deepEqual([again.created_count, again.updated_count, again.failed_count], [0, contacts.length, 0])
  assert.deepEqual((await from.events()).map((event) => event.name).slice(known.length), ['contact_import.requested'])
})

test('numbers and yes-or-no among the attributes come back as texts, for a CSV has no kinds', async () => {
  const [from, to] = [await addAccount(), await addAccount()]
  const custom_attributes = { visits: 3, vip: true, code: '007' }
  await from.act('create_contact', { name: 'Tipos', email: 'tipos@example.com', custom_attributes })
  await importInto(to, (await exported({}, from)).csv)
  const [copy] = (await to.act('search_contacts', {})).items
  assert.deepEqual(copy?.custom_attributes, { visits: '3', vip: 'true', code: '007' })
})
