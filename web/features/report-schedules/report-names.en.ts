import type { periodsEs, reportNamesEs } from './report-names.es.ts'

export const reportNamesEn: typeof reportNamesEs = {
  overview: 'Overview',
  conversations: 'Conversations',
  agents: 'People',
  'agent-response-times': 'Response times',
  'sla-breaches': 'SLA breaches',
  satisfaction: 'Satisfaction',
  crm: 'Sales',
  funnel: 'Funnel',
  conversion: 'Won and lost',
  'agent-performance': 'Performance',
  'lost-reasons': 'Lost reasons',
  'lead-response-times': 'Lead response',
}

export const periodsEn: typeof periodsEs = {
  today: 'Today',
  yesterday: 'Yesterday',
  this_week: 'This week',
  last_week: 'Last week',
  this_month: 'This month',
  last_month: 'Last month',
  this_quarter: 'This quarter',
  last_quarter: 'Last quarter',
  last_7_days: 'Last 7 days',
  last_14_days: 'Last 14 days',
  last_30_days: 'Last 30 days',
  last_60_days: 'Last 60 days',
  last_90_days: 'Last 90 days',
  last_180_days: 'Last 180 days',
  last_365_days: 'Last 365 days',
  this_year: 'This year',
  all: 'All time',
}
