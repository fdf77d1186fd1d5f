import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayOf } from '#contract/periods.ts'
import * as rules from '#domains/contacts/rules.ts'
import type { Problem } from '#kernel/problem.ts'
import { refused } from '#test/refusal.ts'

const ana = rules.create({ name: 'Ana', phone_number: '3001234567', email: 'ana@example.com' }, 'CO')

const field = (problem: Problem) => problem.extra.errors?.[0]?.field

test('A new contact needs a name, and a phone number or e-mail', () => {
  assert.equal(rules.create({ name: 'Ana', email: 'ana@example.com' }, 'CO').phone_number, null)
  assert.equal(rules.create({ name: 'Ana', phone_number: '3001234567' }, 'CO').email, null)
  assert.equal(field(refused(() => rules.create({ name: ' ', email: 'ana@example.com' }, 'CO'))), 'name')
  assert.equal(field(refused(() => rules.create({ name: 'Ana' }, 'CO'))), 'phone_number')
  assert.equal(refused(() => rules.create({ name: 'Ana', email: ' ' }, 'CO')).code, 'missing_field')
})

test('A contact identified otherwise needs only a name', () => {
  const visitor = rules.createKnown({ name: 'Visitante', identifier: ' web-1 ' }, 'CO')
  assert.deepEqual([visitor.phone_number, visitor.email, visitor.identifier], [null, null, 'web-1'])
  assert.equal(field(refused(() => rules.createKnown({ name: ' ' }, 'CO'))), 'name')
  assert.equal(rules.revise(visitor, { city: 'Cali' }, 'CO').city, 'Cali')
  const reachable = rules.revise(visitor, { email: 'v@example.com' }, 'CO')
  assert.equal(field(refused(() => rules.revise(reachable, { email: '' }, 'CO'))), 'phone_number')
})

test('Texts are trimmed, and blank text is empty', () => {
  const contact = rules.create({ name: ' Ana  María ', email: ' ANA@example.com ', city: '  ', bio: '\tHola\n' }, 'CO')
  assert.equal(contact.name, 'Ana  María')
  assert.equal(contact.email, 'ana@example.com')
  assert.equal(contact.city, null)
  assert.equal(contact.bio, 'Hola')
})

test('A phone number is accepted in any notation and stored as E.164', () => {
  for (const typed of [
    '3001234567',
    '300 123 4567',
    '(300) 123-4567',
    '300.123.4567',
    ' +57 300 1234567 ',
    '57 300 123 4567',
    '0057 300 123 4567',
    '00573001234567',
    '009 57 300 123 4567',
    'tel:+57-300-123-4567',
    '300 123 4567 ext. 5',
    '٣٠٠١٢٣٤٥٦٧',
  ]) {
    assert.equal(rules.phoneNumber(typed, 'CO'), '+573001234567', typed)
  }
  assert.equal(rules.phoneNumber('+1 (415) 555-2671', 'CO'), '+14155552671')
  assert.equal(rules.phoneNumber('0034 612 34 56 78', 'CO'), '+34612345678')
  assert.equal(rules.phoneNumber('612 34 56 78', 'ES'), '+34612345678')
})

test('A number that Mexico, Argentina and Brazil write in several ways is stored in one', () => {
  const forms: [string, string, string[]][] = [
    ['MX', '+525512345678', ['+5215512345678', '52 1 55 1234 5678', '1 55 1234 5678', '55 1234 5678']],
    ['AR', '+5491123456789', ['+541123456789', '11 2345-6789', '011 15 2345-6789', '+54 9 11 15 2345 6789']],
    ['AR', '+5493515551234', ['0351 15 555-1234', '+54 351 15 555 1234', '351 555 1234', '+54 9 351 555 1234']],
    ['BR', '+5511987654321', ['+551187654321', '(11) 8765-4321', '011 98765-4321', '+55 11 98765 4321']],
    ['BR', '+551133334444', ['(11) 3333-4444', '+55 11 3333 4444']],
  ]
  for (const [country, stored, typed] of forms)
    for (const each of [stored, ...typed]) assert.equal(rules.phoneNumber(each, country), stored, each)
})

test('A linked id is no phone number, however long the numbers of a country may be', () => {
  for (const typed of ['+187654321098765', '187654321098765', '+491876543210987', '+491876543210987654'])
    for (const country of ['CO', 'DE']) assert.equal(rules.findPhoneNumber(typed, country), undefined, typed)
  assert.equal(rules.findPhoneNumber('+62 812 3456 78901', 'CO'), '+62812345678901')
})

test('A channel’s linked id becomes the identifier, and anything else stays', () => {
  const aside = (phone_number: string, identifier?: string) => {
    const after = rules.setAsideLinkedId({ phone_number, identifier }, 'CO')
    return [after.phone_number, after.identifier]
  }
  assert.deepEqual(aside('+187654321098765'), [undefined, '187654321098765'])
  assert.deepEqual(aside('+187654321098765', '187654321098765@lid'), [undefined, '187654321098765@lid'])
  assert.deepEqual(aside('+187654321098765', 'erp-7'), [undefined, 'erp-7'])
  // As long as a phone number, but named as a linked id.
  assert.deepEqual(aside('+6648711872666', '6648711872666@lid'), [undefined, '6648711872666@lid'])
  for (const phone of ['+5215512345678', '+62812345678901', '12', 'abc', ''])
    assert.deepEqual(aside(phone), [phone, undefined], phone)
})

test('An invalid phone number is rejected with an example', () => {
  for (const typed of ['', '12', 'abc', '+57', '+57300123456789', '300 123 4567 / 310 987 6543', '00', '+']) {
    const problem = refused(() => rules.phoneNumber(typed, 'CO'))
    assert.equal(problem.code, 'invalid_value', typed)
    assert.equal(field(problem), 'phone_number')
    assert.match(problem.message, /\+573001234567/)
  }
})

test('An e-mail is validated and stored in lower case', () => {
  assert.equal(rules.emailAddress('Ana.Peña+Ventas@Sub.Example.CO'), 'ana.peña+ventas@sub.example.co')
  const wrong = ['ana', 'ana@', '@example.com', 'ana@example', 'a b@example.com', 'ana@example..com', 'a@b@example.com']
  for (const typed of [...wrong, '<ana@example.com>', `${'a'.repeat(250)}@x.co`, 'ana@.com', 'ana@example.com.']) {
    const problem = refused(() => rules.emailAddress(typed))
    assert.equal(problem.code, 'invalid_value', typed)
    assert.equal(field(problem), 'email')
  }
})

test('Absent fields stay; empty and null clear', () => {
  const before = { ...ana, city: 'Bogotá', bio: 'Hola' }
  assert.deepEqual(rules.revise(before, {}, 'CO'), before)
  assert.deepEqual(rules.revise(before, { city: undefined }, 'CO'), before)
  assert.deepEqual(rules.revise(before, { city: '', bio: null }, 'CO'), { ...before, city: null, bio: null })
  assert.deepEqual(rules.revise(before, { email: '' }, 'CO').email, null)
})

test('An update cannot remove the name, or both phone number and e-mail', () => {
  assert.equal(field(refused(() => rules.revise(ana, { name: '' }, 'CO'))), 'name')
  assert.equal(refused(() => rules.revise(ana, { phone_number: '', email: null }, 'CO')).code, 'missing_field')
})

test('A contact created by a channel without phone number or e-mail can be updated', () => {
  const visitor = { ...ana, phone_number: null, email: null }
  assert.equal(rules.revise(visitor, { city: 'Cali' }, 'CO').city, 'Cali')
})

test('Attributes are merged, and null removes one', () => {
  const before = { ...ana, custom_attributes: { a: 1, b: 'x' } }
  const after = rules.revise(before, { custom_attributes: { b: null, c: false, d: null } }, 'CO')
  assert.deepEqual(after.custom_attributes, { a: 1, c: false })
  assert.deepEqual(before.custom_attributes, { a: 1, b: 'x' })
})

test('The number and size of attributes are limited', () => {
  const many = (count: number, length: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`clave_${i}`, 'x'.repeat(length)]))
  const [few, full] = [many(500, 10), many(18, 5000)]
  assert.deepEqual(rules.mergeAttributes(few, { clave_0: 'otra' }).clave_0, 'otra')
  for (const [before, sent] of [
    [few, { nueva: 'x' }],
    [full, { a: 'x'.repeat(5000), b: 'x'.repeat(5000) }],
    [{}, many(501, 1)],
  ] as const) {
    assert.throws(() => rules.mergeAttributes(before, sent), /at most 500 .* 100,000 characters/)
  }
  // Attributes stored before the limit existed can still be reduced.
  assert.equal(Object.keys(rules.mergeAttributes(many(600, 1), { clave_0: null })).length, 599)
})

test('Changes contain each field that differs, with old and new value', () => {
  const after = rules.revise(ana, { name: 'Ana P.', email: 'ANA@example.com', custom_attributes: { a: 1 } }, 'CO')
  assert.deepEqual(rules.changes(ana, after), {
    name: { from: 'Ana', to: 'Ana P.' },
    custom_attributes: { from: {}, to: { a: 1 } },
  })
  assert.deepEqual(rules.changes(ana, ana), {})
})

test('A query is split into words; digits with separators are one phone number', () => {
  const table: [string, string[]][] = [
    ['', []],
    ['   ', []],
    ['ana', ['ana']],
    ['  ana   peña ', ['ana', 'peña']],
    ['300 123 4567', ['3001234567']],
    ['+57 (300) 123-45.67', ['573001234567']],
    ['12', ['12']],
    ['+57', ['+57']],
    ['ana 300', ['ana', '300']],
    ['50%', ['50%']],
    ['a_b\\c', ['a_b\\c']],
  ]
  for (const [query, terms] of table) assert.deepEqual(rules.searchTerms(query), terms, query)
  assert.equal(rules.searchTerms(Array(30).fill('x').join(' ')).length, 30)
})

const noon = new Date('2026-11-18T17:00:00Z') // Wednesday, noon in Bogotá.
const within = (period: Parameters<typeof rules.createdWithin>[0], now = noon, zone = 'America/Bogota') => {
  const { from, to } = rules.createdWithin(period, now, zone)
  return [from?.toISOString(), to?.toISOString()]
}

test('Today, this week and this month start at local midnight, on Monday and on the first', () => {
  assert.deepEqual(within({}), [undefined, undefined])
  assert.deepEqual(within({ period: 'all_time' }), [undefined, undefined])
  assert.deepEqual(within({ period: 'today' }), ['2026-11-18T05:00:00.000Z', undefined])
  assert.deepEqual(within({ period: 'week' }), ['2026-11-16T05:00:00.000Z', undefined])
  assert.deepEqual(within({ period: 'month' }), ['2026-11-01T05:00:00.000Z', undefined])
})

test('The local day counts at its edges', () => {
  const lastMoment = new Date('2026-11-16T04:59:59.999Z') // Sunday, a millisecond before midnight in Bogotá.
  assert.deepEqual(within({ period: 'today' }, lastMoment)[0], '2026-11-15T05:00:00.000Z')
  assert.deepEqual(within({ period: 'week' }, lastMoment)[0], '2026-11-09T05:00:00.000Z')
  const midnight = new Date('2026-11-16T05:00:00Z')
  assert.deepEqual(within({ period: 'today' }, midnight)[0], '2026-11-16T05:00:00.000Z')
  assert.deepEqual(within({ period: 'week' }, midnight)[0], '2026-11-16T05:00:00.000Z')
  const newYear = new Date('2027-01-01T04:00:00Z')
  assert.deepEqual(within({ period: 'month' }, newYear)[0], '2026-12-01T05:00:00.000Z')
})

test('A custom period includes both its days', () => {
  assert.deepEqual(within({ period: 'custom', date_from: '2026-11-01', date_to: '2026-11-01' }), [
    '2026-11-01T05:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
  ])
  assert.deepEqual(within({ period: 'custom', date_from: '2024-02-29' }), ['2024-02-29T05:00:00.000Z', undefined])
  assert.deepEqual(within({ period: 'custom', date_to: '2024-02-29' }), [undefined, '2024-03-01T05:00:00.000Z'])
  const madrid = within({ period: 'custom', date_from: '2026-03-29', date_to: '2026-03-29' }, noon, 'Europe/Madrid')
  assert.deepEqual(madrid, ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
})

test('Dates without period=custom, custom without dates, and reversed dates are rejected by name', () => {
  const table = [
    [{ date_from: '2026-11-01' }, 'invalid_value', 'date_from'],
    [{ period: 'today', date_to: '2026-11-01' }, 'invalid_value', 'date_to'],
    [{ period: 'custom' }, 'missing_field', 'date_from'],
    [{ period: 'custom', date_from: '2026-11-02', date_to: '2026-11-01' }, 'invalid_value', 'date_from'],
  ] as const
  for (const [period, code, name] of table) {
    const problem = refused(() => within(period))
    assert.equal(problem.code, code)
    assert.equal(field(problem), name)
  }
})

const zones = ['America/Bogota', 'America/Sao_Paulo', 'Europe/Madrid', 'Asia/Kolkata']

test('The current time is always in today, this week and this month', () => {
  const moments = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (now, zone) => {
      const [month, week, today] = (['month', 'week', 'today'] as const).map(
        (period) => rules.createdWithin({ period }, now, zone).from!,
      )
      assert.ok(month! <= today! && week! <= today! && today! <= now)
      const day = dayOf(now, zone)
      const { from, to } = rules.createdWithin({ period: 'custom', date_from: day, date_to: day }, now, zone)
      assert.ok(from! <= now && now < to!)
    }),
    { numRuns: 200 },
  )
})

const word = fc.constantFrom('Ana', 'Bogotá', ' x ', 'ñ', '=1+1', 'una línea')
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const attributes = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(fc.integer(), fc.boolean(), word))
const phones = fc.constantFrom('+573001234567', '+573009999999', '+34612345678')
const emails = fc.constantFrom('ana@example.com', 'eva@example.com', 'luz@example.com')
const known: fc.Arbitrary<rules.Fields> = fc
  .record({
    name: word,
    phone_number: maybe(phones),
    email: maybe(emails),
    city: maybe(word),
    country: maybe(word),
    company_name: maybe(word),
    job_title: maybe(word),
    bio: maybe(word),
    custom_attributes: attributes,
  })
  .filter((contact) => contact.phone_number !== null || contact.email !== null)
  .map((contact) => rules.create(contact, 'CO'))
const patches: fc.Arbitrary<rules.Patch> = fc.record(
  {
    name: fc.oneof(word, fc.constant('')),
    phone_number: fc.oneof(phones, fc.constantFrom('', null, '300 123 4567')),
    email: fc.oneof(emails, fc.constantFrom('', null, 'ANA@example.com')),
    city: fc.oneof(word, fc.constantFrom('', null)),
    bio: fc.oneof(word, fc.constantFrom('', null)),
    custom_attributes: fc.dictionary(fc.constantFrom('a', 'b', 'd'), maybe(word)),
  },
  { requiredKeys: [] },
)

test('Any patch leaves a valid contact, and absent fields stay unchanged', () => {
  fc.assert(
    fc.property(known, patches, (before, patch) => {
      let after: rules.Fields
      try {
        after = rules.revise(before, patch, 'CO')
      } catch (error) {
        assert.equal((error as Problem).code, 'missing_field')
        return
      }
      assert.ok(after.name)
      assert.ok(after.phone_number || after.email)
      for (const field of rules.text_fields) {
        if (patch[field] === undefined) assert.equal(after[field], before[field])
        if (patch[field] === null || patch[field] === '') assert.equal(after[field], null)
        assert.notEqual(after[field], '')
      }
      assert.ok(!Object.values(after.custom_attributes).includes(null as never))
      for (const key of Object.keys(before.custom_attributes)) {
        if (!(key in (patch.custom_attributes ?? {})))
          assert.equal(after.custom_attributes[key], before.custom_attributes[key])
      }
      // Applying the same patch again changes nothing.
      assert.deepEqual(rules.changes(after, rules.revise(after, patch, 'CO')), {})
      assert.equal(
        Object.keys(rules.changes(before, after)).length === 0,
        JSON.stringify(before) === JSON.stringify(after),
      )
    }),
    { numRuns: 500 },
  )
})

test('A merge removes nothing from the remaining contact and loses nothing of the duplicate', () => {
  fc.assert(
    fc.property(known, known, (remaining, duplicate) => {
      const merged = rules.merge(remaining, duplicate)
      for (const field of rules.text_fields) assert.equal(merged[field], remaining[field] ?? duplicate[field])
      const keys = new Set([...Object.keys(remaining.custom_attributes), ...Object.keys(duplicate.custom_attributes)])
      assert.deepEqual(Object.keys(merged.custom_attributes).sort(), [...keys].sort())
      for (const key of keys) {
        const owner = Object.hasOwn(remaining.custom_attributes, key) ? remaining : duplicate
        assert.equal(merged.custom_attributes[key], owner.custom_attributes[key])
      }
      assert.deepEqual(rules.merge(remaining, remaining), remaining)
    }),
    { numRuns: 500 },
  )
})
