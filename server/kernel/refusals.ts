import type { z } from 'zod'
import { constraints } from '#db/constraints.ts'
import { type Database, isUnavailable } from '#db/database.ts'
import { type FieldError, Problem } from '#kernel/problem.ts'

/** What zod found, as a problem: what is missing is 422, what is malformed is 400. */
export function invalidInput(error: z.ZodError, raw: unknown): Problem {
  const errors = error.issues.flatMap((issue) => fieldErrors(issue, raw))
  const missing = errors.every((each) => each.code === 'missing_field')
  const detail = errors
    .slice(0, 5)
    .map((each) => (each.field ? `${each.field.replaceAll('/', '.')}: ${each.detail}` : each.detail))
    .join(' ')
  return new Problem(missing ? 'missing_field' : 'invalid_request', detail, { errors })
}

function fieldErrors(issue: z.core.$ZodIssue, raw: unknown): FieldError[] {
  const field = issue.path.map(String).join('/')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: [...issue.path.map(String), key].join('/'),
      code: 'unknown_field',
      detail: 'There is no such field; leave it out or correct its name.',
    }))
  }
  if (isMissing(issue, raw)) {
    return [{ field, code: 'missing_field', detail: `This field is required (${expected(issue)}).` }]
  }
  return [
    { field, code: 'invalid_request', detail: `${issue.message.replace(/^Invalid input: /, '').replace(/\.$/, '')}.` },
  ]
}

function isMissing({ code, path }: z.core.$ZodIssue, raw: unknown): boolean {
  const speaksOfIt = code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union'
  return speaksOfIt && path.length > 0 && valueAt(raw, path) === undefined
}

function expected(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return issue.values.map(String).join(', ')
  return issue.code === 'invalid_type' ? issue.expected : 'one of several kinds'
}

function valueAt(raw: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], raw)
}

type DatabaseError = { code?: string; constraint?: string; table?: string; detail?: string; message: string }

/** What the database refused, in the product's words. Anything else is our own fault and passes through. */
export async function asProblem(error: unknown, database: Database): Promise<unknown> {
  if (error instanceof Problem) return error
  const { code, constraint, table, detail } = error as DatabaseError
  if (code === '23505' && constraint && constraints[constraint]) {
    const { field, what } = constraints[constraint]
    const conflicting_id = await conflicting(database, table, detail)
    const sentence = `This ${what} is already in use${conflicting_id ? ` by record ${conflicting_id}` : ''}; choose another or change that record.`
    return new Problem('duplicate_value', sentence, {
      errors: [{ field, code: 'taken', detail: sentence }],
      ...(conflicting_id && { conflicting_id }),
    })
  }
  if (code === '23503')
    return new Problem('invalid_state', 'Something this refers to has just been deleted; read it again and repeat.')
  if (code === '40P01')
    return new Problem('unavailable', 'Two changes got in each other’s way and this one was undone; repeat it.', {
      retry_after: 1,
    })
  if (code === '54000') return new Problem('invalid_value', 'A value is too large to be kept; shorten it.')
  if (code === '40001')
    return new Problem('precondition_failed', 'The record changed meanwhile; read it again and retry.')
  if (code === '57014')
    return new Problem('unavailable', 'This took too long and was stopped; narrow the request and retry.', {
      retry_after: 5,
    })
  if (isUnavailable(error))
    return new Problem('unavailable', 'The database is away for a moment; retry shortly.', { retry_after: 2 })
  // It quotes what somebody wrote, and the error is going to the log.
  delete (error as DatabaseError).detail
  return error
}

/** The row that holds the value, found by what PostgreSQL says of the conflict: `Key (account_id, email)=(1, a@b.c) already exists.` */
async function conflicting(database: Database, table?: string, detail?: string): Promise<string | undefined> {
  const match = /^Key \(account_id, (.+)\)=\((\d+), (.*)\) already exists\.$/s.exec(detail ?? '')
  if (!match || !table) return undefined
  const columns = match[1]!.split(', ')
  // What people wrote stands last, and may hold a comma itself.
  const said = match[3]!.split(', ')
  const values = [...said.slice(0, columns.length - 1), said.slice(columns.length - 1).join(', ')]
  const same = columns.map((column, i) => `${column} = $${i + 2}`).join(' and ')
  const text = `select id from ${table} where account_id = $1 and ${same}`
  const { rows } = await database.work.query<{ id: string }>(text, [match[2], ...values]).catch(() => ({ rows: [] }))
  return rows[0]?.id
}
