import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Code, codes, Problem, problemBody, reject } from '#kernel/problem.ts'

const where = { base_url: 'https://hilo.example', request_id: 'request-1' }

test('Every code has an error status and its own title', () => {
  const titles = Object.values(codes).map(([, title]) => title)
  assert.equal(new Set(titles).size, titles.length)
  for (const [code, [status, title]] of Object.entries(codes)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/)
    assert.ok(status >= 400 && status < 600, code)
    assert.match(title, /^[A-Z]/)
  }
})

test('Conditions in the specification have the statuses it defines', () => {
  const promised: Partial<Record<Code, number>> = {
    invalid_request: 400,
    invalid_cursor: 400,
    unauthenticated: 401,
    plan_limit: 402,
    permission_denied: 403,
    not_found: 404,
    duplicate_value: 409,
    invalid_state: 409,
    ambiguous_reference: 409,
    precondition_failed: 412,
    payload_too_large: 413,
    unsupported_media_type: 415,
    missing_field: 422,
    invalid_value: 422,
    pipeline_required: 422,
    idempotency_key_reused: 422,
    rate_limited: 429,
    unavailable: 503,
  }
  for (const [code, status] of Object.entries(promised)) assert.equal(codes[code as Code][0], status, code)
})

test('Every refusal in the product uses a code of the table', () => {
  const used = globSync('server/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:reject|new Problem)\(\s*'(\w+)'/g)].map((match) => match[1]!),
  )
  assert.ok(used.length > 20)
  assert.deepEqual(
    used.filter((code) => !Object.hasOwn(codes, code)),
    [],
  )
})

test('A problem has type, title, status, detail, code and request id', () => {
  const body = problemBody(new Problem('duplicate_value', 'Taken.', { conflicting_id: '7' }), where)
  assert.deepEqual(body, {
    type: 'https://hilo.example/problems/duplicate-value',
    title: 'Value already in use',
    status: 409,
    detail: 'Taken.',
    code: 'duplicate_value',
    request_id: 'request-1',
    conflicting_id: '7',
  })
})

test('Fields of the body are named by pointer, those of path and query by parameter', () => {
  const errors = [
    { field: 'contact_id', code: 'invalid_request', detail: 'No.' },
    { field: 'custom_attributes/zone', code: 'invalid_request', detail: 'No.' },
  ]
  const problem = new Problem('invalid_request', 'No.', { errors })
  const body = problemBody(problem, { ...where, isParameter: (field) => field === 'contact_id' })
  assert.deepEqual(body.errors, [
    { parameter: 'contact_id', code: 'invalid_request', detail: 'No.' },
    { pointer: '#/custom_attributes/zone', code: 'invalid_request', detail: 'No.' },
  ])
})

test('The retry delay is sent as a header, not in the body', () => {
  const body = problemBody(new Problem('rate_limited', 'Slow down.', { retry_after: 7 }), where)
  assert.ok(!('retry_after' in body))
})

test('A refusal of a field names it', () => {
  assert.throws(
    () => reject('missing_field', 'Give a name.', 'name'),
    (error: Problem) => {
      assert.deepEqual(error.extra.errors, [{ field: 'name', code: 'missing_field', detail: 'Give a name.' }])
      return error.status === 422
    },
  )
})
