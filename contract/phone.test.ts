import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalPhone, isLinkedId, phoneVariants } from '#contract/phone.ts'

test('The forms of one number in Mexico, Argentina and Brazil become one', () => {
  const people: [string, string[]][] = [
    ['+525512345678', ['+525512345678', '+5215512345678']],
    ['+5491123456789', ['+5491123456789', '+541123456789', '+54111523456789', '+549111523456789']],
    ['+5493515551234', ['+5493515551234', '+543515551234', '+54351155551234', '+549351155551234']],
    ['+5492966412345', ['+5492966412345', '+542966412345', '+54296615412345', '+549296615412345']],
    ['+5511987654321', ['+5511987654321', '+551187654321']],
    ['+5547966554433', ['+5547966554433', '+554766554433']],
  ]
  for (const [canonical, forms] of people) for (const form of forms) assert.equal(canonicalPhone(form), canonical, form)
})

test('Landlines of Brazil, toll-free numbers and other countries stay as they are', () => {
  for (const phone of [
    '+551123456789',
    '+554733334444',
    '+551152345678',
    '+558001234567',
    '+528001234567',
    '+548005551234',
    '+573001234567',
    '+14155552671',
    '+34612345678',
    '+123456',
  ])
    assert.deepEqual([canonicalPhone(phone), phoneVariants(phone).includes(phone)], [phone, true], phone)
})

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const from = (first: string, length: number) =>
  fc.tuple(fc.constantFrom(...first.split('')), digits(length - 1)).map((parts) => parts.join(''))
const area = fc.tuple(from('123456789', 1), from('123456789', 1)).map((parts) => parts.join(''))

/** Two forms of one number, from each of the three countries. */
const pair = fc.oneof(
  from('23456789', 10).map((number) => [`+52${number}`, `+521${number}`]),
  fc
    .oneof(
      digits(8).map((local) => `11${local}`),
      from('23', 10),
    )
    .map((number) => [`+549${number}`, `+54${number}`]),
  fc.tuple(area, from('6789', 8)).map(([code, number]) => [`+55${code}9${number}`, `+55${code}${number}`]),
)
const landline = fc.tuple(area, from('2345', 8)).map(([code, number]) => `+55${code}${number}`)
const elsewhere = fc
  .tuple(fc.constantFrom('+1', '+57', '+34', '+56', '+51', '+598'), from('123456789', 9))
  .map((parts) => parts.join(''))
const anyPhone = fc.oneof(
  pair.chain((forms) => fc.constantFrom(...forms)),
  landline,
  elsewhere,
  fc
    .tuple(fc.constantFrom('+52', '+521', '+54', '+549', '+55'), fc.stringMatching(/^\d{4,13}$/))
    .map((parts) => parts.join('')),
)

test('Both forms of a number have the same canonical form and the same variants', () => {
  fc.assert(
    fc.property(pair, ([canonical, former]) => {
      assert.equal(canonicalPhone(canonical!), canonical)
      assert.equal(canonicalPhone(former!), canonical)
      assert.deepEqual(phoneVariants(former!), [canonical, former])
      assert.deepEqual(phoneVariants(canonical!), [canonical, former])
    }),
  )
})

test('A canonical number stays the same, and every variant leads to it', () => {
  fc.assert(
    fc.property(anyPhone, (phone) => {
      const canonical = canonicalPhone(phone)
      assert.equal(canonicalPhone(canonical), canonical)
      assert.equal(phoneVariants(phone)[0], canonical)
      for (const variant of phoneVariants(phone)) assert.equal(canonicalPhone(variant), canonical)
    }),
  )
})

test('A landline of Brazil and a number of another country have one form', () => {
  fc.assert(fc.property(fc.oneof(landline, elsewhere), (phone) => assert.deepEqual(phoneVariants(phone), [phone])))
})

test('A linked id is recognised by the identifier that repeats it', () => {
  assert.equal(isLinkedId('+187654321098765', '187654321098765@lid'), true)
  assert.equal(isLinkedId('+5215512345678', '5215512345678@s.whatsapp.net'), false)
  assert.equal(isLinkedId('+187654321098765', '999@lid'), false)
  assert.equal(isLinkedId('+187654321098765', undefined), false)
})
