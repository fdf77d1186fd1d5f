import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lead_form_field_types, touch_fields } from '#contract/records/lead-form.ts'
import * as rules from './rules.ts'
import { refused } from '#test/refusal.ts'

const usual = rules.checkFields(rules.default_fields)
const read = (answers: rules.Answers, fields = usual) => rules.readAnswers(fields, answers, 'CO')
const wrongIn = (answers: rules.Answers, fields = usual) =>
  refused(() => read(answers, fields)).extra.errors?.map(({ field, code }) => [field, code])

test('A form without a contact channel, with duplicate keys or with reserved keys is refused', () => {
  for (const [fields, code, field] of [
    [[{ key: 'name' }], 'missing_field', 'fields'],
    [[{ key: 'email' }, { key: 'email' }], 'invalid_value', 'fields'],
    [[{ key: 'email' }, { key: 'zona', type: 'choice' }], 'missing_field', 'fields/1/choices'],
    [[{ key: 'email' }, { key: 'zona', choices: ['Norte'] }], 'invalid_value', 'fields/1/choices'],
    [[{ key: 'email', type: 'number' }], 'invalid_value', 'fields/0/type'],
    ...[...touch_fields, 'lead_form', 'constructor', 'prototype'].map(
      (key) => [[{ key: 'email' }, { key }], 'invalid_value', 'fields/1/key'] as const,
    ),
  ] as [rules.FieldInput[], string, string][]) {
    const problem = refused(() => rules.checkFields(fields))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], [code, field], JSON.stringify(fields))
  }
})

test('Standard fields have a translated label, others the label of the form', () => {
  const [email, zone] = rules.checkFields([
    { key: 'email', label: ' ' },
    { key: 'zona', type: 'choice', choices: [' Norte ', 'Norte', '', 'Sur'] },
  ])
  assert.deepEqual(email, { key: 'email', label: null, type: 'text', required: false, choices: [] })
  assert.deepEqual(zone, { key: 'zona', label: 'zona', type: 'choice', required: false, choices: ['Norte', 'Sur'] })
})

test('A form redirects only to web pages', () => {
  assert.equal(rules.checkRedirect(' https://example.com/grácias?a=1#b '), 'https://example.com/gr%C3%A1cias?a=1#b')
  assert.equal(rules.checkRedirect(' '), null)
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/gracias',
    'https://user:pass@example.com',
    'ftp://example.com',
    'example.com',
  ])
    assert.equal(refused(() => rules.checkRedirect(address)).code, 'invalid_value', address)
  // Characters that could start another header are encoded or removed.
  assert.equal(rules.checkRedirect('https://example.com/a\r\nSet-Cookie: x'), 'https://example.com/aSet-Cookie:%20x')
})

test('Answers are read and unknown keys are ignored', () => {
  const submission = read({
    name: ' Íngrid \r\n Peña ',
    email: ' Ingrid@Example.COM ',
    phone: '300 123 4567',
    message: ' Hola\r\n¿precio? ',
    admin: true,
    __proto__: 'x',
  })
  assert.deepEqual(submission, {
    name: 'Íngrid Peña',
    email: 'ingrid@example.com',
    phone: '300 123 4567',
    phone_number: '+573001234567',
    company_name: null,
    message: 'Hola\n¿precio?',
    custom_attributes: {},
  })
})

test('All errors are reported at once', () => {
  assert.deepEqual(wrongIn({}), [
    ['answers/name', 'missing_field'],
    ['answers/email', 'missing_field'],
  ])
  assert.deepEqual(wrongIn({ name: 'x'.repeat(256), email: 'nadie@' }), [
    ['answers/name', 'invalid_value'],
    ['answers/email', 'invalid_value'],
  ])
})

test('A submission without a usable channel is refused', () => {
  const both = rules.checkFields([{ key: 'email' }, { key: 'phone' }])
  assert.deepEqual(wrongIn({}, both), [['answers/email', 'missing_field']])
  assert.deepEqual(wrongIn({ phone: 'ext. 12' }, both), [['answers/phone', 'invalid_value']])
  assert.equal(read({ phone: '3001234567' }, both).name, '3001234567')
  // Next to an e-mail, an unusable phone number is kept unchanged.
  const odd = read({ email: 'a@example.com', phone: 'ext. 12' }, both)
  assert.deepEqual([odd.phone, odd.phone_number, odd.name], ['ext. 12', null, 'a@example.com'])
})

test('Numbers, choices and checkboxes are parsed by type', () => {
  const fields = rules.checkFields([
    { key: 'email' },
    { key: 'area', type: 'number' },
    { key: 'zona', type: 'choice', choices: ['Norte', 'Sur'] },
    { key: 'consent', type: 'checkbox', required: true },
    { key: 'news', type: 'checkbox' },
  ])
  const email = 'a@example.com'
  const submission = read({ email, area: ' 72.5 ', zona: 'Sur', consent: 'on', news: 'off' }, fields)
  assert.deepEqual(submission.custom_attributes, { area: 72.5, zona: 'Sur', consent: true, news: false })
  assert.deepEqual(wrongIn({ email, area: 'mucho', zona: 'Centro', consent: 'false' }, fields), [
    ['answers/area', 'invalid_value'],
    ['answers/zona', 'invalid_value'],
    ['answers/consent', 'missing_field'],
  ])
  assert.deepEqual(wrongIn({ email }, fields), [['answers/consent', 'missing_field']])
})

test('Any answer is either read or refused, and stored values are bounded', () => {
  const fields = rules.checkFields([
    ...rules.default_fields,
    ...lead_form_field_types.map((type) => ({ key: `a_${type}`, type, choices: type === 'choice' ? ['x'] : [] })),
  ])
  const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.double(), fc.boolean())
  const answers = fc.dictionary(fc.constantFrom(...fields.map(({ key }) => key), '__proto__', 'constructor'), value)
  fc.assert(
    fc.property(answers, (given) => {
      const attempt = () => read({ email: 'a@example.com', name: 'A', ...given }, fields)
      try {
        const submission = attempt()
        assert.ok(submission.name.length <= 255 && submission.name.trim() !== '')
        assert.ok(Object.keys(submission.custom_attributes).every((key) => key.startsWith('a_')))
      } catch {
        assert.ok((refused(attempt).extra.errors?.length ?? 0) > 0)
      }
    }),
  )
})

test('A submission belongs to a contact only if all its channels do', () => {
  const marta = { email: 'marta@example.com', phone_number: '+573001112233' }
  const typed = (email: string | null, phone: string | null, phone_number = phone) => ({ email, phone, phone_number })
  assert.ok(rules.isSamePerson(marta, typed(marta.email, null)))
  assert.ok(rules.isSamePerson(marta, typed(null, marta.phone_number)))
  assert.ok(rules.isSamePerson(marta, typed(marta.email, marta.phone_number)))
  assert.ok(!rules.isSamePerson(marta, typed(marta.email, '+573009999999')))
  assert.ok(!rules.isSamePerson(marta, typed('otra@example.com', marta.phone_number)))
  assert.ok(!rules.isSamePerson(marta, typed(marta.email, 'llame al portero', null)))
  assert.ok(!rules.isSamePerson({ ...marta, phone_number: null }, typed(marta.email, 'llame al portero', null)))
})
