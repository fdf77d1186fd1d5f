import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseMarks, type Mark, type MarkStyle } from '#contract/message-marks.ts'
import { toggleList, type ListKind } from './toggle-list.ts'
import { toggleMark, type Selected } from './toggle-mark.ts'

/** Brackets stand for the ends of the selection, a bar for the cursor. */
function read(shown: string): Selected {
  const from = shown.search(/[[|]/)
  const to = shown.includes('|') ? from : shown.indexOf(']') - 1
  return { text: shown.replaceAll(/[[\]|]/g, ''), from, to }
}
function write({ text, from, to }: Selected): string {
  if (from === to) return `${text.slice(0, from)}|${text.slice(to)}`
  return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`
}
const marked = (shown: string, mark: Mark, style: MarkStyle = 'whatsapp') => write(toggleMark(read(shown), mark, style))
const listed = (shown: string, kind: ListKind) => write(toggleList(read(shown), kind))

test('A mark goes around the selection with the signs of the channel, and comes off again', () => {
  for (const [mark, whatsapp, markdown] of [
    ['bold', '*', '**'],
    ['italic', '_', '_'],
    ['strike', '~', '~~'],
    ['code', '```', '`'],
  ] as const) {
    assert.equal(marked('ven [hoy] mismo', mark), `ven ${whatsapp}[hoy]${whatsapp} mismo`)
    assert.equal(marked('ven [hoy] mismo', mark, 'markdown'), `ven ${markdown}[hoy]${markdown} mismo`)
    assert.equal(marked(`ven ${whatsapp}[hoy]${whatsapp} mismo`, mark), 'ven [hoy] mismo')
    assert.equal(marked(`ven [${markdown}hoy${markdown}] mismo`, mark, 'markdown'), 'ven [hoy] mismo')
  }
})

test('Spaces at the ends of the selection stay outside the mark', () => {
  assert.equal(marked('ven[ hoy ]mismo', 'bold'), 'ven *[hoy]* mismo')
})

test('A mark is found through other marks, and replaces parts that have it already', () => {
  assert.equal(marked('*_[hoy]_*', 'bold'), '_[hoy]_')
  assert.equal(marked('[_*hoy*_]', 'bold'), '[_hoy_]')
  assert.equal(marked('*[hoy]*', 'italic'), '*_[hoy]_*')
  assert.equal(marked('[*uno* y *dos*]', 'bold'), '*[uno y dos]*')
  assert.equal(marked('[2*3*4]', 'bold'), '*[2*3*4]*')
})

test('Without a selection the mark waits for words, is taken back, or is left at its end', () => {
  assert.equal(marked('ven |', 'bold', 'markdown'), 'ven **|**')
  assert.equal(marked('ven **|**', 'bold', 'markdown'), 'ven |')
  assert.equal(marked('ven **hoy|**', 'bold', 'markdown'), 'ven **hoy**|')
  assert.equal(marked('|', 'italic'), '_|_')
  assert.equal(marked('a[  ]b', 'bold'), 'a  *|*b')
})

test('Several lines are marked one by one, after the sign of their list; code takes them together', () => {
  assert.equal(marked('[uno\n\ndos]', 'bold'), '[*uno*\n\n*dos*]')
  assert.equal(marked('[*uno*\n\n*dos*]', 'bold'), '[uno\n\ndos]')
  assert.equal(marked('[*uno*\ndos]', 'bold'), '[*uno*\n*dos*]')
  assert.equal(marked('[- uno\n2. dos]', 'italic'), '[- _uno_\n2. _dos_]')
  assert.equal(marked('[uno\ndos]', 'code'), '```[uno\ndos]```')
  assert.equal(marked('[uno\ndos]', 'code', 'markdown'), '```\n[uno\ndos]\n```')
  assert.equal(marked('```\n[uno\ndos]\n```', 'code', 'markdown'), '[uno\ndos]')
})

test('Lines become items of a list, change their kind, and become lines again', () => {
  assert.equal(listed('a\nu[no\n\nd]os\nb', 'bullets'), 'a\n[- uno\n\n- dos]\nb')
  assert.equal(listed('[- uno\n\n- dos]', 'bullets'), '[uno\n\ndos]')
  assert.equal(listed('[- uno\ndos]', 'numbers'), '[1. uno\n2. dos]')
  assert.equal(listed('[1. uno\n2. dos]', 'bullets'), '[- uno\n- dos]')
  assert.equal(listed('[uno\n]dos', 'bullets'), '[- uno]\ndos')
})

test('Without a selection the line of the cursor becomes an item, also when it is empty', () => {
  assert.equal(listed('|', 'bullets'), '- |')
  assert.equal(listed('uno\n|', 'numbers'), 'uno\n1. |')
  assert.equal(listed('uno\nd|os', 'bullets'), 'uno\n- d|os')
  assert.equal(listed('- d|os', 'bullets'), 'd|os')
  assert.equal(listed('|\ndos', 'bullets'), '- |\ndos')
  assert.equal(listed('|- dos', 'bullets'), '|dos')
})

test('The same key twice gives the text it began with, and once a text that is shown marked', () => {
  const word = fc.stringMatching(/^[a-zñ]{1,8}$/)
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('bold', 'italic', 'strike', 'code'),
      fc.constantFrom('whatsapp', 'markdown'),
      (words, mark, style) => {
        const text = words.join(' ')
        const once = toggleMark({ text, from: 0, to: text.length }, mark, style)
        assert.deepEqual(toggleMark(once, mark, style), { text, from: 0, to: text.length })
        const [block] = parseMarks(once.text, style)
        assert.ok(block?.kind === 'text' && block.pieces.length === 1 && typeof block.pieces[0] === 'object')
        assert.equal(block.pieces[0].mark, mark)
      },
    ),
  )
})
