import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pipeline_kinds } from '#contract/records/crm.ts'
import { validateRequiredFields } from '#domains/crm/pipelines/required-fields-rules.ts'
import { attributeField, fieldsFor } from './stage-fields.ts'

test('A stage can require every offered field, and custom fields', () => {
  for (const kind of pipeline_kinds) {
    const fields = [...fieldsFor(kind), attributeField('presupuesto')!]
    assert.deepEqual(validateRequiredFields({ kind }, fields), fields, kind)
  }
})

test('A custom field is required by its key, with or without the prefix', () => {
  assert.equal(attributeField(' zona '), 'custom_attributes.zona')
  assert.equal(attributeField('custom_attributes.zona'), 'custom_attributes.zona')
  assert.equal(attributeField('  '), undefined)
})
