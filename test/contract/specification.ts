/**
 * The 69 tools that assistants rely on: their names, parameters, required ones and choices. Written by hand,
 * independently of the product, so that the product can be checked against it.
 */
export type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'string[]' | readonly string[]
export type Parameter = Kind | { required: Kind }
export type Parameters = Record<string, Parameter>

const required = (kind: Kind) => ({ required: kind })
const R = required('string')

/** Fields shared by several tools. */
function texts(...names: string[]): Parameters {
  return Object.fromEntries(names.map((name) => [name, 'string']))
}

const paged: Parameters = { limit: 'integer', cursor: 'string' }

const period: Parameters = {
  period: [
    'today',
    'yesterday',
    'this_week',
    'last_week',
    'this_month',
    'last_month',
    'this_quarter',
    'last_quarter',
    'last_7_days',
    'last_14_days',
    'last_30_days',
    'last_60_days',
    'last_90_days',
    'last_180_days',
    'last_365_days',
    'this_year',
    'all',
  ],
  custom_days_back: 'integer',
  ...texts('date_from', 'date_to'),
}

const span: Parameters = { days: 'integer', ...texts('from', 'to', 'inbox_id') }

const priority = ['urgent', 'high', 'medium', 'low', 'none']
const board = ['leads', 'opportunities', 'mixed']
const lead_status = ['new', 'qualified', 'unqualified', 'converted']
const opportunity_status = ['open', 'won', 'lost']
const entity = ['lead', 'opportunity']
const contact_fields = texts('phone_number', 'email', 'city', 'country', 'company_name', 'job_title', 'bio')
const label = texts('label_id', 'label_title')
const utm = texts('utm_source', 'utm_medium', 'utm_campaign', 'attribution_detail')
const lead_fields = {
  ...texts('company_name', 'email', 'phone', 'source', 'currency', 'owner', 'owner_id', 'contact_id'),
  ...utm,
  estimated_value: 'number',
} as const

export const specification: Record<string, Record<string, Parameters>> = {
  contacts: {
    search_contacts: {
      query: 'string',
      attributes: 'object',
      labels: 'string[]',
      has_open_conversation: 'boolean',
      period: ['today', 'week', 'month', 'all_time', 'custom'],
      ...texts('date_from', 'date_to'),
      ...paged,
    },
    get_contact: { contact_id: R, recent_messages: 'integer' },
    create_contact: { name: R, ...contact_fields },
    update_contact: { contact_id: R, name: 'string', ...contact_fields },
    list_labels: {},
    create_label: { title: R, ...texts('description', 'color') },
    tag_contact: { contact_id: R, ...label },
    untag_contact: { contact_id: R, ...label },
  },

  conversations: {
    list_conversations: {
      query: 'string',
      status: ['open', 'resolved', 'pending', 'snoozed', 'all'],
      ...texts('inbox', 'inbox_id', 'assignee', 'team', 'label'),
      unassigned_only: 'boolean',
      priority,
      unread_only: 'boolean',
      ...texts('created_from', 'created_to', 'updated_from', 'updated_to'),
      ...paged,
    },
    get_conversation_messages: { conversation_id: R, ...paged },
    assign_conversation: { conversation_id: R, agent: R },
    unassign_conversation: { conversation_id: R },
    resolve_conversation: { conversation_id: R },
    reopen_conversation: { conversation_id: R },
    set_conversation_priority: { conversation_id: R, priority: required(priority) },
    snooze_conversation: { conversation_id: R, until: R },
    tag_conversation: { conversation_id: R, ...label },
    untag_conversation: { conversation_id: R, ...label },
    get_conversation_detail: { conversation_id: R, message_limit: 'integer' },
    list_inboxes: {},
    list_agents: {},
    list_teams: {},
  },

  'pipelines and leads': {
    crm_list_pipelines: { kind: board },
    crm_list_leads: {
      query: 'string',
      ...texts('pipeline', 'stage', 'pipeline_id', 'stage_id', 'owner', 'owner_id', 'contact_id', 'source'),
      status: lead_status,
      unassigned_only: 'boolean',
      ...texts('created_from', 'created_to'),
      ...paged,
    },
    crm_get_lead: { lead_id: R, activity_limit: 'integer' },
    crm_create_lead: { ...texts('pipeline', 'stage'), name: R, ...lead_fields },
    crm_update_lead: { lead_id: R, name: 'string', ...lead_fields, status: lead_status },
    crm_move_lead_stage: { lead_id: R, stage: R },
    crm_mark_lead_lost: { lead_id: R, reason: 'string' },
    crm_reopen_lead: { lead_id: R },
    crm_convert_lead: {
      lead_id: R,
      ...texts('pipeline', 'stage', 'name', 'currency', 'expected_close_date', 'owner', 'owner_id'),
      amount: 'number',
      confirmed_contact_id: 'string',
    },
    create_pipeline: {
      name: R,
      kind: required(board),
      ...texts('description', 'default_currency'),
      is_default: 'boolean',
    },
    update_pipeline_stages: { pipeline: R, ordered_stages: required('string[]') },
  },

  'opportunities and activities': {
    crm_list_opportunities: {
      query: 'string',
      ...texts('pipeline', 'stage', 'pipeline_id', 'stage_id', 'owner', 'owner_id', 'contact_id'),
      status: opportunity_status,
      unassigned_only: 'boolean',
      amount_min: 'number',
      amount_max: 'number',
      ...texts('expected_close_from', 'expected_close_to', 'created_from', 'created_to'),
      ...paged,
    },
    crm_get_opportunity: { opportunity_id: R, activity_limit: 'integer' },
    crm_create_opportunity: {
      ...texts('pipeline', 'stage', 'description', 'currency', 'expected_close_date', 'owner', 'owner_id'),
      name: R,
      amount: 'number',
      contact_id: R,
      ...utm,
    },
    crm_update_opportunity: {
      opportunity_id: R,
      ...texts('name', 'description', 'currency', 'expected_close_date', 'lost_reason', 'owner', 'owner_id'),
      amount: 'number',
      probability: 'integer',
      status: opportunity_status,
      contact_id: 'string',
      ...utm,
    },
    crm_move_opportunity_stage: { opportunity_id: R, stage: R, lost_reason: 'string' },
    crm_mark_opportunity_outcome: { opportunity_id: R, outcome: required(['won', 'lost']), lost_reason: 'string' },
    crm_list_activities: {
      entity_type: entity,
      entity_id: 'string',
      type: ['note', 'call', 'meeting', 'task', 'email', 'stage_change', 'field_change'],
      owner: 'string',
      pending_only: 'boolean',
      ...texts('due_from', 'due_to'),
      ...paged,
    },
    crm_add_note: { entity_type: required(entity), entity_id: R, body: R },
    crm_schedule_activity: {
      entity_type: required(entity),
      entity_id: R,
      type: required(['call', 'meeting', 'task']),
      due_at: R,
      ...texts('body', 'assigned_to'),
    },
    crm_complete_activity: { activity_id: R },
    list_crm_lost_reasons: {},
  },

  properties: {
    list_crm_properties: {
      ...texts('name_search', 'city', 'sector', 'operation', 'property_type', 'availability'),
      min_price: 'number',
      max_price: 'number',
      min_bedrooms: 'integer',
      max_bedrooms: 'integer',
      only_active: 'boolean',
      only_published: 'boolean',
      ...paged,
    },
    get_crm_property_detail: { property_id: R },
  },

  reports: {
    get_crm_funnel: { pipeline_name: 'string', ...period },
    get_crm_conversion_report: { pipeline_name: 'string', ...period, compare_with_previous: 'boolean' },
    get_crm_agent_performance: { pipeline_name: 'string', ...period, limit: 'integer' },
    get_crm_lost_reasons_breakdown: { pipeline_name: 'string', ...period },
    analyze_lead_response_times: { ...period, ...texts('pipeline_name', 'owner_name', 'source'), limit: 'integer' },
    get_overview_report: span,
    get_conversations_report: span,
    get_crm_report: span,
    get_agents_report: { ...span, agent: 'string' },
  },

  'workspace setup': {
    create_team: { name: R, description: 'string', allow_auto_assign: 'boolean', members: 'string[]' },
    add_team_member: { team: R, agent: R },
    remove_team_member: { team: R, agent: R },
    create_canned_response: { short_code: R, content: R, inbox: R },
    edit_canned_response: { short_code: R, ...texts('new_short_code', 'new_content') },
    list_canned_responses: { inbox: 'string' },
    create_custom_attribute: {
      display_name: R,
      key: R,
      model: required(['contact_attribute', 'conversation_attribute']),
      type: ['text', 'number', 'currency', 'percent', 'link', 'date', 'list', 'checkbox'],
      description: 'string',
      values: 'string[]',
    },
    list_custom_attributes: {},
    update_inbox_settings: { inbox: R, name: 'string', auto_assign: 'boolean', ai_agent_enabled: 'boolean' },
  },

  'AI configuration': {
    get_ai_config: { inbox: R },
    update_ai_config: { inbox: R, config: required('object') },
  },

  'knowledge base': {
    create_knowledge_collection: { name: R, description: 'string' },
    add_knowledge_document: { name: R, ...texts('collection', 'text', 'url') },
    search_knowledge: { query: R, top_k: 'integer' },
  },
}

/** The permissions of each tool: named permissions besides the scope. */
export const permissions: Record<string, string> = {
  'contacts:read': 'search_contacts get_contact list_labels',
  'contacts:write': 'create_contact update_contact tag_contact untag_contact',
  'contacts:write labels:manage': 'create_label',
  'conversations:read':
    'list_conversations get_conversation_messages get_conversation_detail list_inboxes list_agents list_teams',
  'conversations:write':
    'unassign_conversation resolve_conversation reopen_conversation set_conversation_priority snooze_conversation ' +
    'tag_conversation untag_conversation',
  'conversations:write conversations:assign': 'assign_conversation',
  'crm:read':
    'crm_list_pipelines crm_list_leads crm_get_lead crm_list_opportunities crm_get_opportunity crm_list_activities ' +
    'list_crm_lost_reasons list_crm_properties get_crm_property_detail',
  'crm:write':
    'crm_create_lead crm_update_lead crm_move_lead_stage crm_mark_lead_lost crm_reopen_lead crm_convert_lead ' +
    'crm_create_opportunity crm_update_opportunity crm_move_opportunity_stage crm_mark_opportunity_outcome ' +
    'crm_add_note crm_schedule_activity crm_complete_activity',
  'crm:write workspace:setup': 'create_pipeline update_pipeline_stages',
  'reports:read':
    'get_crm_funnel get_crm_conversion_report get_crm_agent_performance get_crm_lost_reasons_breakdown ' +
    'analyze_lead_response_times get_overview_report get_conversations_report get_crm_report get_agents_report',
  'workspace:read': 'list_canned_responses list_custom_attributes get_ai_config',
  'workspace:write':
    'create_team add_team_member remove_team_member create_canned_response edit_canned_response ' +
    'create_custom_attribute update_inbox_settings update_ai_config',
  'knowledge:read': 'search_knowledge',
  'knowledge:write': 'create_knowledge_collection add_knowledge_document',
}

/** Actions deliberately not available as tools. */
export const never_tools =
  /message_send|send_message|campaign|api_key|webhook|invit|classic_token|audit|merge|import|export/
