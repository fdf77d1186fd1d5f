import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PropertyImage } from '#contract/records/property.ts'
import { sealUpload } from '#kernel/uploads.ts'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'
import { formOf, openUploadNode, PIXEL } from '#test/uploads.ts'

const { act, add, actor, events, only, runtime, addAccount } = await openRealEstate()
const file = {
  file_key: 'k',
  file_name: 'sala.png',
  file_type: 'image',
  content_type: 'image/png',
  size_bytes: 3,
} as const
const upload = (of: object = {}) => sealUpload(runtime.secret, actor.account.id, { ...file, ...of })

test('Images keep their order, files before addresses, and the first is the cover', async () => {
  const { id: property_id } = await add()
  const urls = ['https://example.com/2.jpg', 'https://example.com/3.jpg']
  const first = await act('add_property_images', { property_id, images: [upload()], urls })
  assert.deepEqual(
    first.items.map(({ file_name, content_type }) => [file_name, content_type]),
    [
      ['sala.png', 'image/png'],
      [null, null],
      [null, null],
    ],
  )
  assert.deepEqual(
    first.items.slice(1).map(({ url }) => url),
    urls,
  )
  const { items } = await act('add_property_images', { property_id, urls: ['https://example.com/4.jpg'] })
  assert.deepEqual(items.slice(0, 3), first.items)
  const property = await act('update_property', { property_id })
  assert.equal(property.image_url, first.items[0]?.url)
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'property.updated')
  const [from, to] = [first.items, items].map((images) => images.map(({ id }) => id))
  assert.deepEqual(event?.payload, { property, changes: { images: { from, to } } })
})

test('Files that are not images, foreign uploads and unsafe addresses are refused', async () => {
  const { id: property_id } = await add()
  const other = await addAccount()
  const foreign = sealUpload(runtime.secret, other.actor.account.id, file)
  for (const images of [
    [upload({ file_type: 'file', content_type: 'text/plain' })],
    ['x'],
    [foreign],
    [upload(), 'x.y'],
  ]) {
    const problem = await refusal(act('add_property_images', { property_id, images }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'images'])
  }
  for (const url of ['http://example.com/a.jpg', 'javascript:alert(1)', 'data:image/png;base64,AA', 'casa.jpg'])
    assert.equal((await refusal(act('add_property_images', { property_id, urls: [url] }))).code, 'invalid_request')
  assert.equal((await refusal(act('add_property_images', { property_id }))).code, 'missing_field')
  assert.equal((await act('update_property', { property_id })).image_url, null)
})

test('A property has at most fifty images, even with concurrent uploads', async () => {
  const { id: property_id } = await add()
  const urls = Array.from({ length: 10 }, (_, i) => `https://example.com/${i}.jpg`)
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, () => act('add_property_images', { property_id, urls })),
  )
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 5)
  const problem = await refusal(act('add_property_images', { property_id, urls }))
  assert.match(problem.message, /at most 50 images and this one has 50/)
})

test('A property of another workspace is not found, and writing requires crm:write', async () => {
  const theirs = await (await addAccount()).add()
  const urls = ['https://example.com/1.jpg']
  assert.equal((await refusal(act('add_property_images', { property_id: theirs.id, urls }))).code, 'not_found')
  const { id: property_id } = await add()
  const problem = await refusal(act('add_property_images', { property_id, urls }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
})

test('An uploaded image opens only at its signed address and is deleted with its row', async () => {
  const { send, stored, rest, key, url, account_id } = await openUploadNode()
  await rest('PATCH', '/account', { key, body: { modules: ['real_estate'] } })
  const body = { code: 'A', name: 'A', operation: 'venta' }
  const { body: property } = await rest<{ id: string }>('POST', '/properties', { key, body })
  const path = `/properties/${property.id}/images`
  const sent = await send<{ items: PropertyImage[] }>(
    path,
    formOf([{ name: 'fachada.png', content: PIXEL, field: 'images' }]),
  )
  assert.equal(sent.status, 201)
  assert.equal(stored().length, 1)
  const image = sent.body.items[0]!
  const opened = await fetch(image.url.replace(/^https?:\/\/[^/]+/, url))
  assert.equal(opened.status, 200)
  assert.equal(opened.headers.get('content-type'), 'image/png')
  assert.deepEqual(Buffer.from(await opened.arrayBuffer()), PIXEL)

  // The signed address of an image does not open a message attachment with the same id.
  const address = image.url.replace(/^https?:\/\/[^/]+/, url)
  for (const wrong of [
    address.replace(`/property-${image.id}/`, `/${image.id}/`),
    address.replace(`/files/${account_id}/`, '/files/999/'),
    address.replace(/\/([\w-])(?=[\w-]{21}\/)/, (_, first) => (first === '_' ? '/-' : '/_')),
    address.replace('property-', 'property-property-'),
  ])
    assert.equal((await fetch(wrong)).status, 404, wrong)

  const text = await send(path, formOf([{ name: 'hoja.png', content: '<script>', field: 'images' }]))
  assert.deepEqual([text.status, text.body.code], [422, 'invalid_value'])
  assert.equal(stored().length, 1)
  await rest('DELETE', `${path}/${image.id}`, { key })
  assert.equal((await fetch(address)).status, 404)
})
