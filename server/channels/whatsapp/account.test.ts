import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { graphFailure } from '#test/channels/fakes/meta.ts'
import { openFakeWhatsApp, shop, type Template } from '#test/channels/fakes/whatsapp.ts'
import { http } from '#test/channels/http.ts'
import { openShop } from '#test/channels/whatsapp.ts'

const fake = await openFakeWhatsApp()
const { whatsapp, connection } = openShop(fake.url)

beforeEach(() => fake.reset())

test('Connecting reads the number and subscribes to the events of the account', async () => {
  assert.deepEqual(await whatsapp.connect(connection, http), {
    id: shop.phone_number_id,
    name: 'Panadería Lupita',
    detail: undefined,
    daily_limit: undefined,
  })
  assert.deepEqual(
    fake.calls.map(({ method, path }) => `${method} ${path}`),
    [`GET ${shop.phone_number_id}`, `POST ${shop.business_account_id}/subscribed_apps`],
  )
  assert.equal((await whatsapp.check(connection, http)).detail, undefined)
})

test('Wrong credentials are rejected with Meta’s reason, and an absent Meta is unreachable', async () => {
  const wrong = openShop(fake.url, { access_token: 'wrong' })
  await assert.rejects(async () => wrong.whatsapp.connect(wrong.connection, http), {
    kind: 'rejected',
    message: 'Error validating access token: Session has expired.',
  })
  const number = openShop(fake.url, { phone_number_id: '1' })
  await assert.rejects(async () => number.whatsapp.connect(number.connection, http), { kind: 'rejected' })
  const business = openShop(fake.url, { business_account_id: '1' })
  await assert.rejects(async () => business.whatsapp.connect(business.connection, http), {
    kind: 'rejected',
    message: /WhatsApp Business Account 1/,
  })
  const closed = openShop('http://127.0.0.1:9')
  await assert.rejects(async () => closed.whatsapp.connect(closed.connection, http), { kind: 'unreachable' })
  fake.fail('number', { status: 502, body: '<html>' })
  await assert.rejects(async () => whatsapp.connect(connection, http), { kind: 'unreachable' })
  fake.fail('number', graphFailure(2, 'Service temporarily unavailable', { status: 503 }))
  await assert.rejects(async () => whatsapp.check(connection, http), { kind: 'unreachable' })
})

test('Trouble that does not stop the number is a warning', async () => {
  assert.match((await whatsapp.check(connection, http)).detail!, /no app is subscribed/)
  fake.fail('subscribed_apps', graphFailure(200, 'Permissions error'))
  assert.match((await whatsapp.connect(connection, http)).detail!, /Permissions error/)
  const errors = [{ error_code: 141006, error_description: 'No payment method.', possible_solution: 'Add one.' }]
  const health_status = { can_send_message: 'LIMITED', entities: [{ entity_type: 'WABA', errors }] }
  const body = {
    id: shop.phone_number_id,
    verified_name: 'Lupita',
    status: 'FLAGGED',
    quality_rating: 'RED',
    health_status,
  }
  fake.fail('number', { status: 200, body })
  const { detail } = await whatsapp.connect(connection, http)
  for (const part of [/limited/, /No payment method\. Add one\./, /FLAGGED/, /quality is low/])
    assert.match(detail!, part)
})

const template = (index: number, fields: Partial<Template> = {}): Template => ({
  id: String(index),
  name: `plantilla_${index}`,
  language: 'es_MX',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Hola' }],
  ...fields,
})

test('All pages of templates are read, without the deleted ones', async () => {
  fake.templates.push(
    ...Array.from({ length: 258 }, (_, index) => template(index)),
    template(258, { status: 'PENDING_DELETION' }),
    template(259, { parameter_format: 'NAMED', status: 'REJECTED', rejected_reason: 'SCAM' }),
  )
  const found = await whatsapp.listTemplates!(connection, http)
  assert.equal(found.length, 259)
  assert.equal(fake.callsOf('templates').length, 3)
  assert.deepEqual(found.at(-1), {
    external_id: '259',
    name: 'plantilla_259',
    language: 'es_MX',
    category: 'UTILITY',
    status: 'REJECTED',
    parameter_format: 'named',
    components: [{ type: 'BODY', text: 'Hola' }],
    rejected_reason: 'SCAM',
  })
})

test('A list of templates that breaks off is no list', async () => {
  fake.templates.push(...Array.from({ length: 150 }, (_, index) => template(index)))
  fake.fail('templates', { status: 200, body: { data: [template(1)], paging: { next: 'https://x/?after=MTAw' } } })
  fake.fail('templates', { status: 500, body: '' })
  await assert.rejects(async () => whatsapp.listTemplates!(connection, http), { kind: 'unreachable' })
})

test('A new template is submitted for approval, or refused with Meta’s reason', async () => {
  const created = {
    name: 'recordatorio',
    language: 'es_MX',
    category: 'utility',
    components: [{ type: 'BODY', text: 'Hola {{nombre}}' }],
    parameter_format: 'named' as const,
  }
  const result = await whatsapp.createTemplate!(connection, created, http)
  assert.deepEqual(
    [result.status, result.category, result.parameter_format, result.components],
    ['PENDING', 'UTILITY', 'named', created.components],
  )
  assert.deepEqual(fake.callsOf('templates')[0]!.body, { ...created, category: 'UTILITY', parameter_format: 'NAMED' })
  await assert.rejects(async () => whatsapp.createTemplate!(connection, created, http), {
    kind: 'rejected',
    message: 'There is already content in this language for this template.',
  })
})
