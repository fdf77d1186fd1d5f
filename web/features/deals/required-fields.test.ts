import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Deal } from './deal.ts'
import { missingFields } from './required-fields.ts'

const deal = (more: object) => ({ custom_attributes: {}, ...more }) as unknown as Deal

test('A record lacks the required fields that are empty and that its kind has', () => {
  const stage = { required_fields: ['phone', 'amount', 'owner', 'custom_attributes.talla'] }
  assert.deepEqual(missingFields(deal({ kind: 'lead', phone: ' ', owner: null }), stage), [
    'phone',
    'owner',
    'custom_attributes.talla',
  ])
  const filled = { kind: 'opportunity', amount: 0, owner: { id: '1' }, custom_attributes: { talla: false } }
  assert.deepEqual(missingFields(deal(filled), stage), [])
})
