import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Lead } from '#contract/records/crm.ts'
import { fillLead } from './merge-rules.ts'

const word = fc.option(fc.constantFrom('a', 'b', 'c'))
const one = fc.option(fc.constantFrom('1', '2').map((id) => ({ id, name: id })))
const texts = ['company_name', 'email', 'phone', 'source', 'attribution_detail'] as const

const lead = fc.record({
  company_name: word,
  email: word,
  phone: word,
  source: word,
  attribution_detail: word,
  utm_source: word,
  utm_medium: word,
  utm_campaign: word,
  utm_auto: fc.option(fc.constantFrom({ utm_source: 'x' }, { utm_source: 'y' })),
  estimated_value: fc.option(fc.nat(3)),
  currency: fc.constantFrom('COP', 'USD'),
  owner: one,
  contact: one,
  custom_attributes: fc.dictionary(fc.constantFrom('p', 'q', 'r'), fc.nat(3), { noNullPrototype: true }),
}) as unknown as fc.Arbitrary<Lead>

test('A merge fills only empty fields and never mixes two attributions', () => {
  fc.assert(
    fc.property(lead, lead, (kept, other) => {
      const merged = { ...kept, ...fillLead(kept, other) }
      for (const field of texts) assert.equal(merged[field], kept[field] ?? other[field])
      assert.equal(merged.estimated_value, kept.estimated_value ?? other.estimated_value)
      if (kept.estimated_value !== null || other.estimated_value === null) assert.equal(merged.currency, kept.currency)
      else assert.equal(merged.currency, other.currency)
      const origin = ({ utm_source, utm_medium, utm_campaign }: Lead) => [utm_source, utm_medium, utm_campaign]
      const known = origin(kept).some((each) => each !== null) ? kept : other
      assert.deepEqual(origin(merged), origin(known))
      if (kept.utm_auto) assert.equal(merged.utm_auto, kept.utm_auto, 'the first touch is never rewritten')
      assert.deepEqual(merged.custom_attributes, { ...other.custom_attributes, ...kept.custom_attributes })
      if (kept.owner) assert.ok(!('owner_id' in merged))
    }),
  )
})

test('Merging an identical lead changes nothing', () => {
  fc.assert(
    fc.property(lead, (kept) => {
      assert.deepEqual(fillLead(kept, kept), { custom_attributes: kept.custom_attributes })
    }),
  )
})
