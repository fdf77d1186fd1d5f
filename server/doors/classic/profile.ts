import type { Account } from '#contract/records/access.ts'
import type { Agent } from '#contract/records/people.ts'
import type { AddRoute } from '#doors/classic/route.ts'

/** The profile of the caller. Many clients read it first, to check their token. */
export function addProfileRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/profile', async ({ invoke, account, request }) => {
    const profile = classicProfile(account)
    const { user_id, name, permissions } = request.actor!
    if (user_id === null) return profile
    const { items } = await invoke<{ items: Agent[] }>('list_agents')
    const email = items.find(({ id }) => id === user_id)?.email ?? ''
    const role = permissions.has('admin') ? 'administrator' : 'agent'
    const accounts = profile.accounts.map((each) => ({ ...each, role, permissions: [role] }))
    const person = { id: Number(user_id), name, display_name: name, available_name: name, email, uid: email, role }
    return { ...profile, ...person, accounts }
  })
}

/** The account token acts as an administrator named after the account, who is no user and so has the id 0. */
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
