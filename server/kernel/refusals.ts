import type { z } from 'zod'
import { constraints } from '#db/constraints.ts'
import { type Database, isUnavailable } from '#db/database.ts'
import { SHARE_USED_UP } from '#db/shares.ts'
import { nearest } from '#kernel/filters/reference.ts'
import { type FieldError, Problem } from '#kernel/problem.ts'
import { describeIssue, fieldsAt, kindOf } from '#kernel/validation-words.ts'

/** An answer lists this many errors: enough to correct a request, however large it was. */
const MAX_ERRORS = 20
const MAX_DETAILS = 5
const MAX_NAME_LENGTH = 100
const MAX_NAMES = 30

/** Validation errors as a problem: 422 when fields are missing, 400 when some are malformed. */
export function invalidInput(error: z.ZodError, raw: unknown, schema?: z.ZodType): Problem {
  const issues = firstOfEachField(error.issues)
  const errors = firstErrors(issues, raw, schema)
  const isIncomplete = issues.every((issue) => isMissing(issue, raw))
  const sentences = errors
    .slice(0, MAX_DETAILS)
    .map((each) => (each.field ? `${each.field.replaceAll('/', '.')}: ${each.detail}` : each.detail))
  const unlisted = issues.reduce((sum, issue) => sum + countErrors(issue), 0) - errors.length
  if (unlisted > 0)
    sentences.push(unlisted === 1 ? '1 more error is not listed.' : `${unlisted} more errors are not listed.`)
  return new Problem(isIncomplete ? 'missing_field' : 'invalid_request', sentences.join(' '), { errors })
}

/** Reports the first of several faults of a value: later checks assume the earlier ones. */
function firstOfEachField(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const seen = new Set<string>()
  return issues.filter(({ path, code }) => {
    const key = JSON.stringify([path.map(String), code === 'unrecognized_keys'])
    return !seen.has(key) && seen.add(key)
  })
}

function countErrors(issue: z.core.$ZodIssue): number {
  return issue.code === 'unrecognized_keys' ? issue.keys.length : 1
}

/** The first errors only: one body can hold a hundred thousand unknown fields. */
function firstErrors(issues: readonly z.core.$ZodIssue[], raw: unknown, schema: z.ZodType | undefined): FieldError[] {
  const errors: FieldError[] = []
  for (const issue of issues.slice(0, MAX_ERRORS)) {
    const room = MAX_ERRORS - errors.length
    if (issue.code === 'unrecognized_keys')
      errors.push(
        ...issue.keys
          .slice(0, room)
          .map((key, i) =>
            unknownField([...issue.path, key], i === 0 && schema ? fieldsAt(schema, issue.path) : undefined),
          ),
      )
    else if (room > 0) errors.push(fieldError(issue, raw))
  }
  return errors
}

/** Reports the first unknown field with the existing names, nearest first. */
function unknownField(path: PropertyKey[], known: readonly string[] | undefined): FieldError {
  const near = nearest(known ?? [], String(path.at(-1)), (name) => name)
  const others = (known ?? []).filter((name) => !near.includes(name))
  const names = [...near, ...others].slice(0, MAX_NAMES).join(', ')
  const detail = names
    ? `There is no such field; the fields are ${names}.`
    : 'There is no such field; leave it out or correct its name.'
  return { field: toField(path), code: 'unknown_field', detail }
}

function fieldError(issue: z.core.$ZodIssue, raw: unknown): FieldError {
  const field = toField(issue.path)
  if (isMissing(issue, raw))
    return { field, code: 'missing_field', detail: `This field is required (${describeExpected(issue)}).` }
  return { field, code: 'invalid_request', detail: describeIssue(issue, valueAt(raw, issue.path)) }
}

/** Names the caller invented may be as long as the body, so they are cut. */
function toField(path: PropertyKey[]): string {
  return path
    .map(String)
    .map((name) => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name))
    .join('/')
}

function isMissing({ code, path }: z.core.$ZodIssue, raw: unknown): boolean {
  const mayBeMissing = code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union'
  return mayBeMissing && path.length > 0 && valueAt(raw, path) === undefined
}

function describeExpected(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return issue.values.map(String).join(', ')
  return issue.code === 'invalid_type' ? kindOf(issue.expected) : 'one of several kinds'
}

function valueAt(raw: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], raw)
}

type DatabaseError = { code?: string; constraint?: string; table?: string; detail?: string; message: string }

/** Database errors a caller can act on, as problems. Any other error is a fault of ours and passes through. */
export async function asProblem(error: unknown, database: Database): Promise<unknown> {
  if (error instanceof Problem) return error
  const { code, constraint, table, detail } = error as DatabaseError
  if (code === '23505' && constraint && constraints[constraint]) {
    const { field, what } = constraints[constraint]
    const conflicting_id = await findConflict(database, table, detail)
    const sentence = `This ${what} is already in use${conflicting_id ? ` by record ${conflicting_id}` : ''}; choose another or change that record.`
    return new Problem('duplicate_value', sentence, {
      errors: [{ field, code: 'taken', detail: sentence }],
      ...(conflicting_id && { conflicting_id }),
    })
  }
  if (code === '23503')
    return new Problem('invalid_state', 'A record this refers to was just deleted; read it again and retry.')
  if (code === '40P01')
    return new Problem(
      'unavailable',
      'Another change happened at the same time and this one was rolled back; retry it.',
      {
        retry_after: 1,
      },
    )
  if (code === '54000') return new Problem('invalid_value', 'A value is too large to store; shorten it.')
  if (code === '40001') return new Problem('precondition_failed', 'The record has changed; read it again and retry.')
  if (code === '57014')
    return new Problem('unavailable', 'This took too long and was cancelled; narrow the request and retry.', {
      retry_after: 5,
    })
  if (code === SHARE_USED_UP)
    return new Problem('unavailable', 'Too many searches and reports of this workspace run at once; retry shortly.', {
      retry_after: 5,
    })
  if (isUnavailable(error))
    return new Problem('unavailable', 'The database is temporarily unavailable; retry shortly.', { retry_after: 2 })
  // The detail quotes customer data, and the error goes to the log.
  delete (error as DatabaseError).detail
  return error
}

/** Finds the conflicting row from PostgreSQL's message: `Key (account_id, email)=(1, a@b.c) already exists.` */
async function findConflict(database: Database, table?: string, detail?: string): Promise<string | undefined> {
  const match = /^Key \(account_id, (.+)\)=\((\d+), (.*)\) already exists\.$/s.exec(detail ?? '')
  if (!match || !table) return undefined
  const columns = match[1]!.split(', ')
  // The text value comes last, and may contain a comma itself.
  const pieces = match[3]!.split(', ')
  const values = [...pieces.slice(0, columns.length - 1), pieces.slice(columns.length - 1).join(', ')]
  const same = columns.map((column, i) => `${column} = $${i + 2}`).join(' and ')
  const text = `select id from ${table} where account_id = $1 and ${same}`
  const { rows } = await database.work.query<{ id: string }>(text, [match[2], ...values]).catch(() => ({ rows: [] }))
  return rows[0]?.id
}
