import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as attribution from '#domains/crm/attribution-rules.ts'

const now = new Date('2026-11-15T12:00:00Z')
const later = new Date('2026-11-16T12:00:00Z')
const ana = { type: 'user', id: '7', name: 'Ana' } as const
const nothing = { utm_source: null, utm_medium: null, utm_campaign: null }

test('every label of the table, and every other way to write it, is one source and medium', () => {
  const table: [string, string, string][] = [
    ...['whatsapp', 'wa', 'wpp', 'Whats App', 'WHATSAPP'].map((l): [string, string, string] => [
      l,
      'whatsapp',
      'messaging',
    ]),
    ...['facebook', 'fb', 'messenger', 'face'].map((l): [string, string, string] => [l, 'facebook', 'social']),
    ...['instagram', 'ig', 'insta', ' Instagram '].map((l): [string, string, string] => [l, 'instagram', 'social']),
    ...['web', 'website', 'sitio web', 'página web', 'Pagina  Web', 'formulario', 'landing'].map(
      (l): [string, string, string] => [l, 'website', 'web'],
    ),
    ...['email', 'correo', 'e-mail', 'mail', 'newsletter'].map((l): [string, string, string] => [l, 'email', 'email']),
    ...['llamada', 'call', 'teléfono', 'telefono', 'phone', 'telefónica'].map((l): [string, string, string] => [
      l,
      'phone',
      'call',
    ]),
    ['google', 'google', 'organic'],
    ['Google Ads', 'google', 'cpc'],
    ['tiktok', 'tiktok', 'social'],
    ['telegram', 'telegram', 'messaging'],
    ...['fincaraiz', 'metrocuadrado', 'ciencuadras', 'mercadolibre', 'tucarro'].map((l): [string, string, string] => [
      l,
      l,
      'portal',
    ]),
    ['valla', 'offline', 'signage'],
    ['aviso', 'offline', 'signage'],
    ['sala de ventas', 'offline', 'walk_in'],
    ['vitrina', 'offline', 'walk_in'],
    ['feria', 'offline', 'event'],
    ['Referido', 'referral', 'referral'],
  ]
  for (const [label, utm_source, utm_medium] of table)
    assert.deepEqual(attribution.fromLabel(label), { utm_source, utm_medium }, label)
})

test('a label nobody knows says nothing', () => {
  for (const label of ['', null, undefined, 'un amigo', 'constructor', '__proto__', 'webs'])
    assert.equal(attribution.fromLabel(label), undefined, String(label))
})

test('who was referred is known by whole words, in any case, with or without accents', () => {
  const words =
    'referido referida referidos referidas referencia referenciado referral referrals referred reference recomendado recomendada ' +
    'recomendados recomendadas recomendación recomendaciones recommended recommendation'
  for (const word of words.split(' ')) {
    for (const text of [word, word.toUpperCase(), `cliente ${word}`, `${word}: Carolina`, `x_${word}`])
      assert.ok(attribution.isReferral(text), text)
  }
  for (const text of ['voz a voz', 'Voz  a  Voz', 'boca a boca', 'boca en boca', 'word of mouth', 'word_of_mouth'])
    assert.ok(attribution.isReferral(text), text)
})

test('nobody who is preferred, refers or is a friend is taken for referred', () => {
  for (const text of [
    'preferido',
    'preferencial',
    'referer',
    'referers',
    'amigo',
    'familiar',
    'aliado',
    'partner',
    'cliente actual',
    'vozavoz',
    '',
    null,
  ])
    assert.equal(attribution.isReferral(text), false, String(text))
})

test('what is given wins over the label, the label over the contact, field by field', () => {
  const contact = { utm_source: 'Facebook', utm_medium: 'paid social', utm_campaign: 'Lanzamiento Torre 3' }
  const touched = attribution.find(undefined, {}, contact)
  assert.deepEqual(touched, { utm_source: 'facebook', utm_medium: 'paid_social', utm_campaign: 'Lanzamiento Torre 3' })
  assert.deepEqual(attribution.find('llamada', {}, contact), {
    utm_source: 'phone',
    utm_medium: 'call',
    utm_campaign: null,
  })
  assert.deepEqual(attribution.find('nadie sabe', {}, contact), touched)
  const begun = attribution.begin({ utm_source: ' GÓOGLE ads ' }, attribution.find('llamada', {}, contact), now)
  assert.deepEqual([begun.utm_source, begun.utm_medium], ['google_ads', 'call'])
})

test('of something new an empty value says nothing, and takes nothing from what is known', () => {
  const empty = { utm_source: '', utm_medium: null, utm_campaign: '  ' }
  const begun = attribution.begin(empty, attribution.find('whatsapp', {}, {}), now)
  assert.deepEqual(begun, attribution.begin({}, attribution.find('whatsapp', {}, {}), now))
})

test('an advertisement tells more than a label: it was paid for', () => {
  for (const [label, hints, expected] of [
    ['whatsapp', { ctwa_clid: 'x' }, ['whatsapp', 'paid_social']],
    ['facebook', { fbclid: 'x', ad_name: 'Torre' }, ['facebook', 'paid_social']],
    ['facebook', { fbclid: 'x' }, ['facebook', 'social']],
    ['facebook', { ad_name: 'Torre' }, ['facebook', 'social']],
    ['web', { gclid: 'x' }, ['google', 'cpc']],
    [undefined, { ctwa_clid: 'x' }, ['facebook', 'paid_social']],
    [undefined, { gclid: '' }, [null, null]],
  ] as const) {
    const { utm_source, utm_medium } = attribution.find(label, hints, {})
    assert.deepEqual([utm_source, utm_medium], expected, `${label} ${JSON.stringify(hints)}`)
  }
  const { utm_medium } = attribution.find(undefined, {}, { utm_source: 'instagram', ctwa_clid: 'x' })
  assert.equal(utm_medium, 'paid_social')
})

test('the first touch is kept as it was', () => {
  const begun = attribution.begin({}, attribution.find('whatsapp', {}, {}), now)
  const captured_at = now.toISOString()
  assert.deepEqual(begun, {
    utm_source: 'whatsapp',
    utm_medium: 'messaging',
    utm_campaign: null,
    utm_origin: 'automatic',
    utm_origin_by: null,
    utm_origin_at: captured_at,
    utm_auto: { utm_source: 'whatsapp', utm_medium: 'messaging', utm_campaign: null, captured_at },
  })
  const unknown = attribution.begin({}, nothing, now)
  assert.deepEqual([unknown.utm_origin, unknown.utm_auto, unknown.utm_origin_at], [null, null, null])
})

test('what somebody changes later is theirs, and the first touch is never rewritten', () => {
  const first = attribution.begin({}, attribution.find('whatsapp', {}, {}), now)
  const second = attribution.revise(first, { utm_source: 'Google', utm_campaign: 'Feria' }, undefined, ana, later)
  assert.deepEqual([second.utm_source, second.utm_medium, second.utm_campaign], ['google', 'messaging', 'Feria'])
  assert.deepEqual(
    [second.utm_origin, second.utm_origin_by, second.utm_origin_at],
    ['manual', ana, later.toISOString()],
  )
  assert.deepEqual(second.utm_auto, first.utm_auto)
  const third = attribution.revise(second, { utm_source: '' }, undefined, ana, later)
  assert.deepEqual([third.utm_source, third.utm_auto], [null, first.utm_auto])
})

test('saying what is so already changes nothing', () => {
  const first = attribution.begin({}, attribution.find('whatsapp', {}, {}), now)
  assert.equal(attribution.revise(first, { utm_source: 'WhatsApp' }, undefined, ana, later), first)
  assert.equal(attribution.revise(first, {}, undefined, ana, later), first)
})

test('another label is another automatic value, but never overrules what somebody said', () => {
  const first = attribution.begin({}, attribution.find('whatsapp', {}, {}), now)
  const found = attribution.find('llamada', {}, {})
  const moved = attribution.revise(first, {}, found, ana, later)
  assert.deepEqual([moved.utm_source, moved.utm_origin, moved.utm_auto], ['phone', 'automatic', first.utm_auto])
  const manual = attribution.revise(first, { utm_source: 'x' }, undefined, ana, later)
  assert.equal(attribution.revise(manual, {}, found, ana, later), manual)
})

test('what nobody knew before a person said it is kept as unknown', () => {
  const unknown = attribution.begin({}, nothing, now)
  const said = attribution.revise(unknown, { utm_source: 'radio' }, undefined, ana, later)
  assert.deepEqual(said.utm_auto, { ...nothing, captured_at: later.toISOString() })
})

test('whatever is sent, in whatever order, the first snapshot stays', () => {
  const text = fc.option(fc.string({ maxLength: 8 }), { nil: undefined })
  const edits = fc.array(fc.record({ utm_source: text, utm_medium: text, utm_campaign: text }), { maxLength: 6 })
  fc.assert(
    fc.property(edits, fc.constantFrom('web', 'fb', undefined), (list, label) => {
      const first = attribution.begin({}, attribution.find(label, {}, {}), now)
      let kept: attribution.Attribution['utm_auto'] = first.utm_auto
      list.reduce((before, sent) => {
        const after = attribution.revise(before, sent, undefined, ana, later)
        kept ??= after.utm_auto
        assert.deepEqual(after.utm_auto, kept)
        return after
      }, first)
    }),
  )
})
