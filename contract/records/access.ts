import { z } from 'zod'
import { Author } from '#contract/records/author.ts'
import { key_roles, scopes } from '#contract/permissions.ts'
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
