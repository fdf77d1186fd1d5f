import type { Filter } from '#contract/filters.ts'
import type { Action } from '#contract/records/automation.ts'
import { shop as fakeShop } from '#test/channels/fakes/whatsapp.ts'
import type { Input, Output } from '#test/workspace.ts'
import type { Tenant } from './tenant.ts'

/* Records that samples refer to, made in the workspace of the caller. */

export const isFromFair: Filter = {
  any: [{ all: [{ field: 'custom_attributes.utm_source', operator: 'equal_to', values: ['feria'] }] }],
}

export const isOpen: Filter = { any: [{ all: [{ field: 'status', operator: 'equal_to', values: ['open'] }] }] }

export const hours: NonNullable<Input<'create_inbox'>['business_hours']> = {
  time_zone: 'America/Bogota',
  intervals: [{ day: 1, from: '08:00', to: '17:00' }],
  holidays: [{ date: '2026-12-25', name: 'Navidad' }],
  out_of_office_message: 'Volvemos el lunes',
}

/** No SLA target may expire while a test checks that nothing changes. */
export const nothingDue = { business_hours_only: true, targets: [] }

export const target = {
  priority: null,
  first_response_minutes: 30,
  next_response_minutes: 60,
  resolution_minutes: null,
}

export async function contact(tenant: Tenant): Promise<string> {
  const { id } = await tenant.act('create_contact', {
    name: `Peña ${tenant.mark}`,
    email: email(tenant),
    custom_attributes: { utm_source: 'feria' },
  })
  return id
}

export async function note(tenant: Tenant): Promise<{ contact_id: string; note_id: string }> {
  const contact_id = await contact(tenant)
  const { id } = await tenant.act('add_contact_note', { contact_id, body: `Nota ${tenant.mark}` })
  return { contact_id, note_id: id }
}

export function label(tenant: Tenant): Promise<{ id: string; title: string }> {
  return tenant.act('create_label', { title: word(tenant) })
}

export const connectedInboxes = new WeakMap<Tenant['act'], Map<string, Promise<Output<'create_inbox'>>>>()

/** An inbox connected to a provider; a workspace has one of each channel. */
export function connected(
  tenant: Tenant,
  channel: 'telegram' | 'whatsapp' = 'telegram',
): Promise<Output<'create_inbox'>> {
  const own = connectedInboxes.get(tenant.act) ?? new Map<string, Promise<Output<'create_inbox'>>>()
  connectedInboxes.set(tenant.act, own)
  const credentials = channel === 'telegram' ? botOf(tenant) : shop
  const made =
    own.get(channel) ?? tenant.act('create_inbox', { name: word(tenant), channel, credentials, sla: nothingDue })
  own.set(channel, made)
  return made
}

export const botOf = ({ mark }: Tenant) => ({ bot_token: `123456:${mark}` })
export const shop = (({ phone_number_id, business_account_id, access_token, app_secret }) => ({
  phone_number_id,
  business_account_id,
  access_token,
  app_secret,
}))(fakeShop)

export function inbox(tenant: Tenant): Promise<{ id: string }> {
  return tenant.act('create_inbox', {
    name: word(tenant),
    channel: 'web_widget',
    settings: { color: '#0f766e', locale: 'es' },
    sla: nothingDue,
  })
}

export async function bot(tenant: Tenant): Promise<string> {
  return (await tenant.act('create_agent_bot', { name: `Bot ${tenant.mark}` })).id
}

export async function invitation(tenant: Tenant): Promise<string> {
  const { id } = await tenant.act('invite_member', { email: email(tenant), role: 'agent' })
  return id
}

export function team(tenant: Tenant): Promise<{ id: string }> {
  return tenant.act('create_team', { name: word(tenant), description: 'Para pruebas' })
}

export function attribute(tenant: Tenant) {
  return tenant.act('create_custom_attribute', {
    display_name: tenant.mark,
    key: `zona_${tenant.next()}`,
    model: 'conversation_attribute',
    type: 'list',
    values: ['Norte'],
  })
}

/** A view everybody shares, which leaves nothing out. */
export function view(
  tenant: Tenant,
  resource: Input<'create_saved_view'>['resource'] = 'conversations',
): Promise<{ id: string }> {
  const filter: Filter = { any: [{ all: [{ field: 'created_at', operator: 'is_present', values: [] }] }] }
  return tenant.act('create_saved_view', { name: `Todo ${tenant.mark}`, resource, visibility: 'shared', filter })
}

/** Two of a kind, the newer one first. */
export async function reversed(make: () => Promise<{ id: string }>): Promise<{ ids: string[] }> {
  const [older, newer] = [await make(), await make()]
  return { ids: [newer.id, older.id] }
}

export async function canned(tenant: Tenant): Promise<{ id: string; short_code: string; inbox: { id: string } }> {
  const { id } = await inbox(tenant)
  return tenant.act('create_canned_response', { short_code: word(tenant), content: tenant.mark, inbox: id })
}

/** An inbox into which a program brings what customers write. */
export function channel(tenant: Tenant): Promise<{ id: string }> {
  return tenant.act('create_inbox', { name: word(tenant), channel: 'api', auto_assign: false, sla: nothingDue })
}

/** A message a customer has just sent, and its new conversation. */
export async function receivedMessage(tenant: Tenant) {
  const { id } = await channel(tenant)
  return tenant.act('receive_message', {
    inbox_id: id,
    source_id: word(tenant),
    content: `¿Tienen camiones? ${tenant.mark}`,
    contact: { name: `Peña ${tenant.mark}`, email: email(tenant) },
  })
}

export async function talk(tenant: Tenant) {
  return (await receivedMessage(tenant)).conversation
}

/** Every filter at once, and a conversation that meets them. */
export async function filtered(tenant: Tenant) {
  const { id: conversation_id, inbox, contact } = await talk(tenant)
  const [{ id: label_id, title }, { id: team_id }] = [await label(tenant), await team(tenant)]
  await tenant.act('tag_conversation', { conversation_id, label_id })
  await tenant.act('assign_conversation', { conversation_id, agent: tenant.user_id })
  await tenant.act('set_conversation_team', { conversation_id, team: team_id })
  await tenant.act('set_participants', { conversation_id, participants: [tenant.user_id] })
  return {
    status: 'all' as const,
    inbox_id: inbox.id,
    contact_id: contact.id,
    assignee: tenant.user_id,
    participant: tenant.user_id,
    team: team_id,
    label: label_id,
    labels: [title],
    query: 'camión',
    filter: isOpen,
    view_id: (await view(tenant)).id,
    unread_only: true,
    created_from: '2026-01-01',
    updated_to: '2099-12-31',
  }
}

/** Survey answers and SLA breaches of an agent's conversations in an inbox. */
export async function windowed(tenant: Tenant) {
  return { from: '2026-01-01', to: '2029-12-31', inbox_id: (await talk(tenant)).inbox.id }
}

export async function lately(tenant: Tenant) {
  const { inbox_id, assignee } = await filtered(tenant)
  return { inbox_id, assignee, from: '2026-01-01', to: '2099-12-31' }
}

/** A lead of somebody, who belongs to the caller. */
export async function lead(tenant: Tenant) {
  return tenant.act('crm_create_lead', {
    name: `Lead ${tenant.mark}`,
    phone: phone(tenant),
    source: 'WhatsApp',
    estimated_value: 90,
    owner_id: tenant.user_id,
    contact_id: await contact(tenant),
  })
}

export async function deal(tenant: Tenant) {
  const fields = { name: `Negocio ${tenant.mark}`, amount: 90, expected_close_date: '2030-06-30' }
  return tenant.act('crm_create_opportunity', {
    ...fields,
    owner_id: tenant.user_id,
    contact_id: await contact(tenant),
  })
}

export async function task(tenant: Tenant) {
  const { id: entity_id } = await lead(tenant)
  const about = { entity_type: 'lead', entity_id, body: `Tarea ${tenant.mark}` } as const
  return tenant.act('crm_schedule_activity', { ...about, type: 'task', due_at: '2030-01-31' })
}

/** The second stage of the pipeline there is for leads, or for opportunities. */
export async function placeFor(tenant: Tenant, kind: 'leads' | 'opportunities') {
  const { items } = await tenant.act('crm_list_pipelines', { kind })
  const pipeline = items.find(({ is_default }) => is_default)!
  return { pipeline: pipeline.id, stage: pipeline.stages[1]!.id }
}

export function board(tenant: Tenant) {
  return tenant.act('create_pipeline', { name: word(tenant), kind: 'leads', description: tenant.mark })
}

export async function leadForm(tenant: Tenant): Promise<string> {
  return (await tenant.act('create_lead_form', { name: `Formulario ${word(tenant)}` })).id
}

export function reason(tenant: Tenant) {
  return tenant.act('create_lost_reason', { name: word(tenant) })
}

export function activityType(tenant: Tenant) {
  return tenant.act('create_activity_type', { name: `Visita ${word(tenant)}` })
}

/** Actions that name others, by their ids. */
export async function ruleActions(tenant: Tenant): Promise<Action[]> {
  const { pipeline, stage } = await placeFor(tenant, 'leads')
  return [
    { type: 'create_lead', pipeline, stage, owner: tenant.user_id },
    { type: 'assign_agent', agent: tenant.user_id },
    { type: 'assign_team', team: (await team(tenant)).id },
    { type: 'add_label', label: (await label(tenant)).id },
    { type: 'send_canned_response', canned_response: (await canned(tenant)).id },
    { type: 'add_note', content: `Para {{contact.name}} ${tenant.mark}` },
  ]
}

export async function rule(tenant: Tenant): Promise<{ id: string }> {
  const actions: Action[] = [{ type: 'set_priority', priority: 'low' }]
  return tenant.act('create_automation_rule', {
    name: word(tenant),
    event: 'conversation.idle',
    minutes: 525_600,
    actions,
  })
}

export function macro(tenant: Tenant): Promise<{ id: string }> {
  const actions: Action[] = [{ type: 'set_priority', priority: 'low' }]
  return tenant.act('create_macro', { name: word(tenant), visibility: 'shared', actions })
}

/** Both modules, also after they were changed. */
export async function switchedOn(tenant: Tenant): Promise<void> {
  await tenant.act('update_account', { modules: ['real_estate', 'test_drives'] })
}

export async function property(tenant: Tenant): Promise<string> {
  await switchedOn(tenant)
  const { id } = await tenant.act('create_property', {
    code: word(tenant),
    name: `Casa ${tenant.mark}`,
    project_name: 'Cipres Tower',
    operation: 'venta',
    city: 'Bogotá',
    sector: 'Chapinero',
    property_type: 'casa',
    list_price: 450_000_000,
    bedrooms: 3,
    custom_attributes: { vista: tenant.mark },
  })
  return id
}

export async function leadItem(tenant: Tenant): Promise<{ lead_id: string; item_id: string }> {
  const { id: lead_id } = await lead(tenant)
  const { id } = await tenant.act('add_lead_item', { lead_id, name: `Lote ${tenant.mark}`, price: 5 })
  return { lead_id, item_id: id }
}

export async function dealItem(tenant: Tenant): Promise<{ opportunity_id: string; item_id: string }> {
  const { id: opportunity_id } = await deal(tenant)
  const { id } = await tenant.act('add_opportunity_item', { opportunity_id, name: `Lote ${tenant.mark}`, price: 5 })
  return { opportunity_id, item_id: id }
}

export async function vehicle(tenant: Tenant): Promise<{ id: string }> {
  await switchedOn(tenant)
  return tenant.act('create_test_drive_vehicle', { code: word(tenant), name: `Camioneta ${tenant.mark}` })
}

export async function slot(tenant: Tenant): Promise<{ id: string; vehicle: { id: string } }> {
  const { id } = await vehicle(tenant)
  const { items } = await tenant.act('create_test_drive_slots', { vehicle_id: id, slots: [anHour()] })
  return items[0]!
}

export async function drive(tenant: Tenant): Promise<{ id: string; vehicle: { id: string }; contact: { id: string } }> {
  const { id: slot_id } = await slot(tenant)
  const agent = tenant.user_id
  return tenant.act('book_test_drive', { slot_id, contact_id: await contact(tenant), agent, remind_minutes: null })
}

export function anHour(): { starts_at: string; ends_at: string } {
  const starts = Date.now() + 86_400_000
  return { starts_at: new Date(starts).toISOString(), ends_at: new Date(starts + 3_600_000).toISOString() }
}

export function word(tenant: Tenant): string {
  return `${tenant.mark}-${tenant.next()}`
}

export function email(tenant: Tenant): string {
  return `${word(tenant)}@example.com`
}

export function phone(tenant: Tenant): string {
  return `+57300${String(tenant.next()).padStart(7, '0')}`
}

/** The message and audience of a campaign: the one contact with its label. */
export async function campaign(tenant: Tenant) {
  const { id: label_id } = await label(tenant)
  await tenant.act('tag_contact', { contact_id: await contact(tenant), label_id })
  return {
    name: `Campaña ${tenant.mark}`,
    inbox: (await channel(tenant)).id,
    content: `Hola {{contact.first_name}}, hay ofertas. ${tenant.mark}`,
    audience: { labels: [label_id], filter: isFromFair },
    per_minute: 6000,
  }
}

export async function campaignId(tenant: Tenant): Promise<string> {
  const made = { ...(await campaign(tenant)), scheduled_at: '2099-01-31T14:00:00Z' }
  return (await tenant.act('create_campaign', made)).id
}

export const page = { file_name: 'guía.md', file_type: 'file', content_type: 'text/plain' } as const

export async function collection(tenant: Tenant): Promise<string> {
  return (await tenant.act('create_knowledge_collection', { name: `Manual ${word(tenant)}` })).id
}

export async function knowledgeDocument(tenant: Tenant): Promise<string> {
  const text = `La garantía cubre doce meses. ${tenant.mark}`
  const made = { name: `Garantía ${tenant.mark}`, collection: await collection(tenant), text }
  return (await tenant.act('add_knowledge_document', made)).id
}

export const MOST_WEBHOOKS = 10

/** An endpoint that is switched off, so that nothing is sent there but what is asked for. Older ones make room. */
export async function endpoint(tenant: Tenant) {
  const { items } = await tenant.act('list_webhooks', { limit: 100 })
  for (const { id } of items.slice(MOST_WEBHOOKS)) await tenant.act('delete_webhook', { webhook_id: id })
  const url = `https://hooks.example.com/${word(tenant)}`
  return { url, description: `Destino ${tenant.mark}`, enabled: false }
}

export async function webhook(tenant: Tenant): Promise<string> {
  return (await tenant.act('create_webhook', { ...(await endpoint(tenant)), events: ['contact.*'] })).id
}

/** Something an endpoint was sent. */
export async function deliveryOf(tenant: Tenant): Promise<{ webhook_id: string; delivery_id: string }> {
  const webhook_id = await webhook(tenant)
  return { webhook_id, delivery_id: (await tenant.act('test_webhook', { webhook_id })).id }
}

export const assistantRequest = {
  client_id: 'hilc_unknown',
  redirect_uri: 'https://assistant.example/callback',
  response_type: 'code',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
}

export function schedule(tenant: Tenant): Promise<Output<'create_report_schedule'>> {
  return tenant.act('create_report_schedule', { report: 'overview', every: 'day', hour: 8, period: 'yesterday' })
}
