import pg from 'pg'

/** Only this file can make a part: one that came as JSON from a caller would be SQL of the caller's. */
const own = Symbol('part')

/** SQL text with its values, to be placed inside another statement. */
export type Part = { readonly strings: readonly string[]; readonly values: readonly unknown[]; readonly [own]: true }

/** Runs one statement on the connection it is bound to, and answers its rows. */
export type Sql = <Row extends object = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Row[]>

/** A piece of SQL for another statement: conditions, column lists. */
export function part(strings: TemplateStringsArray, ...values: unknown[]): Part {
  return { strings, values, [own]: true }
}

/** SQL text the program itself has made, such as a name read from the catalog. Never what a caller wrote. */
export function literal(text: string): Part {
  return { strings: [text], values: [], [own]: true }
}

export const nothing = part``

/** Several pieces, one after another. */
export function joined(parts: readonly Part[], separator = ' '): Part {
  if (parts.length === 0) return nothing
  const strings = ['', ...parts.slice(1).map(() => separator), '']
  return { strings, values: parts, [own]: true }
}

/** Longer than the database lets any statement run: who has not answered by then is gone, though nothing says so. */
export const query_timeout = 17_000

/**
 * Binds the template to whatever runs queries: a pool, or the one client of a transaction. Who likes is told of failures,
 * and who has to waits longer, or with 0 for ever.
 */
export function bind(
  runner: Pick<pg.Pool | pg.ClientBase, 'query'>,
  onFailure?: (error: unknown) => void,
  patience = query_timeout,
): Sql {
  return async (strings, ...values) => {
    try {
      const result = await runner.query({ ...statement(strings, values), query_timeout: patience } as pg.QueryConfig)
      return result.rows
    } catch (error) {
      onFailure?.(error)
      throw withoutRow(error as { code?: string; detail?: string })
    }
  }
}

/** PostgreSQL quotes the row it refuses, which belongs in no log. Only a conflict is understood by it. */
function withoutRow<E extends { code?: string; detail?: string }>(error: E): E {
  if (error.code !== '23505') delete error.detail
  return error
}

type Statement = { text: string; values: unknown[]; name?: string }

/** Statements are prepared once per connection under a name; the text decides the name. */
export function statement(strings: TemplateStringsArray, values: unknown[]): Statement {
  if (!values.some(isPart)) {
    const known = whole.get(strings)
    if (known) return { ...known, values }
    const made = named(strings.reduce((text, piece, i) => `${text}$${i}${piece}`))
    whole.set(strings, made)
    return { ...made, values }
  }
  const flat: unknown[] = []
  const text = flatten(strings, values, flat)
  return { ...named(text), values: flat }
}

const whole = new WeakMap<TemplateStringsArray, { text: string; name?: string }>()
const names = new Map<string, string>()
const MOST_NAMES = 1000

/** Filters can be combined in many ways, so the number of names is bounded; the rest run unnamed. */
function named(text: string): { text: string; name?: string } {
  let name = names.get(text)
  if (!name && names.size < MOST_NAMES) names.set(text, (name = `s${names.size + 1}`))
  return name ? { text, name } : { text }
}

function flatten(strings: readonly string[], values: readonly unknown[], flat: unknown[]): string {
  let text = strings[0] ?? ''
  for (const [i, value] of values.entries()) {
    text += isPart(value) ? flatten(value.strings, value.values, flat) : `$${flat.push(value)}`
    text += strings[i + 1] ?? ''
  }
  return text
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && own in value
}

/** Moments arrive as wire text, dates as dates, amounts as numbers; nothing is parsed that is not used. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.TIMESTAMPTZ) return instantText
    if (oid === pg.types.builtins.DATE) return String
    if (oid === pg.types.builtins.NUMERIC) return Number
    return pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** `2026-11-15 12:42:08.1+00`, as PostgreSQL writes it in UTC, to `2026-11-15T12:42:08.100Z`. */
export function instantText(text: string): string {
  const seconds = `${text.slice(0, 10)}T${text.slice(11, 19)}`
  const fraction = text[19] === '.' ? text.slice(20, text.indexOf('+', 20)).slice(0, 3) : ''
  return `${seconds}.${fraction.padEnd(3, '0')}Z`
}
