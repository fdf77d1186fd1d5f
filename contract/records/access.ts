import { z } from 'zod'
import { Author } from '#contract/records/author.ts'
import { key_roles, record_visibilities, scopes, user_roles } from '#contract/permissions.ts'
import { id, timestamp } from '#contract/scalars.ts'

export const Account = z
  .object({
    id,
    name: z.string(),
    time_zone: z.string(),
    locale: z.enum(['es', 'en']),
    country: z.string(),
    default_currency: z.string(),
    plan: z.string(),
    modules: z.array(z.string()),
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof Account>

export const ApiKey = z
  .object({
    id,
    name: z.string(),
    role: z.enum(key_roles),
    scopes: z.array(z.enum(scopes)).describe('What a custom key may do; empty for the other roles'),
    hint: z.string().describe('How the key begins and ends, to recognise it'),
    acting_user: z
      .object({ id, name: z.string(), email: z.string() })
      .describe('The key acts for this user, within their rights'),
    created_by: Author,
    expires_at: timestamp.nullable(),
    last_used_at: timestamp.nullable().describe('Accurate to a minute'),
    last_used_ip: z.string().nullable(),
    revoked_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

export const Email = z
  .object({
    id,
    kind: z.string().describe('Why it was sent'),
    to_address: z.string(),
    to_name: z.string().nullable(),
    subject: z.string(),
    text: z.string(),
    status: z.enum(['queued', 'sent', 'failed']),
    error: z.string().nullable(),
    created_at: timestamp,
    sent_at: timestamp.nullable(),
  })
  .meta({ id: 'Email' })
export type Email = z.output<typeof Email>

export const Invitation = z
  .object({
    id,
    email: z.string(),
    name: z.string().nullable(),
    role: z.enum(user_roles),
    visibility: z.enum(record_visibilities),
    team_ids: z.array(id),
    status: z.enum(['pending', 'accepted', 'expired', 'revoked']),
    invited_by: Author,
    expires_at: timestamp,
    accepted_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof Invitation>

/** Where someone is signed in. */
export const Session = z
  .object({
    id,
    current: z.boolean().describe('The one this request came with'),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: timestamp,
    last_seen_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof Session>

export const AuditEntry = z
  .object({
    id,
    action: z.string().describe('The operation that ran'),
    actor: Author,
    details: z.record(z.string(), z.unknown()).describe('What it was given, without secrets'),
    request_id: z.string().nullable(),
    ip: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEntry' })
