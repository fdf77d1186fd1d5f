import { z } from 'zod'
import { Author } from '#contract/records/author.ts'
import { contacts_visibilities, key_roles, record_visibilities, scopes, user_roles } from '#contract/permissions.ts'
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
    contacts_visibility: z
      .enum(contacts_visibilities)
      .describe('Contacts that agents with limited visibility see: all, or related ones only'),
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof Account>

export const ApiKey = z
  .object({
    id,
    name: z.string(),
    role: z.enum(key_roles),
    scopes: z.array(z.enum(scopes)).describe('Permissions of a custom key; empty for other roles'),
    hint: z.string().describe('Start and end of the key, to recognise it'),
    acting_user: z
      .object({ id, name: z.string(), email: z.string() })
      .describe('The key acts for this user, within their permissions'),
    created_by: Author,
    expires_at: timestamp.nullable(),
    last_used_at: timestamp.nullable().describe('Accurate to the minute'),
    last_used_ip: z.string().nullable(),
    revoked_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof ApiKey>

/** A program that a person connected with OAuth, such as Claude or ChatGPT. */
export const ConnectedAssistant = z
  .object({
    id,
    name: z.string().describe('Name the assistant gave itself'),
    host: z.string().describe('Host it belongs to, or the scheme of an app'),
    access: z.enum(['read', 'write']).describe('read: sees; write: also changes. Never more than its person may'),
    person: z.object({ id, name: z.string(), email: z.string() }).describe('Person who connected it'),
    last_used_at: timestamp.nullable().describe('Accurate to the minute'),
    revoked_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'ConnectedAssistant' })
export type ConnectedAssistant = z.output<typeof ConnectedAssistant>

export const Email = z
  .object({
    id,
    kind: z.string().describe('Reason it was sent'),
    to_address: z.string(),
    to_name: z.string().nullable(),
    subject: z.string(),
    text: z.string(),
    status: z.enum(['queued', 'sent', 'failed']),
    error: z.string().nullable(),
    created_at: timestamp,
    sent_at: timestamp
      .nullable()
      .describe('Null until a mail server has it; stays null if there was none, so that it was only written to disk'),
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

/** The link of an invitation that its mail did not bring to the person. */
export const InvitationLink = z
  .object({
    mail: z.enum(['queued', 'sent', 'failed']).describe('Status of its latest e-mail'),
    url: z.string().nullable().describe('Null while the e-mail is queued, and once it was delivered'),
  })
  .meta({ id: 'InvitationLink' })
export type InvitationLink = z.output<typeof InvitationLink>

/** A device on which a person is signed in. */
export const Session = z
  .object({
    id,
    current: z.boolean().describe('The session of this request'),
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
    action: z.string().describe('Name of the operation'),
    actor: Author,
    details: z.record(z.string(), z.unknown()).describe('Its input, without secrets'),
    request_id: z.string().nullable(),
    ip: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEntry' })
