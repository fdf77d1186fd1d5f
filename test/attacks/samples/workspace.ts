import {
  attribute,
  botOf,
  canned,
  connected,
  connectedInboxes,
  hours,
  inbox,
  reversed,
  target,
  team,
  word,
} from './records.ts'
import type { Samples } from './tenant.ts'

export const workspace = {
  add_team_member: async (tenant) => ({ team: (await team(tenant)).id, agent: tenant.user_id }),
  create_canned_response: async (tenant) => ({
    short_code: word(tenant),
    content: `Abrimos a las ocho. ${tenant.mark}`,
    inbox: (await inbox(tenant)).id,
  }),
  create_custom_attribute: (tenant) => ({
    display_name: `Plan ${tenant.mark}`,
    key: `plan_${tenant.next()}`,
    model: 'contact_attribute',
    type: 'list',
    description: 'Lo que paga',
    values: ['Oro', 'Plata'],
  }),
  create_inbox: (tenant) => ({
    name: `Sitio ${word(tenant)}`,
    channel: 'web_widget',
    auto_assign: false,
    ai_agent_enabled: true,
    settings: { color: '#0f766e', greeting_title: '¡Hola!', allowed_domains: ['*.example.com'] },
    business_hours: hours,
    sla: { business_hours_only: true, targets: [target] },
    csat: { enabled: true, message: '¿Cómo le fue?' },
    members: [tenant.user_id],
  }),
  check_inbox_connection: async (tenant) => ({ inbox_id: (await connected(tenant)).id }),
  connect_inbox: async (tenant) => ({ inbox_id: (await connected(tenant)).id, credentials: botOf(tenant) }),
  add_inbox_files: async (tenant) => ({ inbox_id: (await inbox(tenant)).id, files: [tenant.upload()] }),
  create_inbox_template: async (tenant) => ({
    inbox_id: (await connected(tenant, 'whatsapp')).id,
    name: `aviso_${tenant.mark}_${tenant.next()}`,
    language: 'es',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Hola' }],
  }),
  list_inbox_events: async (tenant) => ({ inbox_id: (await connected(tenant)).id, limit: 5 }),
  list_inbox_files: async (tenant) => ({ inbox_id: (await inbox(tenant)).id, limit: 5 }),
  list_inbox_templates: async (tenant) => ({ inbox_id: (await connected(tenant, 'whatsapp')).id }),
  replay_inbox_event: async (tenant) => {
    const { id: inbox_id, connection } = await connected(tenant)
    const headers = { 'x-telegram-bot-api-secret-token': connection!.verify_token! }
    const body = JSON.stringify({ update_id: tenant.next() })
    await fetch(connection!.webhook_url!, { method: 'POST', headers, body })
    const { items } = await tenant.act('list_inbox_events', { inbox_id })
    return { inbox_id, event_id: items[0]!.id }
  },
  sync_inbox_templates: async (tenant) => ({ inbox_id: (await connected(tenant, 'whatsapp')).id }),
  create_team: (tenant) => ({
    name: `Equipo ${word(tenant)}`,
    description: 'Quien vende',
    allow_auto_assign: false,
    members: [tenant.user_id],
  }),
  delete_canned_response: async (tenant) => ({ short_code: (await canned(tenant)).id }),
  delete_custom_attribute: async (tenant) => ({ custom_attribute_id: (await attribute(tenant)).id }),
  delete_inbox: async (tenant) => ({ inbox_id: (await inbox(tenant)).id }),
  delete_team: async (tenant) => ({ team_id: (await team(tenant)).id }),
  edit_canned_response: async (tenant) => ({
    short_code: (await canned(tenant)).short_code,
    new_short_code: word(tenant),
    new_content: `Abrimos a las nueve. ${tenant.mark}`,
  }),
  get_canned_response: async (tenant) => ({ short_code: (await canned(tenant)).id }),
  get_custom_attribute: async (tenant) => ({ custom_attribute_id: (await attribute(tenant)).id }),
  get_inbox: async (tenant) => ({ inbox_id: (await inbox(tenant)).id }),
  get_inbox_identity_secret: async (tenant) => ({ inbox_id: (await inbox(tenant)).id }),
  get_team: async (tenant) => ({ team_id: (await team(tenant)).id }),
  list_agents: () => ({}),
  list_canned_response_versions: async (tenant) => ({ short_code: (await canned(tenant)).id, limit: 5 }),
  list_canned_responses: async (tenant) => ({ inbox: (await canned(tenant)).inbox.id }),
  list_custom_attributes: async (tenant) => {
    await attribute(tenant)
    return {}
  },
  list_inboxes: async (tenant) => {
    await inbox(tenant)
    return {}
  },
  list_teams: async (tenant) => {
    await team(tenant)
    return {}
  },
  remove_team_member: async (tenant) => {
    const { id } = await team(tenant)
    await tenant.act('add_team_member', { team: id, agent: tenant.user_id })
    return { team: id, agent: tenant.user_id }
  },
  // All there is must be named: what other samples left behind goes first.
  reorder_canned_responses: async (tenant) => {
    const { items } = await tenant.act('list_canned_responses', {})
    for (const { id } of items) await tenant.act('delete_canned_response', { short_code: id })
    return reversed(() => canned(tenant))
  },
  reorder_custom_attributes: async (tenant) => {
    const { items } = await tenant.act('list_custom_attributes', {})
    for (const { id } of items) await tenant.act('delete_custom_attribute', { custom_attribute_id: id })
    return reversed(() => attribute(tenant))
  },
  reorder_inboxes: async (tenant) => {
    const { items } = await tenant.act('list_inboxes', {})
    for (const { id } of items) await tenant.act('delete_inbox', { inbox_id: id })
    connectedInboxes.delete(tenant.act)
    return reversed(() => inbox(tenant))
  },
  reorder_teams: async (tenant) => {
    const { items } = await tenant.act('list_teams', {})
    for (const { id } of items) await tenant.act('delete_team', { team_id: id })
    return reversed(() => team(tenant))
  },
  set_inbox_members: async (tenant) => ({ inbox_id: (await inbox(tenant)).id, members: [tenant.user_id] }),
  update_agent: (tenant) => ({
    agent_id: tenant.user_id,
    availability: 'busy',
    availability_until: '2099-01-01T00:00:00.000Z',
    auto_offline: false,
    capacity: tenant.next(),
  }),
  update_custom_attribute: async (tenant) => {
    const { id, key, model, type } = await attribute(tenant)
    return {
      custom_attribute_id: id,
      display_name: `Otra ${tenant.mark}`,
      description: null,
      values: ['Sur'],
      key,
      model,
      type,
    }
  },
  update_inbox: async (tenant) => ({
    inbox_id: (await inbox(tenant)).id,
    name: `Renombrado ${tenant.mark}`,
    auto_assign: false,
    ai_agent_enabled: true,
    settings: { color: null, locale: 'en' },
    business_hours: hours,
    sla: { business_hours_only: false, targets: [target] },
    csat: { enabled: true, message: null },
  }),
  update_inbox_settings: async (tenant) => ({
    inbox: (await inbox(tenant)).id,
    name: `Renombrado ${word(tenant)}`,
    auto_assign: false,
    ai_agent_enabled: true,
  }),
  update_team: async (tenant) => ({
    team_id: (await team(tenant)).id,
    name: `Otro ${word(tenant)}`,
    description: null,
    allow_auto_assign: false,
  }),
} satisfies Samples
