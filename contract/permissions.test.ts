import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { key_roles, rightsOfKey, rightsOfUser, scopes, user_roles } from '#contract/permissions.ts'

test('An administrator may do everything in the workspace, and nothing to the installation', () => {
  const rights = rightsOfUser('administrator', false)
  assert.deepEqual([...rights].sort(), [...scopes, 'admin'].sort())
})

test('An agent works with contacts, conversations and deals, and neither sets up the workspace nor manages labels', () => {
  const rights = rightsOfUser('agent', false)
  for (const may of ['contacts:write', 'conversations:assign', 'messages:send', 'crm:write', 'reports:read'] as const) {
    assert.ok(rights.has(may), may)
  }
  const never = [
    'admin',
    'labels:manage',
    'workspace:write',
    'workspace:setup',
    'webhooks:read',
    'webhooks:write',
  ] as const
  for (const mayNot of never) assert.ok(!rights.has(mayNot), mayNot)
})

test('Only a super-administrator has rights over the installation, whatever their role in a workspace', () => {
  for (const role of user_roles) {
    assert.ok(rightsOfUser(role, true).has('super_admin'))
    assert.ok(!rightsOfUser(role, false).has('super_admin'))
    const without = [...rightsOfUser(role, true)].filter((right) => right !== 'super_admin')
    assert.deepEqual(without, [...rightsOfUser(role, false)])
  }
})

test('A full key may do what its user may', () => {
  for (const role of user_roles) {
    const user = rightsOfUser(role, false)
    assert.deepEqual(rightsOfKey('full', [], user), user)
  }
})

test('A read-only key reads, within what its user may read, and never writes, sends, assigns or manages', () => {
  for (const role of user_roles) {
    const user = rightsOfUser(role, true)
    const rights = [...rightsOfKey('read_only', [], user)]
    assert.deepEqual(rights.sort(), [...user].filter((right) => right.endsWith(':read')).sort())
  }
  assert.ok(!rightsOfKey('read_only', [], rightsOfUser('agent', false)).has('webhooks:read'))
})

test('A custom key has the scopes it was given, less those its user lacks', () => {
  const given = ['contacts:read', 'labels:manage']
  assert.deepEqual([...rightsOfKey('custom', given, rightsOfUser('administrator', false))].sort(), given)
  assert.deepEqual([...rightsOfKey('custom', given, rightsOfUser('agent', false))], ['contacts:read'])
  assert.equal(rightsOfKey('custom', [], rightsOfUser('administrator', true)).size, 0)
})

test('Admin and super_admin cannot be granted as scopes', () => {
  assert.ok(!(scopes as readonly string[]).some((scope) => scope.includes('admin')))
  assert.equal(new Set(scopes).size, scopes.length)
})

test('No key ever has more rights than its user, nor more than its role gives', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...key_roles),
      fc.subarray([...scopes]),
      fc.constantFrom(...user_roles),
      fc.boolean(),
      (role, given, userRole, superAdministrator) => {
        const user = rightsOfUser(userRole, superAdministrator)
        for (const right of rightsOfKey(role, given, user)) {
          assert.ok(user.has(right))
          if (role === 'custom') assert.ok(given.includes(right as never))
          if (role === 'read_only') assert.match(right, /:read$/)
        }
      },
    ),
  )
})
