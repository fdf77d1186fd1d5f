/** Permissions that can be granted to a custom key. */
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
 * `admin` is for administrators of the workspace, `super_admin` for those of the installation, `visitor` for customers in
 * a live chat; `personal` covers a person's own account and needs them to be signed in, so no key has it.
 */
export type Permission = Scope | 'admin' | 'super_admin' | 'visitor' | 'personal'

export const key_roles = ['full', 'read_only', 'custom'] as const
export type KeyRole = (typeof key_roles)[number]

/** Contacts an agent with limited visibility sees: all, or contacts with a record they see and contacts without records. */
export const contacts_visibilities = ['all', 'related'] as const

/** The conversations, leads and opportunities a person sees: all, their teams', or only their own. */
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

/** Permissions of a member of the workspace. */
export function rightsOfUser(role: UserRole, superAdministrator: boolean): ReadonlySet<Permission> {
  const own: readonly Permission[] = role === 'administrator' ? [...scopes, 'admin'] : agent
  return new Set(superAdministrator ? [...own, 'super_admin'] : own)
}

/** Permissions of a key: those of its role, limited to those of its user. */
export function rightsOfKey(
  keyRole: KeyRole,
  keyScopes: readonly string[],
  user: ReadonlySet<Permission>,
): ReadonlySet<Permission> {
  if (keyRole === 'full') return user
  const given = keyRole === 'read_only' ? scopes.filter((scope) => scope.endsWith(':read')) : keyScopes
  return new Set([...user].filter((permission) => given.includes(permission)))
}
