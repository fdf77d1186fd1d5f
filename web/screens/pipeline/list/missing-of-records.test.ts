import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingOfRecords } from './missing-of-records.ts'

test('Missing fields are grouped by the record they belong to', () => {
  const code = 'missing_field'
  assert.deepEqual(
    missingOfRecords([
      { pointer: '#/lead_ids/2/email', code },
      { pointer: '#/lead_ids/2/custom_attributes/torre', code },
      { parameter: 'lead_ids/5/source', code },
      { pointer: '#/lead_ids/7', code: 'not_found' },
      { pointer: '#/owner', code },
    ]),
    [
      { index: 2, fields: ['email', 'custom_attributes.torre'] },
      { index: 5, fields: ['source'] },
    ],
  )
})
