import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originName } from './origin-names.ts'
import { originsEn } from './words.en.ts'
import { originsEs } from './words.es.ts'

test('A source has its name in the language of the reader, whether it is a slug or a label', () => {
  for (const [text, es, en] of [
    ['website', 'Sitio web', 'Website'],
    ['web', 'Sitio web', 'Website'],
    ['Sitio  Web', 'Sitio web', 'Website'],
    ['whatsapp_ads', 'Anuncios de WhatsApp', 'WhatsApp ads'],
    ['Google Ads', 'Anuncios de Google', 'Google ads'],
    ['llamada', 'Teléfono', 'Phone'],
    ['Teléfono', 'Teléfono', 'Phone'],
    ['referido', 'Referido', 'Referral'],
  ] as const) {
    assert.equal(originName(text, originsEs.sources), es)
    assert.equal(originName(text, originsEn.sources), en)
  }
  assert.equal(originName('paid_social', originsEs.media), 'Anuncios en redes')
})

test('An unknown slug becomes words, and a label that people gave stays as it is', () => {
  assert.equal(originName('feria_del_hogar', originsEs.sources), 'Feria del hogar')
  for (const text of ['feria inmobiliaria', 'Vecina de Ana', 'ABC_1', 'constructor', ''])
    assert.equal(originName(text, originsEs.sources), text)
})
