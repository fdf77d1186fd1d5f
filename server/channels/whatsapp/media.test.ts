import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { graphFailure } from '#test/channels/fakes/meta.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { http } from '#test/channels/http.ts'
import { openShop } from '#test/channels/whatsapp.ts'
import type { MediaReference } from '#kernel/connector.ts'

const fake = await openFakeWhatsApp()
const elsewhere = await openFakeWhatsApp()
const { whatsapp, connection } = openShop(fake.url)
const fetchMedia = (reference: Partial<MediaReference> & { id: string }) =>
  whatsapp.fetchMedia(connection, { file_type: 'audio', ...reference }, http)
const bytes = Buffer.from('OggS voice of Doña Carmen')

beforeEach(() => {
  fake.reset()
  elsewhere.reset()
  fake.setClock('2026-11-02T10:00:00Z')
})

test('A file is looked up by its id and read with the token', async () => {
  const { id, sha256 } = fake.addMedia(bytes, 'audio/ogg; codecs=opus')
  assert.deepEqual(await fetchMedia({ id, sha256, file_name: 'nota.ogg' }), {
    outcome: 'fetched',
    bytes,
    content_type: 'audio/ogg',
    file_name: 'nota.ogg',
  })
  assert.deepEqual(
    fake.calls.map(({ endpoint, token }) => [endpoint, token]),
    [
      ['media_info', connection.credentials.access_token],
      ['file', connection.credentials.access_token],
    ],
  )
})

test('An address that expired is asked for again', async () => {
  const { id } = fake.addMedia(bytes, 'audio/ogg')
  fake.fail('file', { status: 404, body: '' })
  const result = await fetchMedia({ id, url: 'https://lookaside.example.net/expired' })
  assert.equal(result.outcome, 'fetched')
  assert.deepEqual(
    fake.calls.map(({ endpoint }) => endpoint),
    ['media_info', 'file', 'media_info', 'file'],
  )
})

test('A file is gone once its id has died, and is tried again after trouble', async () => {
  const { id } = fake.addMedia(bytes, 'audio/ogg')
  fake.fail('media_info', { status: 503, body: '' })
  assert.deepEqual(await fetchMedia({ id }), { outcome: 'retry' })
  fake.fail('file', { status: 503, body: '' })
  assert.deepEqual(await fetchMedia({ id }), { outcome: 'retry' })
  fake.fail('file', 'accept_and_cut')
  assert.deepEqual(await fetchMedia({ id }), { outcome: 'retry' })
  fake.fail('media_info', graphFailure(190, 'Session has expired', { status: 401 }))
  assert.deepEqual(await fetchMedia({ id }), { outcome: 'retry', after_seconds: 60 })
  assert.equal((await fetchMedia({ id })).outcome, 'fetched')
  fake.advanceClock(7 * 24 * 3600)
  assert.equal((await fetchMedia({ id })).outcome, 'gone')
  assert.equal((await fetchMedia({ id: '404' })).outcome, 'gone')
})

test('The token is never passed on to another host', async () => {
  const { id } = fake.addMedia(bytes, 'audio/ogg', `${elsewhere.url}/file/x`)
  assert.equal((await fetchMedia({ id })).outcome, 'retry')
  assert.deepEqual(new Set(elsewhere.calls.map(({ token }) => token)), new Set([undefined]))
})

test('A damaged file is read again; the same bytes twice are taken as they are', async () => {
  const { id } = fake.addMedia(bytes, 'audio/ogg')
  fake.fail('file', { status: 200, body: bytes.subarray(4) })
  const repaired = await fetchMedia({ id })
  assert.deepEqual(repaired.outcome === 'fetched' && repaired.bytes, bytes)
  fake.fail('file', { status: 200, body: 'other' }, 2)
  const other = await fetchMedia({ id })
  assert.equal(other.outcome === 'fetched' && other.bytes.toString(), 'other')
})

test('A file larger than WhatsApp passes on is not read', async () => {
  const { id } = fake.addMedia(bytes, 'audio/ogg')
  const url = `${fake.url}/file/x`
  fake.fail('media_info', { status: 200, body: { url, file_size: String(101 * 1024 * 1024) } })
  assert.deepEqual(await fetchMedia({ id }), { outcome: 'too_large' })
  assert.deepEqual(fake.callsOf('file'), [])
})
