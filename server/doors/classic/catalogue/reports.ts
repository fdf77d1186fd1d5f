import { ACCOUNT, type ClassicOperation, group } from './operation.ts'

const V2 = '/api/v2/accounts/:account_id'
const REPORTS = 'Use GET /api/v1/reports/conversations and /api/v1/reports/agents, with an API key.'

/** Figures, under the second version of the API. */
export const reports: readonly ClassicOperation[] = [
  ...group('Reports', V2, {
    'GET /reports': ['get_conversation_metrics'],
    'GET /reports/summary': ['get_conversation_metrics'],
    'GET /reports/conversations': ['count_conversations', 'list_agents'],
    'GET /reports/agents': REPORTS,
    'GET /reports/inboxes': REPORTS,
    'GET /reports/labels': REPORTS,
    'GET /reports/teams': REPORTS,
    'GET /reports/conversation_traffic': REPORTS,
    'GET /reports/bot_summary': REPORTS,
    'GET /reports/bot_metrics': REPORTS,
    'GET /reports/inbox_label_matrix': REPORTS,
    'GET /reports/first_response_time_distribution': REPORTS,
    'GET /reports/outgoing_messages_count': REPORTS,
    'GET /summary_reports/agent': ['get_conversation_metrics', 'list_agents'],
    'GET /summary_reports/inbox': ['get_conversation_metrics', 'list_inboxes'],
    'GET /summary_reports/team': ['get_conversation_metrics', 'list_teams'],
    'GET /summary_reports/label': ['get_conversation_metrics', 'list_labels'],
    'GET /summary_reports/channel': REPORTS,
    'GET /live_reports/conversation_metrics': ['count_conversations'],
    'GET /live_reports/grouped_conversation_metrics': REPORTS,
  }),
  ...group('Reports', ACCOUNT, { 'GET /reporting_events': REPORTS }),
]
