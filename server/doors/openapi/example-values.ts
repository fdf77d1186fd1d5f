/* Values of the examples in the reference, by the name or the format of a field. */

const MOMENT = '2026-03-14T15:09:26.000Z'
const QUESTION = 'Hi, is the apartment still available?'

/** Fields that are null in most records. */
export const absent = new Set([
  'banner',
  'closed_at',
  'deleted_at',
  'disabled_at',
  'disabled_reason',
  'edited_at',
  'email_status',
  'error',
  'failing_since',
  'failure',
  'last_error',
  'last_failure_at',
  'lost_at',
  'lost_reason',
  'old_secret_until',
  'problem',
  'reply_to',
  'resolved_at',
  'revoked_at',
  'scheduled_at',
  'snoozed_until',
  'won_at',
])

/** Fields that are false in most records. */
export const falsities = new Set(['archived', 'blocked', 'deleted', 'disabled', 'private', 'truncated', 'voice'])

/** Fields and lists whose name is a person's. */
export const people = new Set([
  'agent',
  'assignee',
  'author',
  'contact',
  'created_by',
  'follower',
  'maker',
  'member',
  'owner',
  'participant',
  'user',
])

export const numbers = {
  status: 200,
  amount: 250_000,
  value: 250_000,
  seconds: 90,
  bytes: 48_213,
  percent: 25,
  latitude: 4.65,
  longitude: -74.06,
}

export const formats: Record<string, string> = {
  'date-time': MOMENT,
  date: '2026-03-14',
  email: 'ana@example.com',
  uri: 'https://example.com/',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
}

export const patterns: Record<string, string> = {
  '^\\d{1,18}$': '1024',
  '^[0-9]{1,18}$': '1024',
  '^\\d{4}-\\d{2}-\\d{2}$': '2026-03-14',
  '^[A-Za-z]{2}$': 'CO',
  '^[A-Za-z]{3}$': 'COP',
  '^\\s*[A-Za-z]{3}\\s*$': 'COP',
  '^#[0-9a-fA-F]{6}$': '#4f46e5',
  '^(\\*\\.)?[a-z0-9.-]+(:\\d{1,5})?$': 'example.com',
  '^[a-z0-9_]+$': 'budget',
  '^[a-z][a-z0-9_]{0,49}$': 'budget',
  '^[\\w.~-]{1,100}$': 'visit-1',
  '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$': '09:00',
}

export const texts: Record<string, string> = {
  name: 'Sales',
  first_name: 'Ana',
  last_name: 'Ruiz',
  company_name: 'Ruiz y Asociados',
  job_title: 'Architect',
  title: 'Apartment in Chapinero',
  content: QUESTION,
  message: QUESTION,
  preview: QUESTION,
  text: QUESTION,
  body: QUESTION,
  description: 'Three bedrooms, near the park',
  query: 'apartment',
  q: 'apartment',
  phone_number: '+573001234567',
  time_zone: 'America/Bogota',
  locale: 'es',
  language: 'es',
  country: 'CO',
  city: 'Bogotá',
  currency: 'COP',
  domain: 'example.com',
  label_title: 'rental',
  short_code: 'hello',
  source_id: 'visit-1',
  identifier: 'customer-1024',
  file_name: 'floor-plan.png',
  content_type: 'text',
  subject: 'Your visit on Saturday',
  emoji: '👍',
  until: MOMENT,
  availability_until: MOMENT,
}

export const endings: Record<string, string> = {
  id: '1024',
  _at: MOMENT,
  _since: MOMENT,
  email: 'ana@example.com',
  url: 'https://example.com/',
  phone: '+573001234567',
  date: '2026-03-14',
  token: 'tok_1a2b3c',
  secret: 'whsec_1a2b3c',
  cursor: 'eyJpZCI6MTAyNH0',
  label: 'rental',
  agent: '1024',
  team: '1024',
  inbox: '1024',
  contact: '1024',
}
