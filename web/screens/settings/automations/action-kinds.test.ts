import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subject_types } from '#contract/records/automation.ts'
import * as server from '#domains/automations/actions.ts'
import { unknownIn } from '#domains/workspace/variables.ts'
import { blank, fitting, variablesOf } from './action-kinds.ts'

test('what is offered for a record is what the server can do to it', () => {
  for (const subject of subject_types)
    assert.deepEqual(fitting(subject).sort(), server.fitting(subject).sort(), subject)
})

test('a blank action is of the type asked for', () => {
  for (const type of fitting('conversation')) assert.equal(blank(type).type, type)
})

test('every variable that is offered can be filled in', () => {
  for (const subject of subject_types) {
    const text = variablesOf(subject)
      .map((path) => `{{${path}}}`)
      .join(' ')
    assert.deepEqual(unknownIn(text, subject), [], subject)
  }
})
