import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bans, replacements } from '#test/glossary.ts'

/* The words people read keep to docs/glossary.md: one term for one thing, in both languages. */

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
      replacements(text).map((use) => `${path}: “${text}”; write ${use}`),
    ),
  )
  assert.deepEqual(found, [])
})

test('A banned word is found in any case and number, but not in another word or where the glossary allows it', () => {
  const isBad = (text: string) => replacements(text).length > 0
  const bad = ['Abrir la bandeja', 'Por asesores', 'OPORTUNIDADES', 'El Monto', 'leads perdidos', 'Stale after']
  const stilted = [
    'Somebody has each of them',
    'Missed promises',
    'Label VIP put on 3 conversations',
    'Present password',
  ]
  for (const text of [...bad, ...stilted]) assert.ok(isBad(text), text)
  for (const text of ['Ir a la bandeja', 'Bandeja', 'Asesoría', 'resolución', 'Negocio perdido', 'installed'])
    assert.ok(!isBad(text), text)
})

/** The string literals of a file, without comments and names of keys. */
function textsOf(code: string): string[] {
  const bare = code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
  return [...bare.matchAll(/(['"`])((?:\\.|(?!\1)[\s\S])*?)\1(?!:)/g)].map(([, , text]) => text!)
}
