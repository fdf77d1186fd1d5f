import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { type AnyOperation, isRead, permissionsOf } from '#kernel/operation.ts'
import { registry } from '#registry'
import type { Name } from '#test/workspace.ts'
import { transientOperations } from './tenant.ts'

/*
 * Changes of settings, keys, roles and people, and every export, are in the audit log with their input, and no
 * secret is.
 */

const all = Object.entries(registry) as [string, AnyOperation][]
const powers = new Set<string>(['admin', 'workspace:write', 'workspace:setup', 'labels:manage', 'super_admin'])

describe('the audit log', () => {
  test('has everything an administrator changes', () => {
    const silent = all.filter(
      ([name, op]) =>
        !isRead(op) &&
        permissionsOf(op).some((each) => powers.has(each)) &&
        !transientOperations.includes(name as Name) &&
        !op.audit,
    )
    assert.deepEqual(
      silent.map(([name]) => name),
      [],
      'add `audit: { without: [] }`, naming the fields that are secret',
    )
  })

  test('has everything people change of their own account', () => {
    const personal = all.filter(([, op]) => !isRead(op) && op.permission === 'personal')
    // Notifications, the browsers they are sent to and preferences for them are private.
    assert.deepEqual(
      personal.filter(([, op]) => !op.audit).map(([name]) => name),
      ['mark_notifications_read', 'subscribe_push', 'unsubscribe_push', 'update_notification_preferences'],
    )
    // A calendar and an assistant are of one workspace, and the others have nothing to know of them.
    assert.deepEqual(
      personal.filter(([, op]) => op.audit && !op.audit.everywhere).map(([name]) => name),
      ['connect_assistant', 'disconnect_assistant', 'get_calendar_feed', 'reset_calendar_feed'],
    )
  })

  test('has everything that takes data out, and every look at a secret', () => {
    const silent = all.filter(
      ([name, op]) => (op.streams || name.startsWith('export_') || /_token$|_secret$/.test(name)) && !op.audit,
    )
    assert.deepEqual(
      silent.map(([name]) => name),
      [],
    )
  })

  test('names only fields there are, and holds no password, code or token', () => {
    for (const [name, op] of all.filter(([, each]) => each.audit)) {
      const { properties = {} } = z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }) as {
        properties?: object
      }
      const without = op.audit!.without
      for (const field of without) assert.ok(field in properties, `${name}: ${field}`)
      const secret = Object.keys(properties).filter((field) => /password|secret|token|(^|_)code$/.test(field))
      const recorded = secret.filter(
        (field) => !without.includes(field) && !['short_code', 'new_short_code'].includes(field),
      )
      assert.deepEqual(recorded, [], name)
    }
  })
})
