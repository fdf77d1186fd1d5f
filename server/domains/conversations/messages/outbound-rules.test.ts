import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Channel, channelCapabilities, channels } from '#contract/channels.ts'
import {
  checkOutbound,
  checkScheduledAt,
  contentOf,
  type OutboundContent,
} from '#domains/conversations/messages/outbound-rules.ts'
import { refused } from '#test/refusal.ts'

const closes_at = '2026-11-15T15:00:00.000Z'
type Allowed = ('text' | 'template' | 'human_agent')[]

const check = (channel: Channel, message: Partial<OutboundContent>, may_send?: Allowed) => {
  const reply_window = may_send ? { open: may_send.includes('text'), closes_at, may_send } : null
  checkOutbound({ channel, reply_window }, { content: 'Hola', ...message })
}
const refusalOf = (...given: Parameters<typeof check>) => {
  const { code, extra, message } = refused(() => check(...given))
  return { code, field: extra.errors?.[0]?.field, message }
}
const buttons = (count: number) => Array.from({ length: count }, (_, i) => ({ id: String(i), title: `Opción ${i}` }))
const list = (...counts: number[]) => ({
  button: 'Ver',
  sections: counts.map((count) => ({ rows: Array.from({ length: count }, () => ({})) })),
})

test('A text may be exactly as long as each channel allows, in its own unit', () => {
  for (const channel of channels) {
    const { text_limit, text_unit } = channelCapabilities[channel]
    if (text_limit === null) {
      check(channel, { content: 'x'.repeat(100_000) })
      continue
    }
    check(channel, { content: 'x'.repeat(text_limit) })
    const { code, field, message } = refusalOf(channel, { content: 'x'.repeat(text_limit + 1) })
    assert.deepEqual([code, field], ['invalid_value', 'content'])
    assert.ok(message.includes(`${text_limit + 1} ${text_unit}`) && message.includes(`allows ${text_limit}.`), message)
  }
  check('whatsapp', { content: '😀'.repeat(4096) })
  assert.equal(refusalOf('instagram', { content: 'ñ'.repeat(501) }).field, 'content')
})

test('Content a channel does not have is refused, naming the channel and the field', () => {
  const template = { name: 'aviso', language: 'es' }
  for (const channel of channels) {
    const can = channelCapabilities[channel]
    const cases: [Partial<OutboundContent>, string, boolean][] = [
      [{ template }, 'template', can.templates],
      [{ reply_to: '1' }, 'reply_to', can.replies],
      [{ buttons: buttons(1) }, 'buttons', can.buttons > 0],
      [{ list: list(1) }, 'list', can.list > 0],
      [{ human_agent: true }, 'human_agent', can.human_agent_hours !== null],
    ]
    for (const [message, field, isPossible] of cases) {
      if (isPossible) check(channel, message)
      else {
        const problem = refusalOf(channel, message)
        assert.deepEqual([problem.code, problem.field], ['not_supported_by_channel', field], channel)
        assert.ok(problem.message.startsWith(channel))
      }
    }
  }
})

test('Buttons and rows are counted, the rows of all sections together', () => {
  check('whatsapp', { buttons: buttons(3) })
  assert.deepEqual(refusalOf('whatsapp', { buttons: buttons(4) }).field, 'buttons')
  check('whatsapp', { list: list(6, 4) })
  assert.deepEqual(refusalOf('whatsapp', { list: list(6, 5) }).field, 'list')
})

test('A closed window refuses free text and names what may be sent instead', () => {
  const template = { name: 'aviso', language: 'es' }
  check('whatsapp', {}, ['text', 'template'])
  check('whatsapp', { template }, ['template'])
  const closed = refusalOf('whatsapp', {}, ['template'])
  assert.equal(closed.code, 'window_closed')
  assert.match(closed.message, /approved template/)
  check('messenger', { human_agent: true }, ['human_agent'])
  assert.match(refusalOf('messenger', {}, ['human_agent']).message, /human_agent: true/)
  assert.match(refusalOf('messenger', { human_agent: true }, []).message, /Wait until the customer writes again/)
})

test('The window does not matter for a scheduled message until it is sent, but its limits do', () => {
  check('whatsapp', { scheduled_at: closes_at }, ['template'])
  const long = { scheduled_at: closes_at, content: 'x'.repeat(4097) }
  assert.equal(refusalOf('whatsapp', long, ['template']).field, 'content')
})

test('A message is scheduled for a time within a year from now', () => {
  const now = new Date('2026-11-15T15:00:00.000Z')
  checkScheduledAt('2026-11-15T15:00:01.000Z', now)
  checkScheduledAt('2027-11-15T15:00:00.000Z', now)
  for (const wrong of ['2026-11-15T15:00:00.000Z', '2026-11-14T15:00:00.000Z', '2027-12-15T15:00:00.000Z'])
    assert.equal(refused(() => checkScheduledAt(wrong, now)).extra.errors?.[0]?.field, 'scheduled_at')
})

test('Buttons, lists and templates are stored with their content type', () => {
  assert.deepEqual(contentOf({ content: 'Hola' }), {})
  const items = buttons(2)
  assert.deepEqual(contentOf({ content: 'Elige', buttons: items }), {
    content_type: 'buttons',
    content_attributes: { items },
  })
  assert.equal(contentOf({ content: 'Elige', list: list(1) }).content_type, 'list')
  assert.deepEqual(contentOf({ content: null, template: { name: 'aviso', language: 'es' } }), {
    content_type: 'template',
    content_attributes: { name: 'aviso', language: 'es' },
  })
})
