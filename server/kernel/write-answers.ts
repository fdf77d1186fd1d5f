import type { Permission } from '#contract/permissions.ts'
import { type AnyOperation, type Context, isRead, permissionsOf } from '#kernel/operation.ts'

/** The permission to read what can be changed with a permission. */
const readers: Partial<Record<Permission, Permission>> = {
  'contacts:write': 'contacts:read',
  'conversations:write': 'conversations:read',
  'conversations:assign': 'conversations:read',
  'messages:send': 'conversations:read',
  'crm:write': 'crm:read',
  'workspace:write': 'workspace:read',
  'knowledge:write': 'knowledge:read',
  'webhooks:write': 'webhooks:read',
}

/** The permission to read the records a change answers with; undefined if everyone who may make it may read them. */
export function readerOf(op: AnyOperation): Permission | undefined {
  return op.reader ?? permissionsOf(op).flatMap((each) => readers[each] ?? [])[0]
}

/** The answer to a change: for callers who may not read its records, only their ids and addresses in the web app. */
export function toWriteAnswer<T>(op: AnyOperation, { actor, base_url }: Context, answer: T): T {
  const reader = readerOf(op)
  if (isRead(op) || !reader || actor.permissions.has(reader)) return answer
  // An update may answer with a record that has no id, such as a configuration; other figures describe the change itself.
  return reduce(answer, base_url, !op.rest.startsWith('PATCH ')) as T
}

function reduce(value: unknown, base_url: string, keepsFigures: boolean): unknown {
  const isKept = (field: unknown) => keepsFigures || (typeof field === 'object' && field !== null)
  if (Array.isArray(value)) return value.filter(isKept).map((each) => reduce(each, base_url, keepsFigures))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  if ('id' in value) return Object.fromEntries(fields.filter(([name, field]) => isReference(name, field, base_url)))
  const kept = fields.filter(([, field]) => isKept(field))
  return Object.fromEntries(kept.map(([name, field]) => [name, reduce(field, base_url, keepsFigures)]))
}

/** A secret is shown once, to the one who asked for it. */
function isReference(name: string, field: unknown, base_url: string): boolean {
  if (name === 'url') return typeof field === 'string' && field.startsWith(`${base_url}/`)
  return name === 'id' || name === 'secret' || (name === 'deleted' && field === true)
}
