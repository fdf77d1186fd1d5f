import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readEvents, type ServerEvent } from '#widget/panel/events.ts'

async function read(chunks: string[]): Promise<ServerEvent[]> {
  async function* arriving() {
    yield* chunks
  }
  const events: ServerEvent[] = []
  for await (const event of readEvents(arriving())) events.push(event)
  return events
}

const stream =
  'retry: 1000\n\nevent: ready\r\nid: 12\r\ndata: {}\r\n\r\n' +
  ':\nid: 13\n\nevent: message\nid: 12:14,16\ndata: {"content":"uno\ndata: dos: tres"}\n\ndata:sin nombre\r\rdata: unfinished'

const expected = [
  { name: 'message', id: undefined, data: undefined },
  { name: 'ready', id: '12', data: '{}' },
  { name: 'message', id: '13', data: undefined },
  { name: 'message', id: '12:14,16', data: '{"content":"uno\ndos: tres"}' },
  { name: 'message', id: undefined, data: 'sin nombre' },
]

test('Events are read with their names and ids, and keep-alives too', async () => {
  assert.deepEqual(await read([stream]), expected)
})

test('The events are the same however the network splits the stream', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(stream.length), { maxLength: 20 }), async (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), stream.length]
      const pieces = at.slice(1).map((end, i) => stream.slice(at[i], end))
      assert.deepEqual(await read(pieces), expected)
    }),
  )
})
