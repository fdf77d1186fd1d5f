import { assistantRequest } from './records.ts'
import type { Samples } from './tenant.ts'

export const access = {
  begin_two_factor: () => ({ password: 'una clave larga' }),
  change_password: () => ({ current_password: 'una clave larga', password: 'otra clave larga' }),
  create_api_key: ({ user_id, mark }) => ({
    name: `Clave ${mark}`,
    role: 'custom',
    scopes: ['contacts:read', 'labels:manage'],
    user_id,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  connect_assistant: () => ({ ...assistantRequest, access: 'read' }),
  disconnect_assistant: () => ({ assistant_id: '1' }),
  get_assistant_request: () => assistantRequest,
  list_assistant_actions: () => ({ assistant_id: '1', limit: 5 }),
  list_connected_assistants: () => ({ everyone: true, limit: 5 }),
  disable_two_factor: () => ({ password: 'una clave larga' }),
  enable_two_factor: () => ({ code: 'abcd' }),
  get_account: () => ({}),
  get_api_key: async ({ act, mark }) => ({
    api_key_id: (await act('create_api_key', { name: `Para leer ${mark}`, role: 'read_only' })).id,
  }),
  get_classic_token: () => ({}),
  get_current_actor: () => ({}),
  get_email: async (tenant) => ({ email_id: await tenant.mail() }),
  get_profile: () => ({}),
  get_retention: () => ({}),
  update_retention: () => ({ events_days: 60, audit_days: null, inbound_log_days: 30, webhook_log_days: 30 }),
  list_api_keys: () => ({ limit: 5 }),
  list_audit_entries: () => ({
    action: 'create_api_key',
    actor: 'administrator',
    from: '2020-01-01',
    to: '2099-01-01',
    limit: 5,
  }),
  list_emails: async (tenant) => {
    await tenant.mail()
    return { status: 'failed', limit: 5 }
  },
  list_sessions: () => ({}),
  regenerate_classic_token: () => ({}),
  resend_email: async (tenant) => ({ email_id: await tenant.mail() }),
  revoke_api_key: async ({ act, mark }) => {
    const { id } = await act('create_api_key', { name: `Para revocar ${mark}`, role: 'read_only' })
    return { api_key_id: id }
  },
  revoke_other_sessions: () => ({}),
  revoke_session: () => ({ session_id: '1' }),
  update_profile: ({ mark }) => ({ name: `Yo ${mark}` }),
  update_account: ({ mark }) => ({
    name: `Cuenta ${mark}`,
    time_zone: 'America/Lima',
    locale: 'en',
    country: 'PE',
    default_currency: 'USD',
    modules: ['test_drives', 'real_estate'],
  }),
} satisfies Samples
