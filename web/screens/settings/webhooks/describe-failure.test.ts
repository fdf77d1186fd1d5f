import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answeredWith, DISABLED_BEFORE } from '#contract/webhook-errors.ts'
import { describeFailure } from './describe-failure.ts'
import { deliveryEn } from './words.en.ts'
import { deliveryEs } from './words.es.ts'

test('A failure is described in the person’s language, and an error of the network as it came', () => {
  assert.equal(describeFailure(answeredWith(500), deliveryEs), 'Respondió 500')
  assert.equal(describeFailure(answeredWith(500), deliveryEn), 'Responded with 500')
  assert.equal(describeFailure(DISABLED_BEFORE, deliveryEs), deliveryEs.disabledBefore)
  assert.equal(describeFailure('read ECONNRESET', deliveryEs), 'read ECONNRESET')
  assert.equal(describeFailure(null, deliveryEs), null)
})
