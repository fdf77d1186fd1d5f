import type { Filter } from '#contract/filters.ts'
import {
  activityType,
  board,
  contact,
  deal,
  email,
  lead,
  leadForm,
  phone,
  placeFor,
  reason,
  task,
  view,
  word,
} from './records.ts'
import type { Samples, Tenant } from './tenant.ts'

export const crm = {
  create_activity_type: (tenant) => ({ name: `Tipo ${word(tenant)}`, icon: 'key', duration_minutes: 45 }),
  update_activity_type: async (tenant) => ({
    activity_type_id: (await activityType(tenant)).id,
    name: `Otro tipo ${word(tenant)}`,
    icon: 'star',
    duration_minutes: null,
    archived: true,
  }),
  delete_activity_type: async (tenant) => ({ activity_type_id: (await activityType(tenant)).id }),
  reorder_activity_types: async (tenant) => ({
    ids: [(await activityType(tenant)).id, (await activityType(tenant)).id],
  }),
  list_activity_types: async (tenant) => {
    await activityType(tenant)
    return {}
  },
  create_lost_reason: (tenant) => ({ name: `Motivo ${word(tenant)}` }),
  create_pipeline: (tenant) => ({
    name: `Tablero ${word(tenant)}`,
    kind: 'mixed',
    description: 'Para pruebas',
    default_currency: 'USD',
    is_default: true,
  }),
  crm_add_note: async (tenant) => ({
    entity_type: 'lead',
    entity_id: (await lead(tenant)).id,
    body: `Pidió planos ${tenant.mark}`,
  }),
  crm_complete_activity: async (tenant) => ({ activity_id: (await task(tenant)).id }),
  crm_convert_lead: async (tenant) => ({
    lead_id: (await tenant.act('crm_create_lead', { name: `Lead ${tenant.mark}` })).id,
    ...(await placeFor(tenant, 'opportunities')),
    name: `Negocio ${tenant.mark}`,
    amount: 450_000_000,
    currency: 'COP',
    expected_close_date: '2030-06-30',
    owner: tenant.user_id,
    owner_id: tenant.user_id,
    confirmed_contact_id: await contact(tenant),
  }),
  crm_create_lead: async (tenant) => ({
    ...(await placeFor(tenant, 'leads')),
    name: `Lead ${tenant.mark}`,
    company_name: 'Café Ñandú',
    email: email(tenant),
    phone: phone(tenant),
    source: 'referido',
    utm_source: 'referral',
    utm_medium: 'referral',
    utm_campaign: 'feria',
    attribution_detail: 'Carolina Ríos',
    estimated_value: 450_000_000,
    currency: 'COP',
    owner: tenant.user_id,
    owner_id: tenant.user_id,
    contact_id: await contact(tenant),
    custom_attributes: { presupuesto: 450, vip: true },
  }),
  crm_create_opportunity: async (tenant) => ({
    ...(await placeFor(tenant, 'opportunities')),
    name: `Negocio ${tenant.mark}`,
    description: 'Dos alcobas',
    amount: 450_000_000,
    currency: 'COP',
    expected_close_date: '2030-06-30',
    owner: tenant.user_id,
    owner_id: tenant.user_id,
    contact_id: await contact(tenant),
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: 'feria',
    attribution_detail: 'Aviso',
    custom_attributes: { torre: 2 },
  }),
  crm_get_lead: async (tenant) => ({ lead_id: (await lead(tenant)).id, activity_limit: 5 }),
  crm_get_opportunity: async (tenant) => ({ opportunity_id: (await deal(tenant)).id, activity_limit: 5 }),
  crm_list_activities: async (tenant) => {
    const { entity_id } = await task(tenant)
    const { contact } = await tenant.act('crm_get_lead', { lead_id: entity_id })
    return {
      entity_type: 'lead',
      entity_id,
      contact_id: contact!.id,
      type: 'task',
      owner: tenant.user_id,
      pending_only: true,
      due_from: '2026-01-01',
      due_to: '2099-12-31',
      limit: 5,
    }
  },
  crm_list_leads: async (tenant) => ({ ...(await leadFilters(tenant)), sort: 'position', limit: 5 }),
  crm_list_opportunities: async (tenant) => ({ ...(await dealFilters(tenant)), sort: 'newest', limit: 5 }),
  crm_list_pipelines: () => ({ kind: 'leads' }),
  crm_mark_lead_lost: async (tenant) => ({ lead_id: (await lead(tenant)).id, reason: `Muy caro ${tenant.mark}` }),
  crm_mark_opportunity_outcome: async (tenant) => ({
    opportunity_id: (await deal(tenant)).id,
    outcome: 'lost',
    lost_reason: 'Otro',
  }),
  crm_move_lead_stage: async (tenant) => {
    const [{ id }, above, below] = [await lead(tenant), await lead(tenant), await lead(tenant)]
    const stage = (await placeFor(tenant, 'leads')).stage
    for (const each of [above, below]) await tenant.act('crm_move_lead_stage', { lead_id: each.id, stage })
    return { lead_id: id, stage, before_id: above.id, after_id: below.id }
  },
  crm_move_opportunity_stage: async (tenant) => {
    const [{ id }, above, below] = [await deal(tenant), await deal(tenant), await deal(tenant)]
    const stage = (await placeFor(tenant, 'opportunities')).stage
    for (const each of [above, below])
      await tenant.act('crm_move_opportunity_stage', { opportunity_id: each.id, stage })
    return { opportunity_id: id, stage, lost_reason: 'Otro', before_id: above.id, after_id: below.id }
  },
  crm_reopen_lead: async (tenant) => {
    const { id: lead_id } = await lead(tenant)
    await tenant.act('crm_mark_lead_lost', { lead_id })
    return { lead_id }
  },
  crm_schedule_activity: async (tenant) => {
    const { id: entity_id, contact } = await lead(tenant)
    return {
      entity_type: 'lead',
      entity_id,
      contact_id: contact!.id,
      type: 'call',
      duration_minutes: 45,
      due_at: '2030-01-31T14:00:00Z',
      body: `Llamar ${tenant.mark}`,
      assigned_to: tenant.user_id,
    }
  },
  crm_update_lead: async (tenant) => ({
    lead_id: (await lead(tenant)).id,
    name: `Otro lead ${tenant.mark}`,
    company_name: '',
    utm_campaign: 'otra',
    estimated_value: 12.5,
    owner: tenant.user_id,
    owner_id: tenant.user_id,
    contact_id: await contact(tenant),
    status: 'qualified',
    custom_attributes: { presupuesto: null, plan: 'oro' },
  }),
  crm_update_opportunity: async (tenant) => ({
    opportunity_id: (await deal(tenant)).id,
    name: `Otro negocio ${tenant.mark}`,
    description: '',
    amount: 12.5,
    expected_close_date: '2031-01-31',
    status: 'lost',
    lost_reason: 'Otro',
    owner: tenant.user_id,
    owner_id: tenant.user_id,
    contact_id: await contact(tenant),
    utm_medium: 'social',
    custom_attributes: { plan: 'oro' },
  }),
  delete_from_bin: async (tenant) => {
    const { id: lead_id } = await lead(tenant)
    await tenant.act('delete_lead', { lead_id })
    return { entity_type: 'lead', entity_id: lead_id }
  },
  delete_lead: async (tenant) => ({ lead_id: (await lead(tenant)).id }),
  delete_opportunity: async (tenant) => ({ opportunity_id: (await deal(tenant)).id }),
  delete_lost_reason: async (tenant) => ({ lost_reason_id: (await reason(tenant)).id }),
  delete_pipeline: async (tenant) => ({ pipeline_id: (await board(tenant)).id }),
  delete_stage: async (tenant) => ({ stage_id: (await board(tenant)).stages[1]!.id }),
  get_sales_totals: async (tenant) => ({ resource: 'leads', view_id: (await view(tenant, 'leads')).id }),
  export_leads: async (tenant) => ({ ...(await leadFilters(tenant)), language: 'es' }),
  export_opportunities: async (tenant) => ({ ...(await dealFilters(tenant)), language: 'en' }),
  get_board_totals: async (tenant) => ({
    pipeline_id: (await lead(tenant)).pipeline.id,
    resource: 'leads',
    view_id: (await view(tenant, 'leads')).id,
  }),
  get_pipeline: async (tenant) => ({ pipeline_id: (await board(tenant)).id }),
  list_crm_lost_reasons: async (tenant) => {
    await reason(tenant)
    return {}
  },
  list_bin: async (tenant) => {
    await tenant.act('delete_lead', { lead_id: (await lead(tenant)).id })
    return { entity_type: 'lead', limit: 5 }
  },
  merge_leads: async (tenant) => ({ lead_id: (await lead(tenant)).id, other_lead_id: (await lead(tenant)).id }),
  merge_opportunities: async (tenant) => ({
    opportunity_id: (await deal(tenant)).id,
    other_opportunity_id: (await deal(tenant)).id,
  }),
  restore_lead: async (tenant) => {
    const { id: lead_id } = await lead(tenant)
    await tenant.act('delete_lead', { lead_id })
    return { lead_id }
  },
  restore_opportunity: async (tenant) => {
    const { id: opportunity_id } = await deal(tenant)
    await tenant.act('delete_opportunity', { opportunity_id })
    return { opportunity_id }
  },
  update_activity: async (tenant) => ({
    activity_id: (await task(tenant)).id,
    body: `Otra tarea ${tenant.mark}`,
    duration_minutes: 45,
    due_at: '2031-01-31',
    assigned_to: tenant.user_id,
  }),
  update_leads: async (tenant) => ({
    lead_ids: [(await lead(tenant)).id, (await lead(tenant)).id],
    owner: tenant.user_id,
    owner_id: tenant.user_id,
    ...(await placeFor(tenant, 'leads')),
    custom_attributes: { presupuesto: null, plan: `oro ${tenant.mark}` },
  }),
  update_opportunities: async (tenant) => ({
    opportunity_ids: [(await deal(tenant)).id, (await deal(tenant)).id],
    owner: tenant.user_id,
    owner_id: tenant.user_id,
    ...(await placeFor(tenant, 'opportunities')),
    expected_close_date: '2031-01-31',
    custom_attributes: { plan: `oro ${tenant.mark}` },
  }),
  update_lost_reason: async (tenant) => ({ lost_reason_id: (await reason(tenant)).id, name: `Otro ${word(tenant)}` }),
  update_pipeline: async (tenant) => ({
    pipeline_id: (await board(tenant)).id,
    name: `Renombrado ${word(tenant)}`,
    description: null,
    default_currency: 'USD',
    is_default: false,
  }),
  update_pipeline_stages: async (tenant) => {
    const { id, stages } = await board(tenant)
    const open = stages.filter(({ type }) => type === 'open').map((stage) => stage.id)
    return { pipeline: id, ordered_stages: [...open.toReversed(), `Visita ${tenant.mark}`] }
  },
  update_stage: async (tenant) => ({
    stage_id: (await board(tenant)).stages[0]!.id,
    name: `Etapa ${tenant.mark}`,
    probability: 15,
    color: '#0f766e',
    rotting_days: 7,
    required_fields: ['phone', 'custom_attributes.plan'],
  }),

  // capture and calendar
  create_lead_form: async (tenant) => ({
    ...(await placeFor(tenant, 'leads')),
    name: `Formulario ${word(tenant)}`,
    owner: tenant.user_id,
    allowed_domains: ['*.example.com'],
    fields: [
      { key: 'name', required: true },
      { key: 'email', label: `Tu correo ${tenant.mark}` },
      { key: 'zona', label: 'Zona', type: 'choice', required: false, choices: ['Norte', 'Sur'] },
    ],
    thanks_message: `Gracias ${tenant.mark}`,
    redirect_url: 'https://example.com/gracias',
    active: true,
  }),
  delete_lead_form: async (tenant) => ({ lead_form_id: await leadForm(tenant) }),
  get_calendar_feed: () => ({}),
  get_contact_timeline: async (tenant) => {
    const { contact } = await lead(tenant)
    return { contact_id: contact!.id, kinds: ['lead', 'activity', 'contact'], limit: 5 }
  },
  get_lead_form: async (tenant) => ({ lead_form_id: await leadForm(tenant) }),
  get_lead_import: async ({ act, mark }) => ({
    import_id: (await act('import_leads', { csv: `name\nCsv ${mark}\n`, dry_run: true })).id,
  }),
  get_opportunity_import: async ({ act, mark }) => ({
    import_id: (await act('import_opportunities', { csv: `name\nCsv ${mark}\n`, dry_run: true })).id,
  }),
  import_leads: (tenant) => ({ csv: `name,email\nImportado ${tenant.mark},${email(tenant)}\n`, dry_run: false }),
  import_opportunities: (tenant) => ({
    csv: `name,contact_email,expected_close_date\nImportado ${tenant.mark},${email(tenant)},2030-06-30\n`,
    dry_run: false,
  }),
  count_due_activities: async (tenant) => {
    await task(tenant)
    return {}
  },
  list_agenda: async (tenant) => {
    await task(tenant)
    return {}
  },
  list_next_activities: async (tenant) => {
    const { entity_id } = await task(tenant)
    return { entity_type: 'lead', entity_ids: [entity_id] }
  },
  list_lead_forms: async (tenant) => {
    await leadForm(tenant)
    return { limit: 5 }
  },
  reopen_activity: async (tenant) => {
    const { id: activity_id } = await task(tenant)
    await tenant.act('crm_complete_activity', { activity_id })
    return { activity_id }
  },
  reset_calendar_feed: () => ({}),
  submit_lead_form: async (tenant) => ({
    lead_form_id: await leadForm(tenant),
    answers: { name: `Inés ${tenant.mark}`, email: email(tenant), message: `¿Precio? ${tenant.mark}` },
    utm_source: 'instagram',
    utm_medium: 'social',
    utm_campaign: tenant.mark,
    gclid: 'abc',
    fbclid: 'def',
    ctwa_clid: 'ghi',
    ad_name: 'Torre',
    referer: 'https://example.com/',
    landing_page: 'https://example.com/torre',
  }),
  update_lead_form: async (tenant) => ({
    lead_form_id: await leadForm(tenant),
    name: `Otro formulario ${word(tenant)}`,
    ...(await placeFor(tenant, 'leads')),
    owner: tenant.user_id,
    allowed_domains: [],
    fields: [{ key: 'phone', required: true }],
    thanks_message: null,
    redirect_url: null,
    active: false,
  }),
} satisfies Samples

async function leadFilters(tenant: Tenant) {
  const { pipeline, stage, contact, owner } = await lead(tenant)
  const of = { pipeline: pipeline.name, pipeline_id: pipeline.id, stage: stage.name, stage_id: stage.id }
  const owned = { owner: owner!.id, owner_id: owner!.id, contact_id: contact!.id }
  const filter: Filter = { any: [{ all: [{ field: 'stage_type', operator: 'equal_to', values: ['open'] }] }] }
  const view_id = (await view(tenant, 'leads')).id
  return { ...of, ...owned, status: 'new', source: 'what', created_from: '2026-01-01', filter, view_id } as const
}

async function dealFilters(tenant: Tenant) {
  const { pipeline, stage, contact, owner } = await deal(tenant)
  const of = { pipeline: pipeline.name, pipeline_id: pipeline.id, stage: stage.name, stage_id: stage.id }
  const owned = { owner: owner!.id, owner_id: owner!.id, contact_id: contact!.id }
  const filter: Filter = { any: [{ all: [{ field: 'amount', operator: 'is_greater_than', values: [1] }] }] }
  const when = { expected_close_from: '2026-01-01', expected_close_to: '2099-12-31', created_to: '2099-12-31' }
  const view_id = (await view(tenant, 'opportunities')).id
  return { ...of, ...owned, ...when, status: 'open', amount_min: 1, amount_max: 1e12, filter, view_id } as const
}
