import { readFileSync } from 'node:fs'

/** A row of the table of words that people do not read in docs/glossary.md. */
type Ban = { words: RegExp; use: string; except: string[] }

export const bans = readBans(readFileSync('docs/glossary.md', 'utf8'))

/** The terms to write instead of those in the text that the glossary replaces. */
export const replacements = (text: string): string[] =>
  bans
    .filter(({ words, except }) => words.test(except.reduce((left, phrase) => left.replaceAll(phrase, ''), text)))
    .map(({ use }) => use)

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
