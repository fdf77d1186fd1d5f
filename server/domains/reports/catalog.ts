import type { ReportName } from '#contract/records/report-schedule.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { analyze_lead_response_times } from './operations/analyze_lead_response_times.ts'
import { get_agent_response_times } from './operations/get_agent_response_times.ts'
import { get_agents_report } from './operations/get_agents_report.ts'
import { get_conversations_report } from './operations/get_conversations_report.ts'
import { get_crm_agent_performance } from './operations/get_crm_agent_performance.ts'
import { get_crm_conversion_report } from './operations/get_crm_conversion_report.ts'
import { get_crm_funnel } from './operations/get_crm_funnel.ts'
import { get_crm_lost_reasons_breakdown } from './operations/get_crm_lost_reasons_breakdown.ts'
import { get_crm_report } from './operations/get_crm_report.ts'
import { get_overview_report } from './operations/get_overview_report.ts'
import { get_satisfaction_report } from './operations/get_satisfaction_report.ts'
import { get_sla_breaches_report } from './operations/get_sla_breaches_report.ts'

/** Each report with its main table. */
export const reports: Record<ReportName, readonly [AnyOperation, string]> = {
  overview: [get_overview_report, 'daily'],
  conversations: [get_conversations_report, 'heatmap'],
  crm: [get_crm_report, 'attribution'],
  agents: [get_agents_report, 'agents'],
  funnel: [get_crm_funnel, 'stages'],
  conversion: [get_crm_conversion_report, 'summary'],
  agent_performance: [get_crm_agent_performance, 'agents'],
  lost_reasons: [get_crm_lost_reasons_breakdown, 'reasons'],
  lead_response_times: [analyze_lead_response_times, 'leads'],
  agent_response_times: [get_agent_response_times, 'agents'],
  sla_breaches: [get_sla_breaches_report, 'daily'],
  satisfaction: [get_satisfaction_report, 'by_agent'],
}
