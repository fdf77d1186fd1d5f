import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toOrigin } from '#domains/contacts/origins/rules.ts'
import * as attribution from './rules.ts'

const now = new Date('2026-11-15T12:00:00Z')
const later = new Date('2026-11-16T12:00:00Z')
const ana = { type: 'user', id: '7', name: 'Ana' } as const
const nothing = { utm_source: null, utm_medium: null, utm_campaign: null }

test('Every label and its variants map to one source and medium', () => {
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

test('A UTM value that is a synonym becomes the one of its origin; others keep their words', () => {
  const origins: Record<string, string> = {
    Referido: 'referral',
    'voz a voz': 'referral',
    word_of_mouth: 'referral',
    REFERRALS: 'referral',
    fb: 'facebook',
    'Sitio web': 'website',
    correo: 'email',
    newsletter: 'newsletter',
    messenger: 'messenger',
    'google ads': 'google_ads',
    valla: 'valla',
    'Feria 2026': 'feria_2026',
    'referido por Ana': 'referido_por_ana',
  }
  for (const [text, origin] of Object.entries(origins)) assert.equal(toOrigin(text), origin, text)
  const { utm_source, utm_medium } = attribution.initial(
    { utm_source: 'referido', utm_medium: 'Recomendado' },
    nothing,
    now,
  )
  assert.deepEqual([utm_source, utm_medium], ['referral', 'referral'])
})

test('An unknown label has no source or medium', () => {
  for (const label of ['', null, undefined, 'un amigo', 'constructor', '__proto__', 'webs'])
    assert.equal(attribution.fromLabel(label), undefined, String(label))
})

test('Referrals are recognised by whole words, ignoring case and accents', () => {
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

test('Similar words such as preferred are not taken for referrals', () => {
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

test('Given values win over the label, and the label over the contact, field by field', () => {
  const contact = { utm_source: 'Facebook', utm_medium: 'paid social', utm_campaign: 'Lanzamiento Torre 3' }
  const touched = attribution.detect(undefined, {}, contact)
  assert.deepEqual(touched, { utm_source: 'facebook', utm_medium: 'paid_social', utm_campaign: 'Lanzamiento Torre 3' })
  assert.deepEqual(attribution.detect('llamada', {}, contact), {
    utm_source: 'phone',
    utm_medium: 'call',
    utm_campaign: null,
  })
  assert.deepEqual(attribution.detect('nadie sabe', {}, contact), touched)
  const begun = attribution.initial({ utm_source: ' GÓOGLE ads ' }, attribution.detect('llamada', {}, contact), now)
  assert.deepEqual([begun.utm_source, begun.utm_medium], ['google_ads', 'call'])
})

test('Empty values of a new record do not clear detected ones', () => {
  const empty = { utm_source: '', utm_medium: null, utm_campaign: '  ' }
  const begun = attribution.initial(empty, attribution.detect('whatsapp', {}, {}), now)
  assert.deepEqual(begun, attribution.initial({}, attribution.detect('whatsapp', {}, {}), now))
})

test('An ad click wins over a label, because it is paid traffic', () => {
  for (const [label, hints, expected] of [
    ['whatsapp', { ctwa_clid: 'x' }, ['whatsapp', 'paid_social']],
    ['facebook', { fbclid: 'x', ad_name: 'Torre' }, ['facebook', 'paid_social']],
    ['facebook', { fbclid: 'x' }, ['facebook', 'social']],
    ['facebook', { ad_name: 'Torre' }, ['facebook', 'social']],
    ['web', { gclid: 'x' }, ['google', 'cpc']],
    [undefined, { ctwa_clid: 'x' }, ['facebook', 'paid_social']],
    [undefined, { gclid: '' }, [null, null]],
  ] as const) {
    const { utm_source, utm_medium } = attribution.detect(label, hints, {})
    assert.deepEqual([utm_source, utm_medium], expected, `${label} ${JSON.stringify(hints)}`)
  }
  const { utm_medium } = attribution.detect(undefined, {}, { utm_source: 'instagram', ctwa_clid: 'x' })
  assert.equal(utm_medium, 'paid_social')
})

test('The first touch is kept unchanged', () => {
  const begun = attribution.initial({}, attribution.detect('whatsapp', {}, {}), now)
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
  const unknown = attribution.initial({}, nothing, now)
  assert.deepEqual([unknown.utm_origin, unknown.utm_auto, unknown.utm_origin_at], [null, null, null])
})

test('Later changes by a person are manual, and the first touch is never rewritten', () => {
  const first = attribution.initial({}, attribution.detect('whatsapp', {}, {}), now)
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

test('Equal values change nothing', () => {
  const first = attribution.initial({}, attribution.detect('whatsapp', {}, {}), now)
  assert.equal(attribution.revise(first, { utm_source: 'WhatsApp' }, undefined, ana, later), first)
  assert.equal(attribution.revise(first, {}, undefined, ana, later), first)
})

test('A new label changes automatic attribution but never a manual one', () => {
  const first = attribution.initial({}, attribution.detect('whatsapp', {}, {}), now)
  const found = attribution.detect('llamada', {}, {})
  const moved = attribution.revise(first, {}, found, ana, later)
  assert.deepEqual([moved.utm_source, moved.utm_origin, moved.utm_auto], ['phone', 'automatic', first.utm_auto])
  const manual = attribution.revise(first, { utm_source: 'x' }, undefined, ana, later)
  assert.equal(attribution.revise(manual, {}, found, ana, later), manual)
})

test('A manual value on an unknown source keeps the empty first touch', () => {
  const unknown = attribution.initial({}, nothing, now)
  const revised = attribution.revise(unknown, { utm_source: 'radio' }, undefined, ana, later)
  assert.deepEqual(revised.utm_auto, { ...nothing, captured_at: later.toISOString() })
})

test('The first snapshot survives any sequence of changes', () => {
  const text = fc.option(fc.string({ maxLength: 8 }), { nil: undefined })
  const edits = fc.array(fc.record({ utm_source: text, utm_medium: text, utm_campaign: text }), { maxLength: 6 })
  fc.assert(
    fc.property(edits, fc.constantFrom('web', 'fb', undefined), (list, label) => {
      const first = attribution.initial({}, attribution.detect(label, {}, {}), now)
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
