import { email, invitation, team } from './records.ts'
import type { Samples } from './tenant.ts'

export const people = {
  add_member: (tenant) => ({ email: email(tenant), name: `Nueva ${tenant.mark}`, role: 'agent', visibility: 'own' }),
  deactivate_member: async ({ member, user_id }) => ({ member_id: await member(), reassign_to: user_id }),
  get_notification_preferences: () => ({}),
  list_notifications: () => ({ unread: true, limit: 5 }),
  mark_notifications_read: () => ({ notification_ids: ['1'], subject: { type: 'conversation', id: '1' } }),
  dismiss_first_steps: () => ({}),
  get_first_steps: () => ({}),
  list_push_subscriptions: () => ({}),
  subscribe_push: () => ({
    endpoint: 'https://push.example.net/send/abc',
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    language: 'es',
  }),
  unsubscribe_push: () => ({ subscription_id: '1' }),
  get_invitation_link: async (tenant) => ({ invitation_id: await invitation(tenant) }),
  invite_member: async (tenant) => ({
    email: email(tenant),
    name: `Nueva ${tenant.mark}`,
    role: 'agent',
    visibility: 'team',
    teams: [(await team(tenant)).id],
  }),
  list_invitations: async (tenant) => {
    await invitation(tenant)
    return { limit: 5 }
  },
  get_member: async ({ member }) => ({ member_id: await member() }),
  list_members: () => ({}),
  reactivate_member: async ({ act, member }) => {
    const member_id = await member()
    await act('deactivate_member', { member_id, leave: true })
    return { member_id }
  },
  resend_invitation: async (tenant) => ({ invitation_id: await invitation(tenant) }),
  reset_two_factor: async ({ member }) => ({ member_id: await member() }),
  revoke_invitation: async (tenant) => ({ invitation_id: await invitation(tenant) }),
  update_member: async (tenant) => ({
    member_id: await tenant.member(),
    role: 'administrator',
    visibility: 'own',
    name: `Otro nombre ${tenant.mark}`,
    teams: [(await team(tenant)).id],
  }),
  update_notification_preferences: () => ({
    kinds: { mention: { push: false } },
    quiet_hours: { from: '21:00', to: '07:00', time_zone: 'America/Bogota' },
    show_text: false,
  }),
} satisfies Samples
