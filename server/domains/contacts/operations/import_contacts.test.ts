import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoke } from '#kernel/invoke.ts'
import type { SubscriberContext } from '#kernel/subscriber.ts'
import { openNotifier } from '#kernel/notify.ts'
import { subscriberContext as handsFor, startWorker } from '#kernel/worker.ts'
import { openSubscribers } from '#server/boot/subscribers.ts'
import { run_contact_imports } from '#subscribers/run_contact_imports.ts'
import { unreachableGateways } from '#test/gateways.ts'
import { addKey } from '#test/keys.ts'
import { refusal } from '#test/refusal.ts'
import { until } from '#test/wait.ts'
import { openWorkspace } from '#test/workspace.ts'

const { sql, runtime, addAccount, only, act } = await openWorkspace()

type Workspace = Awaited<ReturnType<typeof addAccount>>

const lines = (...rows: string[]) => rows.join('\n')

/** Runs a requested import like the worker; `stumble` can stop it before a batch, like a crash. */
async function carryOn({ actor }: Workspace, import_id: string, stumble: (batch: number) => void = () => {}) {
  let batch = 0
  const invokeAs: SubscriberContext['invoke'] = (op, input, as = actor) => {
    stumble(batch++)
    return invoke(runtime, ['import_rows', op], as as typeof actor, input, { request_id: 'test-request' })
  }
  const event = { account_id: actor.account.id, actor, payload: { import_id } }
  await run_contact_imports.run({ ...handsFor(runtime, {}, event as never), invoke: invokeAs }, event as never)
}

async function imported(workspace: Workspace, csv: string, dry_run = false) {
  const { id } = await workspace.act('import_contacts', { csv, dry_run })
  await carryOn(workspace, id)
  return workspace.act('get_contact_import', { import_id: id })
}

const counts = (done: Awaited<ReturnType<typeof imported>>) => [
  done.created_count,
  done.updated_count,
  done.failed_count,
]
const everyone = async (workspace: Workspace) => (await workspace.act('search_contacts', { limit: 100 })).items
const eventNames = async (workspace: Workspace) => (await workspace.events()).map((event) => event.name)

test('A file is accepted and queued, and the audit log records it without the content', async () => {
  const workspace = await addAccount()
  const csv = lines('name,email', 'Ana,ana@example.com', 'Eva,eva@example.com')
  const made = await workspace.act('import_contacts', { csv })
  assert.equal(made.status, 'pending')
  assert.equal(made.dry_run, false)
  assert.deepEqual([made.total_rows, made.processed_rows, made.errors], [2, 0, []])
  const event = (await workspace.events()).at(-1)
  assert.equal(event?.name, 'contact_import.requested')
  assert.deepEqual(event?.payload['import_id'], made.id)
  assert.deepEqual(await everyone(workspace), [])
  const [entry] = (await workspace.act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'import_contacts')
  assert.deepEqual(entry?.details, {})
  assert.deepEqual(await sql`select subscriber from deliveries where account_id = ${workspace.actor.account.id}`, [
    { subscriber: 'run_contact_imports' },
  ])
})

test('Each row becomes a contact with labels and attributes, and its own event', async () => {
  const workspace = await addAccount()
  await workspace.act('create_label', { title: 'Vip' })
  await workspace.act('create_label', { title: 'Alta' })
  const done = await imported(
    workspace,
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
  const [oscar, ingrid] = (await everyone(workspace)).toSorted((a, b) => Number(b.id) - Number(a.id))
  assert.equal(oscar?.name, 'Óscar')
  assert.deepEqual(oscar?.custom_attributes, {})
  const { id: _id, url: _url, created_at: _created, updated_at: _updated, ...fields } = ingrid!
  assert.deepEqual(fields, {
    name: 'Íngrid Peña',
    phone_number: '+573001234567',
    email: 'ingrid@example.com',
    email_status: null,
    city: 'Bogotá',
    country: 'Colombia',
    company_name: 'Ñandú S.A.S.',
    job_title: 'Gerente',
    bio: 'Dos\nlíneas',
    identifier: null,
    blocked: false,
    last_activity_at: null,
    custom_attributes: { utm_source: 'google' },
    avatar_url: null,
    labels: ['Alta', 'Vip'],
  })
  const created = (await workspace.events()).filter((event) => event.name === 'contact.created')
  assert.deepEqual(
    created.map((event) => event.payload.contact),
    [ingrid, oscar],
  )
})

test('A dry run counts the changes and errors, and writes nothing', async () => {
  const workspace = await addAccount()
  const known = await workspace.act('create_contact', { name: 'Ana', email: 'ana@example.com', city: 'Cali' })
  const csv = lines(
    'name,email,phone_number,city',
    'Ana,ANA@example.com,,Bogotá',
    'Eva,eva@example.com,,',
    'Eva otra vez,eva@example.com,300 123 4567,',
    'Nadie,,,',
    ',luz@example.com,,',
    'Luz,,300 123 4567,',
  )
  const before = await workspace.events()
  const dry = await imported(workspace, csv, true)
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
  assert.deepEqual(await everyone(workspace), [known])
  assert.deepEqual((await eventNames(workspace)).slice(before.length), ['contact_import.requested'])

  // The real import has the same result.
  const real = await imported(workspace, csv)
  assert.deepEqual(counts(real), counts(dry))
  assert.deepEqual(real.errors, dry.errors)
  assert.deepEqual((await everyone(workspace)).map((contact) => contact.name).sort(), ['Ana', 'Luz'])
})

test('A rejected row is reported with its number, field and advice, and the others continue', async () => {
  const workspace = await addAccount()
  await workspace.act('create_label', { title: 'Vip' })
  const done = await imported(
    workspace,
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
  const details = done.errors.map((error) => error.detail)
  assert.match(details[0]!, /"12" is not a valid phone number; include the country code/)
  assert.match(details[1]!, /"nadie" is not a valid e-mail address/)
  assert.match(details[2]!, /no label "Vipp". Choose among: Vip \(id \d+\)/)
  assert.match(details[4]!, /another attribute name/)
  const names = (await everyone(workspace)).map((contact) => contact.name)
  assert.deepEqual(names.sort(), ['Bien', 'Dos\nlíneas', 'También bien'])
})

test('A row with a known phone number or e-mail updates that contact; empty cells change nothing', async () => {
  const workspace = await addAccount()
  await workspace.act('create_label', { title: 'Vip' })
  const ana = await workspace.act('create_contact', {
    name: 'Ana',
    phone_number: '3001234567',
    city: 'Cali',
    bio: 'Hola',
  })
  const eva = await workspace.act('create_contact', {
    name: 'Eva',
    email: 'eva@example.com',
    custom_attributes: { a: '1', b: '2' },
  })
  const before = await workspace.events()
  const done = await imported(
    workspace,
    lines(
      'name,phone_number,email,city,bio,labels,a',
      ',+57 300 123 4567,ana@example.com,Bogotá," ",vip,',
      'Eva María, ," EVA@example.com ",,,,9',
    ),
  )
  assert.deepEqual(counts(done), [0, 2, 0])
  const [evaAfter, anaAfter] = await everyone(workspace)
  assert.deepEqual(
    { ...anaAfter, updated_at: '' },
    { ...ana, email: 'ana@example.com', city: 'Bogotá', labels: ['Vip'], updated_at: '' },
  )
  assert.deepEqual(
    { ...evaAfter, updated_at: '' },
    { ...eva, name: 'Eva María', custom_attributes: { a: '9', b: '2' }, updated_at: '' },
  )
  const after = (await workspace.events()).slice(before.length)
  assert.deepEqual(
    after.map((event) => event.name),
    ['contact_import.requested', 'contact.updated', 'contact.label_added', 'contact.updated'],
  )
  assert.deepEqual(after[1]?.payload.changes, {
    email: { from: null, to: 'ana@example.com' },
    city: { from: 'Cali', to: 'Bogotá' },
  })
  // The last event contains the current contact.
  assert.deepEqual(after[2]?.payload.contact, anaAfter)
})

test('Rows without changes have no effect and emit no event', async () => {
  const workspace = await addAccount()
  await workspace.act('create_label', { title: 'Vip' })
  const ana = await workspace.act('create_contact', { name: 'Ana', email: 'ana@example.com', labels: ['Vip'] })
  const before = await eventNames(workspace)
  const done = await imported(workspace, lines('name,email,labels', 'Ana,ana@example.com,Vip'))
  assert.deepEqual(counts(done), [0, 1, 0])
  assert.deepEqual((await eventNames(workspace)).slice(before.length), ['contact_import.requested'])
  assert.equal((await everyone(workspace))[0]?.updated_at, ana.updated_at)
})

test('Rows of the same person in one file create one contact', async () => {
  const workspace = await addAccount()
  const rows = Array.from(
    { length: 250 },
    (_, i) => `Persona ${i % 125},p${i % 125}@example.com,${i < 125 ? '' : 'Cali'}`,
  )
  const done = await imported(workspace, lines('name,email,city', ...rows))
  assert.deepEqual(counts(done), [125, 125, 0])
  const [{ all, inCali } = {}] = await sql<{ all: string; inCali: string }>`
    select count(*) as all, count(*) filter (where city = 'Cali') as "inCali" from contacts where account_id = ${workspace.actor.account.id}`
  assert.deepEqual([all, inCali], ['125', '125'])
})

test('Rows with other forms of a known number update that contact, and landlines of Brazil stay', async () => {
  const workspace = await addAccount()
  workspace.actor.account = await workspace.act('update_account', { country: 'AR' })
  const lupe = await workspace.act('create_contact', { name: 'Lupe', phone_number: '+525512345678' })
  const rows = [
    'Lupe,+5215512345678,CDMX',
    'Mora,011 15 2345-6789,',
    'Mora,+54 11 2345 6789,Buenos Aires',
    'João,+551187654321,',
    'João,+5511987654321,São Paulo',
    'Oficina,+551133334444,São Paulo',
    'Oculta,+187654321098765,',
  ]
  const done = await imported(workspace, lines('name,phone_number,city', ...rows))
  assert.deepEqual(counts(done), [3, 3, 1])
  assert.deepEqual(
    [done.errors[0]?.row, done.errors[0]?.field, done.errors[0]?.code],
    [8, 'phone_number', 'invalid_value'],
  )
  const stored = (await everyone(workspace)).map(({ name, phone_number, city }) => [name, phone_number, city])
  assert.deepEqual(
    stored.sort((a, b) => a[0]!.localeCompare(b[0]!)),
    [
      ['João', '+5511987654321', 'São Paulo'],
      ['Lupe', '+525512345678', 'CDMX'],
      ['Mora', '+5491123456789', 'Buenos Aires'],
      ['Oficina', '+551133334444', 'São Paulo'],
    ],
  )
  assert.equal((await workspace.act('get_contact', { contact_id: lupe.id })).city, 'CDMX')
})

test('A row that matches two contacts is rejected with both', async () => {
  const workspace = await addAccount()
  const one = await workspace.act('create_contact', { name: 'Una', phone_number: '3001234567' })
  const two = await workspace.act('create_contact', { name: 'Otra', email: 'otra@example.com' })
  for (const dry_run of [true, false]) {
    const done = await imported(
      workspace,
      lines('name,phone_number,email', 'Mezcla,3001234567,otra@example.com'),
      dry_run,
    )
    assert.deepEqual(counts(done), [0, 0, 1])
    assert.equal(done.errors[0]?.field, 'email')
    assert.match(done.errors[0]!.detail, new RegExp(`contact ${one.id} and the e-mail to ${two.id}; merge them`))
  }
})

test('A phone number that one row frees can be used by another', async () => {
  for (const dry_run of [true, false]) {
    const workspace = await addAccount()
    const ana = await workspace.act('create_contact', {
      name: 'Ana',
      phone_number: '3001234567',
      email: 'ana@example.com',
    })
    const done = await imported(
      workspace,
      lines('name,phone_number,email,bio', 'Ana,3109999999,ana@example.com,Nueva', 'Luz,3001234567,luz@example.com,'),
      dry_run,
    )
    assert.deepEqual(counts(done), [1, 1, 0])
    if (dry_run) continue
    const [luz, anaAfter] = await everyone(workspace)
    assert.deepEqual([luz?.name, luz?.phone_number], ['Luz', '+573001234567'])
    assert.deepEqual([anaAfter?.id, anaAfter?.phone_number, anaAfter?.bio], [ana.id, '+573109999999', 'Nueva'])
  }
})

test('Attributes named like fields are set with their prefix', async () => {
  const workspace = await addAccount()
  await imported(workspace, lines('name,email,bio,custom_attributes.bio', 'Ana,ana@example.com,Cliente,Larga'))
  const [ana] = await everyone(workspace)
  assert.equal(ana?.bio, 'Cliente')
  assert.deepEqual(ana?.custom_attributes, { bio: 'Larga' })
})

test('A cell of a defined attribute is converted to its type, or rejected with its row', async () => {
  const workspace = await addAccount()
  const define = { display_name: 'Cupo', key: 'cupo', model: 'contact_attribute', type: 'number' } as const
  await workspace.act('create_custom_attribute', define)
  const done = await imported(workspace, lines('name,email,cupo', 'Ana,ana@example.com,12', 'Eva,eva@example.com,doce'))
  assert.deepEqual(counts(done), [1, 0, 1])
  assert.deepEqual(done.errors[0], {
    row: 3,
    field: 'custom_attributes/cupo',
    code: 'invalid_value',
    detail: 'cupo must be a number.',
  })
  assert.deepEqual((await everyone(workspace))[0]?.custom_attributes, { cupo: 12 })
})

test('After a crash the import continues without repeating a row', async () => {
  const workspace = await addAccount()
  const rows = Array.from({ length: 450 }, (_, i) => `Persona ${i},${i === 300 ? 'nadie' : `p${i}@example.com`}`)
  const { id: import_id } = await workspace.act('import_contacts', { csv: lines('name,email', ...rows) })
  const crash = carryOn(workspace, import_id, (batch) => {
    if (batch === 1) throw new Error('Power failure')
  })
  await assert.rejects(crash, /Power failure/)
  const half = await workspace.act('get_contact_import', { import_id })
  assert.deepEqual([half.status, half.processed_rows, half.created_count], ['running', 200, 200])

  await carryOn(workspace, import_id)
  const done = await workspace.act('get_contact_import', { import_id })
  assert.deepEqual([done.status, done.processed_rows, ...counts(done)], ['done', 450, 449, 0, 1])
  assert.equal(done.errors[0]?.row, 302)
  assert.equal((await eventNames(workspace)).filter((name) => name === 'contact.created').length, 449)

  // The delivery can be repeated after the import is done.
  await carryOn(workspace, import_id)
  assert.deepEqual(await workspace.act('get_contact_import', { import_id }), done)
  assert.deepEqual(await sql`select csv from contact_imports where id = ${import_id}`, [{ csv: '' }])
})

test('Two workers on one import do not process the same row', async () => {
  const workspace = await addAccount()
  const rows = Array.from({ length: 250 }, (_, i) => `Persona ${i},p${i}@example.com`)
  const { id: import_id } = await workspace.act('import_contacts', { csv: lines('name,email', ...rows) })
  const outcomes = await Promise.allSettled([carryOn(workspace, import_id), carryOn(workspace, import_id)])
  for (const each of outcomes) if (each.status === 'rejected') assert.equal(each.reason.code, 'invalid_state')
  await carryOn(workspace, import_id)
  const done = await workspace.act('get_contact_import', { import_id })
  assert.deepEqual([done.status, ...counts(done)], ['done', 250, 0, 0])
  assert.equal((await eventNames(workspace)).filter((name) => name === 'contact.created').length, 250)
})

test('The worker runs the import as the person who sent it', async () => {
  const workspace = await addAccount()
  const connection = (runtime.database.work as unknown as { options: object }).options
  const notifier = openNotifier(runtime.database, connection, runtime.log)
  const worker = startWorker(runtime, notifier, openSubscribers(unreachableGateways), {})
  const { id: import_id } = await workspace.act('import_contacts', { csv: lines('name,email', 'Ana,ana@example.com') })
  notifier.notify()
  const isDone = async () => (await workspace.act('get_contact_import', { import_id })).status === 'done'
  await until(isDone, 'the import is done')
  await worker.stop()
  await notifier.close()
  const created = (await workspace.events()).find((event) => event.name === 'contact.created')
  assert.deepEqual(created?.actor, { type: 'user', id: workspace.actor.id, name: 'Ana Admin' })
  const left = await sql`
    select from deliveries where account_id = ${workspace.actor.account.id} and subscriber = 'run_contact_imports'`
  assert.deepEqual(left, [])
})

test('An import that cannot continue is marked as failed, and keeps its results', async () => {
  const workspace = await addAccount()
  const { id } = await workspace.act('import_contacts', { csv: lines('name,email', 'Ana,ana@example.com') })
  const event = { account_id: workspace.actor.account.id, payload: { import_id: id } }
  const nothing = handsFor(runtime, {}, event as never)
  await run_contact_imports.giveUp!(nothing, event as never, new Error('refused'))
  assert.equal((await workspace.act('get_contact_import', { import_id: id })).status, 'failed')
  await carryOn(workspace, id)
  assert.equal((await workspace.act('get_contact_import', { import_id: id })).status, 'failed')
})

test('Only the first thousand errors are stored, and all are counted', async () => {
  const workspace = await addAccount()
  const rows = Array.from({ length: 1201 }, (_, i) => `Nadie ${i},x`)
  const done = await imported(workspace, lines('name,email', ...rows))
  assert.deepEqual(counts(done), [0, 0, 1201])
  assert.equal(done.errors.length, 1000)
  assert.equal(done.errors.at(-1)?.row, 1001)
})

test('A file with only column names is done immediately', async () => {
  const workspace = await addAccount()
  for (const dry_run of [true, false]) {
    const done = await imported(workspace, 'name,email\n', dry_run)
    assert.deepEqual([done.status, done.total_rows, ...counts(done)], ['done', 0, 0, 0, 0])
  }
})

test('Empty, invalid and too long files are rejected, and nothing is stored', async () => {
  const workspace = await addAccount()
  for (const [csv, expected] of [
    ['', /file is empty/],
    ['email\nana@example.com', /needs a column "name"; it has: email/],
    ['name,email\nAna,"abierta', /not valid CSV/],
    ['name,phone,celular\n', /Two columns are named phone_number/],
    [`name,email\n${'A,a@b.co\n'.repeat(100_001)}`, /more than 100000 rows; split it/],
  ] as const) {
    const problem = await refusal(workspace.act('import_contacts', { csv }))
    assert.equal(problem.code, 'invalid_value')
    assert.equal(problem.extra.errors?.[0]?.field, 'csv')
    assert.match(problem.message, expected)
  }
  assert.equal((await refusal(workspace.act('import_contacts', { csv: 'name\nAna\0' }))).code, 'invalid_request')
  assert.deepEqual(await workspace.events(), [])
  assert.deepEqual((await workspace.act('list_contact_imports', {})).items, [])
  assert.deepEqual((await workspace.act('list_audit_entries', {})).items, [])
})

test('Importing contacts requires permission to change contacts', async () => {
  const problem = await refusal(act('import_contacts', { csv: 'name\n' }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})

test('An import stops at the next rows when the key that asked for it is revoked, and says why', async () => {
  const workspace = await addAccount()
  const as = await addKey(sql, workspace.actor, 'contacts:write', 'contacts:read')
  const rows = Array.from({ length: 250 }, (_, i) => `Persona ${i},p${i}@example.com`)
  const { id: import_id } = await workspace.act('import_contacts', { csv: lines('name,email', ...rows) }, { as })
  const event = (await workspace.events()).at(-1)!
  const delivery = { ...event, account_id: workspace.actor.account.id } as never
  const context = handsFor(runtime, {}, delivery)
  await run_contact_imports.run(
    {
      ...context,
      invoke: async (op, input, by) => {
        const done = await context.invoke(op, input, by)
        await sql`update api_keys set revoked_at = now() where id = ${as.id}`
        return done
      },
    },
    delivery,
  )
  const { status, processed_rows, errors } = await workspace.act('get_contact_import', { import_id })
  assert.deepEqual([status, processed_rows], ['failed', 200])
  assert.deepEqual(errors, [
    { row: 202, field: null, code: 'permission_denied', detail: 'La clave de API Programa fue revocada o venció.' },
  ])
})
