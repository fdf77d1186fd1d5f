import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '#contract/filters.ts'
import { openCrm } from '#test/crm.ts'
import { counts, openImports } from '#test/crm-imports.ts'
import { refusal } from '#test/refusal.ts'
import { run_automations } from '#subscribers/run_automations.ts'

const { runtime, sql, only, act, addAccount } = await openCrm()
const { carryOn, progress, imported } = openImports(runtime)

type Workspace = Awaited<ReturnType<typeof addAccount>>

const everything = async ({ act }: Workspace) => (await act('crm_list_leads', { limit: 100 })).items
const eventNames = async (workspace: Workspace) => (await workspace.events()).map(({ name }) => name)

test('A file of leads is queued, and the audit log records it without its content', async () => {
  const workspace = await addAccount()
  const made = await workspace.act('import_leads', { csv: 'name\nAna\n' })
  assert.deepEqual([made.status, made.dry_run, made.total_rows, made.processed_rows], ['pending', false, 1, 0])
  assert.equal((await workspace.events()).at(-1)?.name, 'crm_import.requested')
  const [entry] = (await workspace.act('list_audit_entries', { limit: 1 })).items
  assert.deepEqual([entry?.action, entry?.details], ['import_leads', {}])
  const queued = await sql`
    select from deliveries where account_id = ${workspace.actor.account.id} and subscriber = 'run_crm_imports'`
  assert.equal(queued.length, 1)
})

test('Each row becomes a lead with its owner, stage, contact and own dates, marked as history for rules', async () => {
  const workspace = await addAccount()
  const contact = await workspace.contact({ name: 'Óscar Peña', email: 'oscar@example.com' })
  const { email: owner } = (await workspace.act('list_agents', {})).items[0]!
  const done = await imported(workspace, 'leads', [
    'Título;Empresa;Correo;Teléfono;Origen;Valor estimado;Responsable;Contacto;Embudo;Etapa;Estado;Fecha de creación;Fecha de pérdida;Motivo de pérdida;Talla',
    `Apartamento;Ñandú S.A.S.;ANA@example.com;300 123 4567;whatsapp;$ 450.000.000;${owner};oscar pena;Leads;Contactado;;05/01/2026 14:30;;;M`,
    'Casa campestre;;oscar@example.com;;;;;;;;Perdido;2026-01-05;2026-02-10;Muy lejos;',
    'Lote;;;;;1.250,50;;;;;;;;;',
  ])
  assert.deepEqual([done.status, ...counts(done), done.errors], ['done', 3, 0, 0, []])
  const leads = await everything(workspace)
  const [apartment, house, plot] = ['Apartamento', 'Casa campestre', 'Lote'].map((name) =>
    leads.find((each) => each.name === name)!,
  )
  assert.deepEqual(
    [apartment!.company_name, apartment!.email, apartment!.phone, apartment!.estimated_value, apartment!.owner?.email],
    ['Ñandú S.A.S.', 'ana@example.com', '+573001234567', 450_000_000, owner],
  )
  assert.deepEqual(
    [apartment!.contact?.id, apartment!.stage.name, apartment!.status],
    [contact.id, 'Contactado', 'new'],
  )
  assert.deepEqual([apartment!.created_at, apartment!.utm_source], ['2026-01-05T19:30:00.000Z', 'whatsapp'])
  assert.deepEqual(apartment!.custom_attributes, { talla: 'M' })
  assert.equal(house!.contact?.id, contact.id, 'found by its e-mail')
  assert.deepEqual([house!.status, house!.stage.type, house!.lost_reason], ['unqualified', 'lost', 'Muy lejos'])
  assert.equal(house!.stage_entered_at, '2026-02-10T05:00:00.000Z')
  assert.deepEqual([plot!.estimated_value, plot!.contact, plot!.owner], [1250.5, null, null])
  const created = (await workspace.events()).filter(({ name }) => name === 'lead.created')
  assert.deepEqual(
    created.map(({ payload }) => payload['imported']),
    [true, true, true],
  )
  const condition: Filter['any'][0]['all'][0] = {
    field: 'lost_at',
    operator: 'is_greater_than',
    values: ['2026-02-01'],
  }
  const lost = await workspace.act('crm_list_leads', { filter: { any: [{ all: [condition] }] } })
  assert.deepEqual(
    lost.items.map(({ name }) => name),
    ['Casa campestre'],
  )
})

test('An unqualified lead is read by its name in both languages, and by that of older exports', async () => {
  const workspace = await addAccount()
  const rows = ['Descartado', 'Unqualified', 'Perdido', 'Lost'].map((status) => `${status};${status}`)
  const done = await imported(workspace, 'leads', ['Título;Estado', ...rows])
  assert.deepEqual([counts(done), done.errors], [[4, 0, 0], []])
  assert.deepEqual([...new Set((await everything(workspace)).map(({ status }) => status))], ['unqualified'])
})

test('Rules do not run for the leads of a file', async () => {
  const workspace = await addAccount()
  await imported(workspace, 'leads', ['name', 'Ana'])
  const event = (await workspace.events()).find(({ name }) => name === 'lead.created')!
  const untouched = { sql: () => assert.fail('a rule was looked for') } as never
  await run_automations.run(untouched, { ...event, account_id: workspace.actor.account.id } as never)
})

test('A dry run changes nothing and gives the reason for every row', async () => {
  const workspace = await addAccount()
  await workspace.contact({ name: 'Eva', email: 'eva1@example.com' })
  await workspace.contact({ name: 'Eva', email: 'eva2@example.com' })
  const before = await workspace.events()
  const done = await imported(
    workspace,
    'leads',
    [
      'name,email,owner,contact_name,contact_email,pipeline,stage,status,estimated_value,created_at,lost_at,source',
      ',a@example.com,,,,,,,,,,',
      'Uno,,Nadie,,,,,,,,,',
      'Dos,,,Eva,,,,,,,,',
      'Tres,,,Ignoto,,,,,,,,',
      'Cuatro,,,,,Arriendos,,,,,,',
      'Cinco,,,,,,Lejana,,,,,',
      'Seis,,,,,,,Dormido,,,,',
      'Siete,,,,,,,Convertido,,,,',
      'Ocho,,,,,,Descartado,Nuevo,,,,',
      'Nueve,,,,,,,,mucho,,,',
      'Diez,,,,,,,,,31/02/2026,,',
      'Once,,,,,,,,,2999-01-01,,',
      'Doce,,,,,,,,,2026-03-01,2026-02-01,',
      'Trece,nada,,,,,,,,,,',
      'Catorce,,,,,,,,,,,referido',
      'Bien,,,,bien@example.com,,,,,,,',
      'Bien,,,,bien@example.com,,,,,,,',
    ],
    true,
  )
  assert.deepEqual([done.dry_run, ...counts(done)], [true, 2, 0, 15])
  assert.deepEqual(
    done.errors.map(({ row, field, code }) => `${row} ${field} ${code}`),
    [
      '2 name missing_field',
      '3 owner not_found',
      '4 contact_name ambiguous_reference',
      '5 contact_name not_found',
      '6 pipeline not_found',
      '7 stage not_found',
      '8 status invalid_value',
      '9 status invalid_value',
      '10 status invalid_value',
      '11 estimated_value invalid_value',
      '12 created_at invalid_value',
      '13 created_at invalid_value',
      '14 lost_at invalid_value',
      '15 email invalid_value',
      '16 attribution_detail missing_field',
    ],
  )
  assert.deepEqual(await everything(workspace), [])
  assert.equal((await workspace.events()).length, before.length + 1)
  assert.equal((await workspace.act('search_contacts', {})).items.length, 2)
})

test('The same file again adds nothing, by title, contact and creation date', async () => {
  const workspace = await addAccount()
  const rows = ['name,email,created_at', 'Ana,ana@example.com,2026-01-05', 'Ana,eva@example.com,2026-01-05']
  assert.deepEqual(counts(await imported(workspace, 'leads', rows)), [2, 0, 0])
  const again = await imported(workspace, 'leads', [...rows, 'Ana,luz@example.com,2026-01-05'])
  assert.deepEqual([...counts(again), again.errors[0]?.code], [1, 0, 2, 'duplicate_value'])
  assert.equal((await everything(workspace)).length, 3)
})

test('After a crash the import continues without repeating a row', async () => {
  const workspace = await addAccount()
  const rows = Array.from({ length: 450 }, (_, i) => `Lead ${i},${i === 300 ? 'mucho' : i}`)
  const csv = ['name,estimated_value', ...rows].join('\n')
  const { id: import_id } = await workspace.act('import_leads', { csv })
  const crash = carryOn(workspace, import_id, (batch) => {
    if (batch === 1) throw new Error('Power failure')
  })
  await assert.rejects(crash, /Power failure/)
  assert.equal((await progress(workspace, 'leads', import_id)).processed_rows, 200)
  await carryOn(workspace, import_id)
  const done = await progress(workspace, 'leads', import_id)
  assert.deepEqual([done.status, done.processed_rows, ...counts(done)], ['done', 450, 449, 0, 1])
  assert.equal((await eventNames(workspace)).filter((name) => name === 'lead.created').length, 449)
  await carryOn(workspace, import_id)
  assert.deepEqual(await progress(workspace, 'leads', import_id), done)
})

test('A stage that requires fields refuses rows without them', async () => {
  const workspace = await addAccount()
  const stage = workspace.leads.stages.find(({ name }) => name === 'Contactado')!
  await workspace.act('update_stage', { stage_id: stage.id, required_fields: ['phone', 'custom_attributes.talla'] })
  const done = await imported(workspace, 'leads', [
    'name,stage,phone,talla',
    'Ana,Contactado,,M',
    'Eva,Contactado,3001234567,M',
  ])
  assert.deepEqual([...counts(done), done.errors[0]?.field], [1, 0, 1, 'phone'])
  assert.match(done.errors[0]!.detail, /phone/)
})

test('Importing leads requires permission to write leads, a readable file, and a title column', async () => {
  const denied = await refusal(act('import_leads', { csv: 'name\nAna\n' }, { as: only('crm:read') }))
  assert.equal(denied.code, 'permission_denied')
  for (const csv of ['', 'empresa\nÑandú\n', 'name,titulo\nAna,Eva\n'])
    assert.equal((await refusal(act('import_leads', { csv }))).code, 'invalid_value', csv)
})

test('A maker who lost the right to write leads imports nothing more', async () => {
  const workspace = await addAccount()
  const { id } = await workspace.act('import_leads', { csv: 'name\nAna\n' })
  await sql`update memberships set deactivated_at = now() where account_id = ${workspace.actor.account.id}`
  await carryOn(workspace, id)
  const [row] = await sql<{ status: string }>`select status from contact_imports where id = ${id}`
  assert.equal(row?.status, 'failed')
})
