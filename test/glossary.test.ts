import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/* The words people read keep to docs/glossary.md: one term for one thing, in both languages. */

type Ban = { words: RegExp; use: string; except: string[] }

const bans = readBans(readFileSync('docs/glossary.md', 'utf8'))

/** Files of words; of the server, those with e-mails, views of assistants, forms, surveys and reports. */
const files = globSync([
  '{web,widget}/**/{words,*.es,*.en}.ts',
  'contract/notification-sentences.ts',
  'server/**/{*words,*-templates,*-notices,*-names,*-names.es,*-names.en,labels,phrases,prompts,handover-note}.ts',
]).filter((path) => !path.includes('node_modules') && !path.startsWith('server/doors/openapi'))

test('Words that people read contain no term that the glossary replaces by another', () => {
  assert.ok(bans.length > 10 && files.length > 150, `${bans.length} bans, ${files.length} files`)
  const found = files.flatMap((path) =>
    textsOf(readFileSync(path, 'utf8')).flatMap((text) =>
      bans.filter((ban) => breaks(text, ban)).map(({ use }) => `${path}: “${text}”; write ${use}`),
    ),
  )
  assert.deepEqual(found, [])
})

test('A banned word is found in any case and number, but not in another word or where the glossary allows it', () => {
  const isBad = (text: string) => bans.some((ban) => breaks(text, ban))
  for (const text of ['Abrir la bandeja', 'Por asesores', 'OPORTUNIDADES', 'El Monto', 'leads perdidos', 'Stale after'])
    assert.ok(isBad(text), text)
  for (const text of ['Ir a la bandeja', 'Bandeja', 'Asesoría', 'resolución', 'Negocio perdido', 'installed'])
    assert.ok(!isBad(text), text)
})

/** The rows of the table of words that people do not read. */
function readBans(glossary: string): Ban[] {
  const [, table = ''] = glossary.split('## Words that people do not read')
  const rows = table.split('\n').filter((line) => /^\| (?!Not )/.test(line))
  return rows.map((row) => {
    const [, not = '', use = '', except = ''] = row.split('|').map((cell) => cell.trim())
    const stems = not.split(', ').map((phrase) => phrase.replaceAll(/(?<=\p{L})(?= |$)/gu, '(?:e?s)?'))
    const allowed = except.replace(/ \(.*\)$/, '')
    return {
      words: new RegExp(`(?<!\\p{L})(?:${stems.join('|')})(?!\\p{L})`, 'iu'),
      use,
      except: allowed ? allowed.split(', ').toSorted((a, b) => b.length - a.length) : [],
    }
  })
}

function breaks(text: string, { words, except }: Ban): boolean {
  return words.test(except.reduce((left, phrase) => left.replaceAll(phrase, ''), text))
}

/** The string literals of a file, without comments and names of keys. */
function textsOf(code: string): string[] {
  const bare = code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
  return [...bare.matchAll(/(['"`])((?:\\.|(?!\1)[\s\S])*?)\1(?!:)/g)].map(([, , text]) => text!)
}
