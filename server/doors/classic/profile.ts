import type { Account } from '#contract/records/access.ts'
import type { Routes } from '#doors/classic/route.ts'

/** Who calls: many clients ask this first, to see whether their token is good. */
export function openProfile(routes: Routes): void {
  routes('GET', '/profile', async ({ account }) => classicProfile(account))
}

/** The account's token acts as an administrator named after the account, who is no user and has no number. */
export function classicProfile({ id, name }: Account) {
  const role = 'administrator'
  const here = { availability: 'online', availability_status: 'online', auto_offline: false }
  return {
    account_id: Number(id),
    available_name: name,
    avatar_url: '',
    confirmed: true,
    display_name: name,
    message_signature: null,
    email: '',
    id: 0,
    inviter_id: null,
    name,
    provider: 'email',
    custom_attributes: {},
    role,
    ui_settings: {},
    uid: '',
    type: null,
    accounts: [{ id: Number(id), name, status: 'active', active_at: null, role, permissions: [role], ...here }],
  }
}
