import { ACCOUNT, type ClassicOperation, group } from './operation.ts'

const HELP =
  'There are no public help pages here; keep the text in a knowledge collection: POST /api/v1/knowledge/documents.'
export const INTEGRATIONS =
  'Connect other products by webhooks or automation rules: POST /webhooks, POST /automation_rules.'
const NOTICES = 'Notifications go out by e-mail and inside the app; subscribe a webhook to the events.'
const POLICIES = 'Assignment is set per inbox: PATCH /inboxes/{id} with enable_auto_assignment.'

/** Campaigns, surveys, help center, integrations, notifications, and the routes of our own modules. */
export const extras: readonly ClassicOperation[] = [
  ...group('Campaigns', ACCOUNT, {
    'GET /campaigns': ['list_campaigns'],
    'POST /campaigns': ['create_campaign', 'start_campaign'],
    'GET /campaigns/:campaign_id': ['get_campaign'],
    'PATCH /campaigns/:campaign_id': ['update_campaign'],
    'DELETE /campaigns/:campaign_id': ['delete_campaign'],
    'GET /inboxes/:inbox_id/campaigns': ['list_campaigns'],
  }),
  ...group('Satisfaction surveys', ACCOUNT, {
    'GET /csat_survey_responses': ['list_csat_responses'],
    'GET /csat_survey_responses/metrics': ['get_csat_summary'],
    'GET /csat_survey_responses/download': ['list_csat_responses'],
  }),
  ...group('Help center', ACCOUNT, {
    'GET /portals': [],
    'POST /portals': HELP,
    'PATCH /portals': HELP,
    'GET /portals/:portal': HELP,
    'PATCH /portals/:portal': HELP,
    'DELETE /portals/:portal': HELP,
    'PATCH /portals/:portal/archive': HELP,
    'DELETE /portals/:portal/logo': HELP,
    'GET /portals/:portal/categories': HELP,
    'POST /portals/:portal/categories': HELP,
    'GET /portals/:portal/categories/:category_id': HELP,
    'PATCH /portals/:portal/categories/:category_id': HELP,
    'DELETE /portals/:portal/categories/:category_id': HELP,
    'GET /portals/:portal/articles': HELP,
    'POST /portals/:portal/articles': HELP,
    'GET /portals/:portal/articles/:article_id': HELP,
    'PATCH /portals/:portal/articles/:article_id': HELP,
    'DELETE /portals/:portal/articles/:article_id': HELP,
    'POST /portals/:portal/articles/reorder': HELP,
  }),
  ...group('Integrations', ACCOUNT, {
    'GET /integrations/apps': ['list_webhooks'],
    'GET /integrations/apps/:app_id': ['list_webhooks'],
    'POST /integrations/hooks': ['create_webhook'],
    'GET /integrations/hooks/:hook_id': ['get_webhook'],
    'PATCH /integrations/hooks/:hook_id': ['update_webhook'],
    'DELETE /integrations/hooks/:hook_id': ['delete_webhook'],
    'POST /integrations/slack': INTEGRATIONS,
    'POST /integrations/dyte/create_a_meeting': INTEGRATIONS,
    'POST /integrations/shopify/auth': INTEGRATIONS,
    'GET /integrations/linear/teams': INTEGRATIONS,
    'GET /dashboard_apps':
      'Frames of other programs inside a conversation are not offered; link to them from a custom attribute.',
    'POST /dashboard_apps':
      'Frames of other programs inside a conversation are not offered; link to them from a custom attribute.',
  }),
  ...group('Notifications', ACCOUNT, {
    'GET /notifications': NOTICES,
    'GET /notifications/unread_count': NOTICES,
    'POST /notifications/read_all': NOTICES,
    'PATCH /notifications/:notification_id': NOTICES,
    'DELETE /notifications/:notification_id': NOTICES,
    'GET /notification_settings': NOTICES,
    'PATCH /notification_settings': NOTICES,
  }),
  ...group('Assignment policies', ACCOUNT, {
    'GET /assignment_policies': POLICIES,
    'POST /assignment_policies': POLICIES,
  }),
  ...group('Test drives (a module of Hilo)', ACCOUNT, {
    'GET /test_drives': ['list_test_drives'],
    'POST /test_drives': ['book_test_drive'],
    'GET /test_drives/:test_drive_id': ['get_test_drive'],
    'POST /test_drives/:test_drive_id/cancel': ['cancel_test_drive'],
    'GET /test_drives/slots': ['list_test_drive_slots'],
    'DELETE /test_drives/slots/:slot_id': ['delete_test_drive_slot'],
    'GET /test_drives/vehicles': ['list_test_drive_vehicles'],
    'POST /test_drives/vehicles': ['create_test_drive_vehicle'],
    'GET /test_drives/vehicles/:vehicle_id': ['get_test_drive_vehicle'],
    'PATCH /test_drives/vehicles/:vehicle_id': ['update_test_drive_vehicle'],
    'DELETE /test_drives/vehicles/:vehicle_id': ['delete_test_drive_vehicle'],
    'POST /test_drives/vehicles/:vehicle_id/slots': ['create_test_drive_slots'],
  }),
]
