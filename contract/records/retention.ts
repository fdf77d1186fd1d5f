import { z } from 'zod'

/** Days that a workspace keeps its logs. */
export const Retention = z
  .object({
    events_days: z.int().min(7).max(365).describe('Events and deliveries to subscribers'),
    audit_days: z.int().min(90).max(3650).nullable().describe('Audit entries; null keeps them for good'),
    inbound_log_days: z.int().min(1).max(365).describe('Raw messages of channels, as their providers sent them'),
    webhook_log_days: z.int().min(1).max(365).describe('Deliveries to webhooks'),
  })
  .meta({ id: 'Retention' })
export type Retention = z.output<typeof Retention>

export const default_retention: Retention = {
  events_days: 30,
  audit_days: 730,
  inbound_log_days: 30,
  webhook_log_days: 30,
}
