import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelAddress } from '#contract/channels.ts'
import type { ChannelTemplate } from '#contract/records/channel.ts'
import { findTestTemplate } from './send-test.ts'

const template = (name: string, text: string, status = 'APPROVED'): ChannelTemplate => ({
  id: name,
  name,
  language: 'es',
  category: 'UTILITY',
  status,
  parameter_format: 'positional',
  components: [{ type: 'BODY', text }],
  rejected_reason: null,
  updated_at: '2026-11-01T00:00:00.000Z',
})

test('A test message is a template without values, the example of Meta first', () => {
  const plain = template('aviso', 'Gracias por escribir')
  const withValue = template('saludo', 'Hola {{1}}')
  const example = template('hello_world', 'Welcome')
  assert.equal(findTestTemplate([withValue, plain, example])?.name, 'hello_world')
  assert.equal(findTestTemplate([withValue, plain])?.name, 'aviso')
  assert.equal(findTestTemplate([withValue, template('otro', 'Hola', 'PENDING')]), undefined)
})

test('Where customers have to write first, no address is asked for', () => {
  const channels = ['whatsapp', 'sms', 'email', 'telegram', 'messenger', 'instagram'] as const
  const addresses = channels.map((channel) => channelAddress[channel])
  assert.deepEqual(addresses, ['phone_number', 'phone_number', 'email', null, null, null])
})
