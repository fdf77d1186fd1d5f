import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseMarks, withoutMarks, type Block, type MarkStyle, type Piece } from './message-marks.ts'

/** The blocks as HTML, which is short to read; nothing is escaped. */
const shown = (text: string, style: MarkStyle | null) => parseMarks(text, style).map(blockOf).join('')
const blockOf = (block: Block): string =>
  block.kind === 'text'
    ? block.pieces.map(pieceOf).join('')
    : `<${block.kind} ${block.first}>${block.items.map((item) => `<li>${item.map(pieceOf).join('')}`).join('')}</>`
function pieceOf(piece: Piece): string {
  if (typeof piece === 'string') return piece
  return `<${piece.mark}>${piece.mark === 'code' ? piece.text : piece.pieces.map(pieceOf).join('')}</>`
}

test('Each style has its own signs for bold, italic, strikethrough and code', () => {
  assert.equal(
    shown('*uno* _dos_ ~tres~ ```cuatro``` `cinco`', 'whatsapp'),
    '<bold>uno</> <italic>dos</> <strike>tres</> <code>cuatro</> <code>cinco</>',
  )
  assert.equal(
    shown('**uno** _dos_ ~~tres~~ `cuatro`\n```\ncinco\n\nseis\n```', 'markdown'),
    '<bold>uno</> <italic>dos</> <strike>tres</> <code>cuatro</>\n<code>cinco\n\nseis</>',
  )
  assert.equal(shown('*uno* y ~dos~', 'markdown'), '*uno* y ~dos~')
  assert.equal(shown('**uno** _dos_\n- tres', null), '**uno** _dos_\n- tres')
})

test('Marks stand within each other, and beside punctuation', () => {
  assert.equal(shown('(*¡Hola, _Ana_!*)', 'whatsapp'), '(<bold>¡Hola, <italic>Ana</>!</>)')
  assert.equal(shown('**_~~todo~~_**', 'markdown'), '<bold><italic><strike>todo</></></>')
})

test('Signs in words, sums and addresses, alone or on several lines, mark nothing', () => {
  for (const text of [
    'mi_archivo_final.pdf',
    '2*3*4, 2 * 3 * 4',
    'https://a.example/_x_/*y*?z=~1~ y https://b.example/_w_',
    '[@Ana_](mention://user/1/_Ana_)',
    '*sin cerrar',
    '*uno\ndos*',
    '** *** ____ ~~',
    '`` ``` `',
    'Uno * dos*',
  ])
    for (const style of ['whatsapp', 'markdown'] as const) assert.equal(shown(text, style), text)
  assert.equal(shown('*https://a.example/x_y*', 'whatsapp'), '<bold>https://a.example/x_y</>')
  assert.equal(shown('*uno _dos* tres_', 'whatsapp'), '<bold>uno _dos</> tres_')
  assert.equal(shown('`**uno**`', 'markdown'), '<code>**uno**</>')
})

test('Lines that begin alike become lists, which keep their numbers', () => {
  assert.equal(
    shown('Trae:\n- **cédula**\n- recibo\n\nGracias', 'markdown'),
    'Trae:\n<bullets 1><li><bold>cédula</><li>recibo</>\nGracias',
  )
  assert.equal(shown('* uno\n* dos', 'whatsapp'), '<bullets 1><li>uno<li>dos</>')
  assert.equal(
    shown('3. tres\n4. cuatro\n9. nueve', 'markdown'),
    '<numbers 3><li>tres<li>cuatro</><numbers 9><li>nueve</>',
  )
  for (const text of ['-uno', '1.uno', '- ', '2026. Un año']) assert.equal(shown(text, 'markdown'), text)
})

test('A preview has the text without the signs', () => {
  assert.equal(withoutMarks('**Hola** _Ana_\n- `uno`', 'markdown'), 'Hola Ana\n- uno')
  assert.equal(withoutMarks('**Hola**', null), '**Hola**')
})

test('Only signs are left out of a text, whatever it is', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('*', '**', '_', '~', '~~', '`', '```', ' ', '\n', '- ', '1. ', 'a', 'https://a.b/_c'),
  )
  const letters = (text: string) => text.replaceAll(/[*_~`\s]|- |\d{1,3}\. /g, '')
  fc.assert(
    fc.property(fc.array(word), fc.constantFrom('whatsapp', 'markdown'), (words, style) => {
      const text = words.join('')
      assert.equal(letters(withoutMarks(text, style)), letters(text))
    }),
  )
})

test('A long line of signs that mark nothing is read at once', () => {
  const texts = ['*a ', '**a ', '`', '```', '_a*b~c ', '[', 'https://a)', 'https://a' + ')'.repeat(50_000)]
  for (const text of texts) {
    const long = `${text.repeat(Math.ceil(50_000 / text.length))}b`
    assert.ok(parseMarks(long, 'markdown').length > 0)
    assert.ok(parseMarks(long, 'whatsapp').length > 0)
  }
})
