import pg from 'pg'
import { announceAccessChange, changesAccess } from '#db/access-changes.ts'
import { limits } from '#db/limits.ts'

/** Marks parts made by this file; JSON from a caller can never pass for one, so it cannot inject SQL. */
const own = Symbol('part')

/** SQL text with its values, for use inside another statement. */
export type Part = {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  readonly isVarying?: boolean
  readonly [own]: true
}

/** Runs one statement on its connection and returns the rows. */
export type Sql = <Row extends object = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Row[]>

/** A fragment of SQL for another statement, such as a condition or a column list. */
export function part(strings: TemplateStringsArray, ...values: unknown[]): Part {
  return { strings, values, [own]: true }
}

/** SQL text made by the program, such as a name from the catalog. Never pass text from a caller. */
export function literal(text: string): Part {
  return { strings: [text], values: [], [own]: true }
}

/** A part whose text a caller decides, such as a filter. Its statement is not prepared, so names are left for others. */
export function varying(piece: Part): Part {
  return { ...piece, isVarying: true }
}

export const emptyPart = part``

/** Joins fragments with a separator. */
export function joinParts(parts: readonly Part[], separator = ' '): Part {
  if (parts.length === 0) return emptyPart
  const strings = ['', ...parts.slice(1).map(() => separator), '']
  return { strings, values: parts, [own]: true }
}

type WireColumns = { ids?: readonly string[]; moments?: readonly string[] }

/** The rows of a query as one JSON value, so that one statement reads several lists. JSON has neither bigint nor moments as we write them. */
export function jsonRows(query: Part, { ids = ['id'], moments = [] }: WireColumns): Part {
  const converted = [
    ...ids.map((column) => literal(`'${column}', r.${column}::text`)),
    ...moments.map((column) => literal(`'${column}', iso(r.${column})`)),
  ]
  return part`(select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object(${joinParts(converted, ', ')})), '[]') from (${query}) r)`
}

/**
 * Binds the template to a pool or to the client of a transaction. `onFailure` is called on errors; `timeout` is the
 * query timeout in milliseconds, 0 for none; `onAccessChange` is called after statements that may change rights.
 */
export function bind(
  runner: Pick<pg.Pool | pg.ClientBase, 'query'>,
  onFailure?: (error: unknown) => void,
  timeout = limits.answer,
  onAccessChange = announceAccessChange,
): Sql {
  return async (strings, ...values) => {
    try {
      const { changesAccess: isChange, ...query } = statement(strings, values)
      const result = await runner.query({ ...query, query_timeout: timeout } as pg.QueryConfig)
      if (isChange) onAccessChange()
      return result.rows
    } catch (error) {
      onFailure?.(error)
      throw withoutRow(error as { code?: string; detail?: string })
    }
  }
}

/** Error details quote the row, which must not reach the log. Only conflicts need them, to name the other record. */
function withoutRow<E extends { code?: string; detail?: string }>(error: E): E {
  if (error.code !== '23505') delete error.detail
  return error
}

type Statement = Text & { values: unknown[] }
type Text = { text: string; name?: string; changesAccess?: boolean }

/** Statements are prepared once per connection, under a name that depends on their text. */
export function statement(strings: TemplateStringsArray, values: unknown[]): Statement {
  if (!values.some(isPart)) {
    const known = whole.get(strings)
    if (known) return { ...known, values }
    const made = nameStatement(strings.reduce((text, piece, i) => `${text}$${i}${piece}`))
    whole.set(strings, made)
    return { ...made, values }
  }
  const flat: unknown[] = []
  const text = flatten(strings, values, flat)
  return { ...(values.some(isVaryingPart) ? { text } : nameStatement(text)), values: flat }
}

function isVaryingPart(value: unknown): boolean {
  return isPart(value) && (value.isVarying === true || value.values.some(isVaryingPart))
}

const whole = new WeakMap<TemplateStringsArray, Text>()
const names = new Map<string, Text>()
const MAX_NAMES = 1000

/** Filters combine in many ways, so the number of prepared statements is limited; the rest run unnamed. */
function nameStatement(text: string): Text {
  const known = names.get(text)
  if (known) return known
  const isFull = names.size >= MAX_NAMES
  const made: Text = {
    text,
    ...(!isFull && { name: `s${names.size + 1}` }),
    ...(changesAccess(text) && { changesAccess: true }),
  }
  if (!isFull) names.set(text, made)
  return made
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

/** Timestamps become wire text, dates stay text, amounts become numbers. */
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
