/** What a key or a person may be allowed to do. Scopes can be given to a custom key; `admin` cannot. */
export const scopes = [
  'contacts:read',
  'contacts:write',
  'conversations:read',
  'conversations:write',
  'conversations:assign',
  'messages:send',
  'crm:read',
  'crm:write',
  'reports:read',
  'workspace:read',
  'workspace:write',
  'workspace:setup',
  'knowledge:read',
  'knowledge:write',
  'webhooks:read',
  'webhooks:write',
  'labels:manage',
] as const
export type Scope = (typeof scopes)[number]

/**
 * `admin` is for those who run the workspace; `super_admin` for those who run the installation; `visitor` is a
 * customer's; `personal` is what people do to their own account, signed in themselves, and no key does for them.
 */
export type Permission = Scope | 'admin' | 'super_admin' | 'visitor' | 'personal'

export const key_roles = ['full', 'read_only', 'custom'] as const
export type KeyRole = (typeof key_roles)[number]

/** Which conversations, leads and opportunities someone sees: all, those of their teams, or their own. */
export const record_visibilities = ['all', 'team', 'own'] as const

export const user_roles = ['administrator', 'agent'] as const
export type UserRole = (typeof user_roles)[number]

const agent: readonly Permission[] = [
  'contacts:read',
  'contacts:write',
  'conversations:read',
  'conversations:write',
  'conversations:assign',
  'messages:send',
  'crm:read',
  'crm:write',
  'reports:read',
  'workspace:read',
  'knowledge:read',
]

/** The rights of a member of the workspace. */
export function rightsOfUser(role: UserRole, superAdministrator: boolean): ReadonlySet<Permission> {
  const own: readonly Permission[] = role === 'administrator' ? [...scopes, 'admin'] : agent
  return new Set(superAdministrator ? [...own, 'super_admin'] : own)
}

/** The rights of a key: what its role gives, never more than the user it acts for has. */
export function rightsOfKey(
  keyRole: KeyRole,
  keyScopes: readonly string[],
  user: ReadonlySet<Permission>,
): ReadonlySet<Permission> {
  if (keyRole === 'full') return user
  const given = keyRole === 'read_only' ? scopes.filter((scope) => scope.endsWith(':read')) : keyScopes
  return new Set([...user].filter((permission) => given.includes(permission)))
}
