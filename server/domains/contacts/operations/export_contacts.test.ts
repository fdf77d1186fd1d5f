import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { readCsv } from '#domains/contacts/csv/table.ts'
import { text_fields } from '#domains/contacts/rules.ts'
import { invoke } from '#kernel/invoke.ts'
import type { SubscriberContext } from '#kernel/subscriber.ts'
import { run_contact_imports } from '#subscribers/run_contact_imports.ts'
import { subscriberContext as handsFor } from '#kernel/worker.ts'
import { refusal } from '#test/refusal.ts'
import { type Input, openWorkspace } from '#test/workspace.ts'

const { act, events, sql, runtime, only, addAccount } = await openWorkspace()

type Workspace = Awaited<ReturnType<typeof addAccount>>

async function exported(filters: Input<'export_contacts'> = {}, workspace: Pick<Workspace, 'act'> = { act }) {
  const pieces: string[] = []
  for await (const piece of await workspace.act('export_contacts', filters)) pieces.push(piece)
  const csv = pieces.join('')
  const delimiter = filters.language === 'es' ? ';' : ','
  return { csv, pieces, records: parse(csv, { columns: true, delimiter }) as Record<string, string>[] }
}

test('An empty workspace exports the column names', async () => {
  const { csv } = await exported({}, await addAccount())
  assert.equal(csv, 'name,phone_number,email,city,country,company_name,job_title,bio,labels,created_at\r\n')
})

test('Contacts are exported newest first with all custom attributes, and can be read back', async () => {
  const workspace = await addAccount()
  await workspace.act('create_label', { title: 'Vip' })
  await workspace.act('create_label', { title: 'Cliente, antiguo' })
  const first = await workspace.act('create_contact', {
    name: 'Peña, "Pepe"',
    phone_number: '+573001234567',
    email: 'pepe@example.com',
    bio: 'Dos\nlíneas; y más',
    custom_attributes: { utm_source: 'google', visits: 3 },
    labels: ['Vip', 'Cliente, antiguo'],
  })
  await workspace.act('create_contact', { name: 'Eva', email: 'eva@example.com', custom_attributes: { vip: true } })
  const { records } = await exported({}, workspace)
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

test('A formula becomes text; a phone number stays a phone number', async () => {
  const workspace = await addAccount()
  await workspace.act('create_contact', {
    name: '=HYPERLINK("http://mal.example","x")',
    phone_number: '+573001234567',
    email: 'mal@example.com',
    city: '@SUM(1)',
    custom_attributes: { '=clave': '-1+1', saldo: -5 },
  })
  const { csv, records } = await exported({}, workspace)
  const [record] = records
  assert.equal(record?.name, `'=HYPERLINK("http://mal.example","x")`)
  assert.equal(record?.city, "'@SUM(1)")
  assert.equal(record?.phone_number, '+573001234567')
  assert.equal(record?.['custom_attributes.=clave'], "'-1+1")
  assert.equal(record?.saldo, '-5')
  for (const cell of parse(csv).flat() as string[]) assert.ok(!/^[=@\t\r|%]/.test(cell), cell)
})

test('Only contacts that match the filters are exported', async () => {
  const workspace = await addAccount()
  await workspace.act('create_label', { title: 'Vip' })
  await workspace.act('create_contact', { name: 'Inés', email: 'ines@example.com', labels: ['Vip'] })
  await workspace.act('create_contact', { name: 'Eva', email: 'eva@example.com' })
  const names = async (filters: Input<'export_contacts'>) =>
    (await exported(filters, workspace)).records.map((each) => each.name)
  assert.deepEqual(await names({ query: 'ines' }), ['Inés'])
  assert.deepEqual(await names({ labels: ['vip'] }), ['Inés'])
  assert.deepEqual(await names({ period: 'custom', date_to: '2020-01-01' }), [])
  const filter = { any: [{ all: [{ field: 'labels', operator: 'is_not_present' as const }] }] }
  assert.deepEqual(await names({ filter }), ['Eva'])
})

test('Thousands of contacts are streamed in pieces, each contact once', async () => {
  const workspace = await addAccount()
  await sql`
    insert into contacts (account_id, name, email, created_at, updated_at)
    select ${workspace.actor.account.id}, 'Contacto ' || i, 'c' || i || '@example.com', to_timestamp(i / 3), now() from generate_series(1, 2345) i`
  const { pieces, records } = await exported({}, workspace)
  assert.equal(pieces.length, 4)
  assert.equal(records.length, 2345)
  assert.equal(new Set(records.map((record) => record.email)).size, 2345)
})

test('The audit log records the export with its filters, and no event is emitted', async () => {
  const known = await events()
  await exported({ query: 'ana' })
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'export_contacts')
  assert.deepEqual(entry?.details, { query: 'ana' })
  assert.deepEqual(await events(), known)
})

test('Contacts and attributes of another workspace are not exported', async () => {
  const [mine, theirs] = [await addAccount(), await addAccount()]
  await mine.act('create_contact', { name: 'Mía', email: 'mia@example.com' })
  const secret = { name: 'Ajena', email: 'ajena@example.com', custom_attributes: { secreta: 'x' } }
  await theirs.act('create_contact', secret)
  assert.doesNotMatch((await exported({}, mine)).csv, /Ajena|secreta/)
})

test('An invalid filter is rejected before anything is sent, and it requires permission to read contacts', async () => {
  assert.equal((await refusal(act('export_contacts', { labels: ['No existe'] }))).code, 'not_found')
  assert.equal((await refusal(act('export_contacts', { limit: 5 } as never))).code, 'invalid_request')
  assert.equal((await refusal(act('export_contacts', {}, { as: only('contacts:write') }))).code, 'permission_denied')
})

async function importInto(workspace: Workspace, csv: string) {
  const { id: import_id } = await workspace.act('import_contacts', { csv })
  const invokeAs: SubscriberContext['invoke'] = (op, input) =>
    invoke(runtime, ['import_rows', op], workspace.actor, input, { request_id: 'test-request' })
  const { actor } = workspace
  const event = { account_id: actor.account.id, actor, payload: { import_id } }
  await run_contact_imports.run({ ...handsFor(runtime, {}, event as never), invoke: invokeAs }, event as never)
  return workspace.act('get_contact_import', { import_id })
}

test('An export can be imported into another workspace as the same contacts', async () => {
  const [from, to] = [await addAccount(), await addAccount()]
  const titles = ['Vip', 'Cliente, antiguo', 'a;b', 'VIP "oro"', '=suma']
  for (const title of titles) for (const workspace of [from, to]) await workspace.act('create_label', { title })
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

  const everyone = async (workspace: Workspace) => {
    const { items } = await workspace.act('search_contacts', { limit: 100 })
    return items
      .map(({ id: _id, url: _url, created_at: _created, updated_at: _updated, ...rest }) => rest)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }
  assert.deepEqual(await everyone(to), await everyone(from))

  // Importing into the original workspace matches every row and changes nothing.
  const known = await from.events()
  const again = await importInto(from, csv)
  assert.deepEqual([again.created_count, again.updated_count, again.failed_count], [0, contacts.length, 0])
  assert.deepEqual((await from.events()).map((event) => event.name).slice(known.length), ['contact_import.requested'])
})

test('Number and boolean attributes are imported as text, because CSV has no types', async () => {
  const [from, to] = [await addAccount(), await addAccount()]
  const custom_attributes = { visits: 3, vip: true, code: '007' }
  await from.act('create_contact', { name: 'Tipos', email: 'tipos@example.com', custom_attributes })
  await importInto(to, (await exported({}, from)).csv)
  const [copy] = (await to.act('search_contacts', {})).items
  assert.deepEqual(copy?.custom_attributes, { visits: '3', vip: 'true', code: '007' })
})

test('For a spreadsheet the file has a byte order mark, readable headers and the separator of its language', async () => {
  const workspace = await addAccount()
  await workspace.act('create_contact', {
    name: 'Peña; Íngrid',
    email: 'ingrid@example.com',
    custom_attributes: { edad: 2.5, vip: true },
  })
  const { csv } = await exported({ language: 'es' }, workspace)
  const [header, row] = csv.split('\r\n') as [string, string]
  const names = 'Nombre;Teléfono;Correo;Ciudad;País;Empresa;Cargo;Acerca de;Etiquetas;Fecha de creación'
  assert.equal(header, `\uFEFF${names};edad;vip`)
  assert.match(row, /^"Peña; Íngrid";.*;2,5;Sí$/)
  const english = await exported({ language: 'en' }, workspace)
  assert.match(english.csv, /^\uFEFFName,Phone number,.*,Creation date,edad,vip\r\n"Peña; Íngrid",.*,2.5,Yes\r\n$/)
  const { columns } = await readCsv(csv)
  assert.deepEqual(columns.slice(0, 10), [...text_fields, 'labels', ''])
})
