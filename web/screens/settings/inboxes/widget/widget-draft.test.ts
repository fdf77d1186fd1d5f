import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, settingsOf, sitesOf } from './widget-draft.ts'

test('Sites are read one per line, and only the host of an address', () => {
  assert.deepEqual(sitesOf('tienda.com\n https://www.tienda.com/contacto, *.tienda.com\n\n'), [
    'tienda.com',
    'www.tienda.com',
    '*.tienda.com',
  ])
  assert.deepEqual(sitesOf('  '), [])
})

test('Missing settings use the defaults, and an empty text is cleared', () => {
  const draft = draftOf({ color: '#0f766e', allowed_domains: ['a.com', 'b.com'] }, 'es')
  assert.deepEqual([draft.locale, draft.position, draft.sites], ['es', 'right', 'a.com\nb.com'])
  const sent = settingsOf({ ...draft, greeting_title: '  ' })
  assert.equal(sent.greeting_title, null)
  assert.deepEqual(sent.allowed_domains, ['a.com', 'b.com'])
  assert.ok(!('sites' in sent))
})
