import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pipeline_kinds } from '#contract/records/crm.ts'
import { requirable } from '#domains/crm/required-rules.ts'
import { attributeField, fieldsFor } from './stage-fields.ts'

test('a stage can ask for whatever is offered, and for attributes', () => {
  for (const kind of pipeline_kinds) {
    const fields = [...fieldsFor(kind), attributeField('presupuesto')!]
    assert.deepEqual(requirable({ kind }, fields), fields, kind)
  }
})

test('an attribute is asked for by its key, however it was written', () => {
  assert.equal(attributeField(' zona '), 'custom_attributes.zona')
  assert.equal(attributeField('custom_attributes.zona'), 'custom_attributes.zona')
  assert.equal(attributeField('  '), undefined)
})
