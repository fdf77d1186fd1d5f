import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOrder, isHidden, readLayout, toLayout, toTemplate, type Column, type Layout } from './layout.ts'

const all: Column[] = [
  { key: 'name', name: 'Nombre' },
  { key: 'phone', name: 'Teléfono' },
  { key: 'city', name: 'Ciudad', optional: true },
  { key: 'labels', name: 'Etiquetas' },
]
const keys = (layout: Layout | undefined) =>
  inOrder(all, layout)
    .filter((column) => !isHidden(column, layout))
    .map(({ key }) => key)

test('Without a layout the usual columns are shown', () => {
  assert.deepEqual(keys(undefined), ['name', 'phone', 'labels'])
})

test('A layout orders, shows and hides columns; the first stays, and new ones come last', () => {
  const layout = { order: ['labels', 'city', 'name'], hidden: [], widths: {} }
  assert.deepEqual(keys(layout), ['name', 'labels', 'city', 'phone'])
  assert.deepEqual(keys({ ...layout, hidden: ['labels'] }), ['name', 'city', 'phone'])
})

test('Writing down what is shown changes nothing', () => {
  for (const layout of [undefined, { order: ['labels'], hidden: ['labels'], widths: { phone: 90 } }]) {
    const written = toLayout(all, layout)
    assert.deepEqual(keys(written), keys(layout))
    assert.deepEqual(toLayout(all, written), written)
  }
})

test('Stored text is read if it is a layout, with widths in their bounds', () => {
  const layout = { order: ['name'], hidden: [], widths: { name: 5, phone: 99_999, city: 200.4 } }
  assert.deepEqual(readLayout(JSON.stringify(layout))?.widths, { name: 80, phone: 640, city: 200 })
  for (const text of [null, '', 'x', '[]', '{"order":[1],"hidden":[],"widths":{}}', '{"order":[],"hidden":[]}'])
    assert.equal(readLayout(text), undefined, String(text))
})

test('Chosen widths are exact, others share the rest', () => {
  const { columns, width } = toTemplate(all.slice(0, 2), { phone: 150 })
  assert.equal(columns, 'minmax(220px, 1.6fr) 150px')
  assert.equal(width, '470px')
})
