import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subject_types } from '#contract/records/automation.ts'
import * as server from '#domains/automations/actions/actions.ts'
import { unknownVariables } from '#domains/workspace/variables.ts'
import { blank, actionTypesFor, variablesOf } from './action-kinds.ts'

test('The actions offered for a record type are those of the server', () => {
  for (const subject of subject_types)
    assert.deepEqual(actionTypesFor(subject).sort(), server.actionTypesFor(subject).sort(), subject)
})

test('A blank action has the requested type', () => {
  for (const type of actionTypesFor('conversation')) assert.equal(blank(type).type, type)
})

test('Every offered variable exists on the server', () => {
  for (const subject of subject_types) {
    const text = variablesOf(subject)
      .map((path) => `{{${path}}}`)
      .join(' ')
    assert.deepEqual(unknownVariables(text, subject), [], subject)
  }
})
