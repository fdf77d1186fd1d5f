import { deal, inbox, label, lead, schedule, team, windowed } from './records.ts'
import type { Samples } from './tenant.ts'

export const reports = {
  analyze_lead_response_times: async (tenant) => {
    const { pipeline, owner, source } = await lead(tenant)
    return {
      period: 'last_30_days',
      custom_days_back: 45,
      date_from: '2020-01-01',
      date_to: '2099-12-31',
      pipeline_name: pipeline.id,
      owner_name: owner!.id,
      source: source!,
      limit: 5,
    }
  },
  create_report_schedule: async (tenant) => ({
    report: 'agents',
    every: 'month',
    month_day: 31,
    hour: 8,
    period: 'last_month',
    filters: { inbox_id: (await inbox(tenant)).id, agent: tenant.user_id },
    recipients: [tenant.user_id],
  }),
  delete_report_schedule: async (tenant) => ({ report_schedule_id: (await schedule(tenant)).id }),
  export_report: async (tenant) => ({
    ...(await windowed(tenant)),
    report: 'agents',
    table: 'conversations',
    agent: tenant.user_id,
  }),
  get_agent_response_times: async (tenant) => windowed(tenant),
  get_agents_report: async (tenant) => ({ ...(await windowed(tenant)), agent: tenant.user_id }),
  get_conversations_report: async (tenant) => windowed(tenant),
  get_conversation_metrics: async (tenant) => ({
    ...(await windowed(tenant)),
    by: 'day' as const,
    agent_id: tenant.user_id,
    team_id: (await team(tenant)).id,
    label_id: (await label(tenant)).id,
  }),
  get_crm_agent_performance: async (tenant) => ({
    pipeline_name: (await deal(tenant)).pipeline.id,
    period: 'this_year',
    limit: 5,
  }),
  get_crm_conversion_report: async (tenant) => ({
    pipeline_name: (await deal(tenant)).pipeline.id,
    custom_days_back: 45,
    compare_with_previous: true,
  }),
  get_crm_funnel: async (tenant) => ({
    pipeline_name: (await deal(tenant)).pipeline.id,
    date_from: '2020-01-01',
    date_to: '2099-01-01',
  }),
  get_crm_lost_reasons_breakdown: async (tenant) => ({
    pipeline_name: (await deal(tenant)).pipeline.id,
    period: 'all',
  }),
  get_crm_report: async (tenant) => ({ from: '2020-01-01', to: '2029-01-01', inbox_id: (await inbox(tenant)).id }),
  get_overview_report: async (tenant) => windowed(tenant),
  get_satisfaction_report: async (tenant) => ({ ...(await windowed(tenant)), agent: tenant.user_id }),
  get_sla_breaches_report: async (tenant) => windowed(tenant),
  list_assignments: async (tenant) => ({
    ...(await windowed(tenant)),
    agent: tenant.user_id,
    resolved_only: true,
    include_total: true,
    limit: 5,
  }),
  list_report_schedules: async (tenant) => {
    await schedule(tenant)
    return {}
  },
  send_report_schedule: async (tenant) => ({ report_schedule_id: (await schedule(tenant)).id }),
  update_report_schedule: async (tenant) => ({
    report_schedule_id: (await schedule(tenant)).id,
    every: 'week',
    weekday: 7,
    hour: 23,
    period: 'last_week',
    filters: { inbox_id: (await inbox(tenant)).id },
    recipients: [tenant.user_id],
    active: false,
  }),
} satisfies Samples
