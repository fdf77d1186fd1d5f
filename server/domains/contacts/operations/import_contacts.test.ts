import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { invoke } from '#kernel/invoke.ts'
import type { Hands } from '#kernel/subscriber.ts'
import { openBell } from '#kernel/wake.ts'
import { hands as handsFor, startWorker } from '#kernel/worker.ts'
import { openSubscribers } from '#server/subscribers.ts'
import { run_contact_imports } from '#subscribers/run_contact_imports.ts'
import { nowhere } from '#test/gateways.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { sql, runtime, addAccount, only, act } = await openWorkspace()

type Workspace = Awaited<ReturnType<typeof addAccount>>

const lines = (...rows: string[]) => rows.join('\n')

/** What the worker does when an import was requested; `stumble` may stop it before a batch, as a crash would. */
async function carryOn({ actor }: Workspace, import_id: string, stumble: (batch: number) => void = () => {}) {
  let batch = 0
  const invokeAs: Hands['invoke'] = (op, input) => {
    stumble(batch++)
    return invoke(runtime, ['import_rows', op], actor, input, { request_id: 'test-request' })
  }
  const event = { account_id: actor.account.id, payload: { import_id } }
  await run_contact_imports.run({ ...handsFor(runtime, {}, event as never), invoke: invokeAs }, event as never)
}

async function imported(hands: Workspace, csv: string, dry_run = false) {
  const { id } = await hands.act('import_contacts', { csv, dry_run })
  await carryOn(hands, id)
  return hands.act('get_contact_import', { import_id: id })
}

const counts = (done: Awaited<ReturnType<typeof imported>>) => [
  done.created_count,
  done.updated_count,
  done.failed_count,
]
const everyone = async (hands: Workspace) => (await hands.act('search_contacts', { limit: 100 })).items
const eventNames = async (hands: Workspace) => (await hands.events()).map((event) => event.name)

test('a file is taken at once and waits for the background, and the audit log keeps who sent it without the file', async () => {
  const hands = await addAccount()
  const csv = lines('name,email', 'Ana,ana@example.com', 'Eva,eva@example.com')
  const made = await hands.act('import_contacts', { csv })
  assert.equal(made.status, 'pending')
  assert.equal(made.dry_run, false)
  assert.deepEqual([made.total_rows, made.processed_rows, made.errors], [2, 0, []])
  const event = (await hands.events()).at(-1)
  assert.equal(event?.name, 'contact_import.requested')
  assert.deepEqual(event?.payload, { import_id: made.id })
  assert.deepEqual(await everyone(hands), [])
  const [entry] = (await hands.act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'import_contacts')
  assert.deepEqual(entry?.details, {})
  assert.deepEqual(await sql`select subscriber from deliveries where account_id = ${hands.actor.account.id}`, [
    { subscriber: 'run_contact_imports' },
  ])
})

test('each row becomes a contact with its labels and attributes, and each tells its own event', async () => {
  const hands = await addAccount()
  await hands.act('create_label', { title: 'Vip' })
  await hands.act('create_label', { title: 'Alta' })
  const done = await imported(
    hands,
    lines(
      '\ufeffNombre;Teléfono;Correo electrónico;Ciudad;País;Empresa;Cargo;Bio;Etiquetas;Utm Source',
      'Íngrid Peña;300 123 4567;Ingrid@Example.com;Bogotá;Colombia;Ñandú S.A.S.;Gerente;"Dos',
      'líneas";vip, ALTA, Vip;google',
      'Óscar;;oscar@example.com;;;;;;;',
    ),
  )
  assert.deepEqual(counts(done), [2, 0, 0])
  assert.equal(done.status, 'done')
  assert.deepEqual([done.total_rows, done.processed_rows], [2, 2])
  const [oscar, ingrid] = (await everyone(hands)).toSorted((a, b) => Number(b.id) - Number(a.id))
  assert.equal(oscar?.name, 'Óscar')
  assert.deepEqual(oscar?.custom_attributes, {})
  const { id: _id, url: _url, created_at: _created, updated_at: _updated, ...fields } = ingrid!
  assert.deepEqual(fields, {
    name: 'Íngrid Peña',
    phone_number: '+573001234567',
    email: 'ingrid@example.com',
    city: 'Bogotá',
    country: 'Colombia',
    company_name: 'Ñandú S.A.S.',
    job_title: 'Gerente',
    bio: 'Dos\nlíneas',
    identifier: null,
    blocked: false,
    last_activity_at: null,
    custom_attributes: { utm_source: 'google' },
    labels: ['Alta', 'Vip'],
  })
  const created = (await hands.events()).filter((event) => event.name === 'contact.created')
  assert.deepEqual(
    created.map((event) => event.payload.contact),
    [ingrid, oscar],
  )
})

test('a dry run counts what would happen, with every refusal, and writes nothing', async () => {
  const hands = await addAccount()
  const known = await hands.act('create_contact', { name: 'Ana', email: 'ana@example.com', city: 'Cali' })
  const csv = lines(
    'name,email,phone_number,city',
    'Ana,ANA@example.com,,Bogotá',
    'Eva,eva@example.com,,',
    'Eva otra vez,eva@example.com,300 123 4567,',
    'Nadie,,,',
    ',luz@example.com,,',
    'Luz,,300 123 4567,',
  )
  const before = await hands.events()
  const dry = await imported(hands, csv, true)
  assert.equal(dry.status, 'done')
  assert.equal(dry.dry_run, true)
  assert.deepEqual(counts(dry), [1, 3, 2])
  assert.deepEqual(
    dry.errors.map(({ row, field }) => [row, field]),
    [
      [5, 'phone_number'],
      [6, 'name'],
    ],
  )
  assert.deepEqual(await everyone(hands), [known])
  assert.deepEqual((await eventNames(hands)).slice(before.length), ['contact_import.requested'])

  // In earnest it comes to the same.
  const real = await imported(hands, csv)
  assert.deepEqual(counts(real), counts(dry))
  assert.deepEqual(real.errors, dry.errors)
  assert.deepEqual((await everyone(hands)).map((contact) => contact.name).sort(), ['Ana', 'Luz'])
})

test('a row that is refused is told by its row in the file, its field and what to mend, and the others go on', async () => {
  const hands = await addAccount()
  await hands.act('create_label', { title: 'Vip' })
  const done = await imported(
    hands,
    lines(
      'name,phone_number,email,labels,bio,constructor',
      'Bien,,bien@example.com,Vip,,',
      '',
      'Corto,12,,,,',
      ',,,,,',
      'Sin arroba,,nadie,,,',
      'Etiqueta,,etiqueta@example.com,Vipp,,',
      '"Dos',
      'líneas",,dos@example.com,,,',
      `Larga,,larga@example.com,,${'x'.repeat(20_001)},`,
      'Mala columna,,mala@example.com,,,x',
      'También bien,,tambien@example.com,,,',
    ),
  )
  assert.deepEqual(counts(done), [3, 0, 5])
  assert.deepEqual(
    done.errors.map(({ row, field }) => [row, field]),
    [
      [4, 'phone_number'],
      [6, 'email'],
      [7, 'labels'],
      [9, 'bio'],
      [10, 'constructor'],
    ],
  )
  const said = done.errors.map((error) => error.detail)
  assert.match(said[0]!, /"12" is not a phone number; write it with its country code/)
  assert.match(said[1]!, /"nadie" is not an e-mail address/)
  assert.match(said[2]!, /no label "Vipp". Choose among: Vip \(id \d+\)/)
  assert.match(said[4]!, /another attribute name/)
  const names = (await everyone(hands)).map((contact) => contact.name)
  assert.deepEqual(names.sort(), ['Bien', 'Dos\nlíneas', 'También bien'])
})

test('a row whose phone number or e-mail is known changes that contact; empty cells change nothing', async () => {
  const hands = await addAccount()
  await hands.act('create_label', { title: 'Vip' })
  const ana = await hands.act('create_contact', { name: 'Ana', phone_number: '3001234567', city: 'Cali', bio: 'Hola' })
  const eva = await hands.act('create_contact', {
    name: 'Eva',
    email: 'eva@example.com',
    custom_attributes: { a: '1', b: '2' },
  })
  const before = await hands.events()
  const done = await imported(
    hands,
    lines(
      'name,phone_number,email,city,bio,labels,a',
      ',+57 300 123 4567,ana@example.com,Bogotá," ",vip,',
      'Eva María, ," EVA@example.com ",,,,9',
    ),
  )
  assert.deepEqual(counts(done), [0, 2, 0])
  const [evaAfter, anaAfter] = await everyone(hands)
  assert.deepEqual(
    { ...anaAfter, updated_at: '' },
    { ...ana, email: 'ana@example.com', city: 'Bogotá', labels: ['Vip'], updated_at: '' },
  )
  assert.deepEqual(
    { ...evaAfter, updated_at: '' },
    { ...eva, name: 'Eva María', custom_attributes: { a: '9', b: '2' }, updated_at: '' },
  )
  const after = (await hands.events()).slice(before.length)
  assert.deepEqual(
    after.map((event) => event.name),
    ['contact_import.requested', 'contact.updated', 'contact.label_added', 'contact.updated'],
  )
  assert.deepEqual(after[1]?.payload.changes, {
    email: { from: null, to: 'ana@example.com' },
    city: { from: 'Cali', to: 'Bogotá' },
  })
  // Whoever keeps the record of the last event has the contact as it is.
  assert.deepEqual(after[2]?.payload.contact, anaAfter)
})

test('rows that say what is so already change nothing and emit nothing', async () => {
  const hands = await addAccount()
  await hands.act('create_label', { title: 'Vip' })
  const ana = await hands.act('create_contact', { name: 'Ana', email: 'ana@example.com', labels: ['Vip'] })
  const before = await eventNames(hands)
  const done = await imported(hands, lines('name,email,labels', 'Ana,ana@example.com,Vip'))
  assert.deepEqual(counts(done), [0, 1, 0])
  assert.deepEqual((await eventNames(hands)).slice(before.length), ['contact_import.requested'])
  assert.equal((await everyone(hands))[0]?.updated_at, ana.updated_at)
})

test('rows of one person in the same file, near or far apart, make one contact', async () => {
  const hands = await addAccount()
  const rows = Array.from(
    { length: 250 },
    (_, i) => `Persona ${i % 125},p${i % 125}@example.com,${i < 125 ? '' : 'Cali'}`,
  )
  const done = await imported(hands, lines('name,email,city', ...rows))
  assert.deepEqual(counts(done), [125, 125, 0])
  const [{ all, inCali } = {}] = await sql<{ all: string; inCali: string }>`
    select count(*) as all, count(*) filter (where city = 'Cali') as "inCali" from contacts where account_id = ${hands.actor.account.id}`
  assert.deepEqual([all, inCali], ['125', '125'])
})

test('a row whose phone number is of one contact and e-mail of another is refused, naming both', async () => {
  const hands = await addAccount()
  const one = await hands.act('create_contact', { name: 'Una', phone_number: '3001234567' })
  const two = await hands.act('create_contact', { name: 'Otra', email: 'otra@example.com' })
  for (const dry_run of [true, false]) {
    const done = await imported(hands, lines('name,phone_number,email', 'Mezcla,3001234567,otra@example.com'), dry_run)
    assert.deepEqual(counts(done), [0, 0, 1])
    assert.equal(done.errors[0]?.field, 'email')
    assert.match(done.errors[0]!.detail, new RegExp(`contact ${one.id} and the e-mail to ${two.id}; merge them`))
  }
})

test('a phone number one row gives up can be taken by another', async () => {
  for (const dry_run of [true, false]) {
    const hands = await addAccount()
    const ana = await hands.act('create_contact', { name: 'Ana', phone_number: '3001234567', email: 'ana@example.com' })
    const done = await imported(
      hands,
      lines('name,phone_number,email,bio', 'Ana,3109999999,ana@example.com,Nueva', 'Luz,3001234567,luz@example.com,'),
      dry_run,
    )
    assert.deepEqual(counts(done), [1, 1, 0])
    if (dry_run) continue
    const [luz, anaAfter] = await everyone(hands)
    assert.deepEqual([luz?.name, luz?.phone_number], ['Luz', '+573001234567'])
    assert.deepEqual([anaAfter?.id, anaAfter?.phone_number, anaAfter?.bio], [ana.id, '+573109999999', 'Nueva'])
  }
})

test('attributes named as fields are set with their full name', async () => {
  const hands = await addAccount()
  await imported(hands, lines('name,email,city,custom_attributes.city', 'Ana,ana@example.com,Cali,Bogotá'))
  const [ana] = await everyone(hands)
  assert.equal(ana?.city, 'Cali')
  assert.deepEqual(ana?.custom_attributes, { city: 'Bogotá' })
})

test('a cell of a defined attribute is read as its type, and refused by its row where it cannot be', async () => {
  const hands = await addAccount()
  const define = { display_name: 'Cupo', key: 'cupo', model: 'contact_attribute', type: 'number' } as const
  await hands.act('create_custom_attribute', define)
  const done = await imported(hands, lines('name,email,cupo', 'Ana,ana@example.com,12', 'Eva,eva@example.com,doce'))
  assert.deepEqual(counts(done), [1, 0, 1])
  assert.deepEqual(done.errors[0], {
    row: 3,
    field: 'custom_attributes/cupo',
    code: 'invalid_value',
    detail: 'cupo must be a number.',
  })
  assert.deepEqual((await everyone(hands))[0]?.custom_attributes, { cupo: 12 })
})

test('after a crash in the middle it goes on where it was, and takes no row twice', async () => {
  const hands = await addAccount()
  const rows = Array.from({ length: 450 }, (_, i) => `Persona ${i},${i === 300 ? 'nadie' : `p${i}@example.com`}`)
  const { id: import_id } = await hands.act('import_contacts', { csv: lines('name,email', ...rows) })
  const crash = carryOn(hands, import_id, (batch) => {
    if (batch === 1) throw new Error('Power failure')
  })
  await assert.rejects(crash, /Power failure/)
  const half = await hands.act('get_contact_import', { import_id })
  assert.deepEqual([half.status, half.processed_rows, half.created_count], ['running', 200, 200])

  await carryOn(hands, import_id)
  const done = await hands.act('get_contact_import', { import_id })
  assert.deepEqual([done.status, done.processed_rows, ...counts(done)], ['done', 450, 449, 0, 1])
  assert.equal(done.errors[0]?.row, 302)
  assert.equal((await eventNames(hands)).filter((name) => name === 'contact.created').length, 449)

  // The delivery may come once more, though all is done.
  await carryOn(hands, import_id)
  assert.deepEqual(await hands.act('get_contact_import', { import_id }), done)
  assert.deepEqual(await sql`select csv from contact_imports where id = ${import_id}`, [{ csv: '' }])
})

test('two workers on one import do not both take a row', async () => {
  const hands = await addAccount()
  const rows = Array.from({ length: 250 }, (_, i) => `Persona ${i},p${i}@example.com`)
  const { id: import_id } = await hands.act('import_contacts', { csv: lines('name,email', ...rows) })
  const outcomes = await Promise.allSettled([carryOn(hands, import_id), carryOn(hands, import_id)])
  for (const each of outcomes) if (each.status === 'rejected') assert.equal(each.reason.code, 'invalid_state')
  await carryOn(hands, import_id)
  const done = await hands.act('get_contact_import', { import_id })
  assert.deepEqual([done.status, ...counts(done)], ['done', 250, 0, 0])
  assert.equal((await eventNames(hands)).filter((name) => name === 'contact.created').length, 250)
})

test('the worker carries it out by itself, as whoever sent the file', { timeout: 20_000 }, async () => {
  const hands = await addAccount()
  const connection = (runtime.database.work as unknown as { options: object }).options
  const bell = openBell(runtime.database, connection, runtime.log)
  const worker = startWorker(runtime, bell, openSubscribers(nowhere), {})
  const { id: import_id } = await hands.act('import_contacts', { csv: lines('name,email', 'Ana,ana@example.com') })
  bell.ring()
  let status: string
  do {
    await sleep(10)
    status = (await hands.act('get_contact_import', { import_id })).status
  } while (status !== 'done')
  await worker.stop()
  await bell.close()
  const created = (await hands.events()).find((event) => event.name === 'contact.created')
  assert.deepEqual(created?.actor, { type: 'user', id: hands.actor.id, name: 'Ana Admin' })
  const left = await sql`
    select from deliveries where account_id = ${hands.actor.account.id} and subscriber = 'run_contact_imports'`
  assert.deepEqual(left, [])
})

test('an import that cannot go on is said to have failed, and keeps what it did', async () => {
  const hands = await addAccount()
  const { id } = await hands.act('import_contacts', { csv: lines('name,email', 'Ana,ana@example.com') })
  const event = { account_id: hands.actor.account.id, payload: { import_id: id } }
  const nothing = handsFor(runtime, {}, event as never)
  await run_contact_imports.giveUp!(nothing, event as never, new Error('refused'))
  assert.equal((await hands.act('get_contact_import', { import_id: id })).status, 'failed')
  await carryOn(hands, id)
  assert.equal((await hands.act('get_contact_import', { import_id: id })).status, 'failed')
})

test('only the first thousand refusals are kept, and all are counted', async () => {
  const hands = await addAccount()
  const rows = Array.from({ length: 1201 }, (_, i) => `Nadie ${i},x`)
  const done = await imported(hands, lines('name,email', ...rows))
  assert.deepEqual(counts(done), [0, 0, 1201])
  assert.equal(done.errors.length, 1000)
  assert.equal(done.errors.at(-1)?.row, 1001)
})

test('a file with a heading and nothing else is done at once', async () => {
  const hands = await addAccount()
  for (const dry_run of [true, false]) {
    const done = await imported(hands, 'name,email\n', dry_run)
    assert.deepEqual([done.status, done.total_rows, ...counts(done)], ['done', 0, 0, 0, 0])
  }
})

test('an empty file, one without names, one that is no CSV and one too long are refused, and nothing is kept', async () => {
  const hands = await addAccount()
  for (const [csv, said] of [
    ['', /file is empty/],
    ['email\nana@example.com', /needs a column "name"; it has: email/],
    ['name,email\nAna,"abierta', /not valid CSV/],
    ['name,phone,celular\n', /Two columns are named phone_number/],
    [`name,email\n${'A,a@b.co\n'.repeat(100_001)}`, /At most 100000 rows at once; split the file/],
  ] as const) {
    const problem = await refusal(hands.act('import_contacts', { csv }))
    assert.equal(problem.code, 'invalid_value')
    assert.equal(problem.extra.errors?.[0]?.field, 'csv')
    assert.match(problem.message, said)
  }
  assert.equal((await refusal(hands.act('import_contacts', { csv: 'name\nAna\0' }))).code, 'invalid_request')
  assert.deepEqual(await hands.events(), [])
  assert.deepEqual((await hands.act('list_contact_imports', {})).items, [])
  assert.deepEqual((await hands.act('list_audit_entries', {})).items, [])
})

test('it needs the right to write contacts', async () => {
  const problem = await refusal(act('import_contacts', { csv: 'name\n' }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
