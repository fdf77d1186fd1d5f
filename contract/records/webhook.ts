import { z } from 'zod'
import { Author } from '#contract/records/author.ts'
import { id, timestamp } from '#contract/scalars.ts'

/** Format of the requests to an endpoint. */
export const webhook_kinds = ['standard', 'classic', 'inbox', 'bot'] as const
export type WebhookKind = (typeof webhook_kinds)[number]

/** Events of classic webhooks, with the names their clients use. */
export const classic_events = [
  'conversation_created',
  'conversation_updated',
  'conversation_status_changed',
  'message_created',
  'message_updated',
  'contact_created',
  'contact_updated',
  'inbox_created',
  'inbox_updated',
  'webwidget_triggered',
  'conversation_typing_on',
  'conversation_typing_off',
] as const
export type ClassicEvent = (typeof classic_events)[number]

/** Names of events in classic bodies; bots receive two that others cannot subscribe to. */
export type ClassicName = ClassicEvent | 'conversation_opened' | 'conversation_resolved'

/** An endpoint of another system that receives events. */
export const Webhook = z
  .object({
    id,
    kind: z
      .enum(webhook_kinds)
      .describe(
        'standard: signed as Standard Webhooks; classic: the payloads and headers of the classic routes; inbox: the same, for the program behind an inbox of channel api; bot: the same, for the bot of an inbox',
      ),
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(z.string()).describe('Subscribed events: names, contact.*, or * for all its maker may read'),
    inbox_id: id.nullable().describe('Only events of this inbox'),
    enabled: z.boolean(),
    disabled_at: timestamp.nullable(),
    disabled_reason: z
      .enum(['manual', 'gone', 'failing', 'maker'])
      .nullable()
      .describe(
        'gone: it answered 410 or asked to be disabled; failing: all attempts failed for days; maker: its maker left or lost the permission, so an administrator must enable it',
      ),
    banner: z
      .enum(['failing', 'disabled'])
      .nullable()
      .describe('Warning for administrators: it has failed for a day, or was disabled for it or because of its maker'),
    last_success_at: timestamp.nullable().describe('Accurate to the minute'),
    last_failure_at: timestamp.nullable(),
    last_error: z.string().nullable().describe('Error of the latest attempt, if none has succeeded since'),
    failing_since: timestamp.nullable().describe('First failure since the last success'),
    failed_attempts: z.int().describe('Failures since the last success'),
    old_secret_until: timestamp.nullable().describe('Requests are also signed with the replaced secret until then'),
    maker: Author.nullable().describe(
      'Person or key that last changed its address or events, or enabled it; it receives what they may read and see. Null: saved before this was recorded, receives everything',
    ),
    created_by: Author,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>

export const NewWebhook = Webhook.extend({
  secret: z.string().describe('Verifies signatures. Save it now; it is shown only once'),
}).meta({ id: 'NewWebhook' })

export const delivery_statuses = ['pending', 'delivered', 'failed'] as const

/** An event sent to an endpoint, and its result. */
export const WebhookDelivery = z
  .object({
    id,
    webhook_id: id,
    message_id: z.string().describe('The webhook-id header; the same for every attempt'),
    event: z.string(),
    status: z.enum(delivery_statuses),
    attempts: z.int(),
    next_attempt_at: timestamp.nullable().describe('Next attempt; null when finished'),
    last_status_code: z.int().nullable().describe('Latest status code'),
    last_error: z.string().nullable(),
    request_id: z.string().nullable().describe('The request that caused it'),
    created_at: timestamp,
    delivered_at: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const error_classes = ['dns', 'connect', 'tls', 'timeout', 'blocked', 'http'] as const
export type ErrorClass = (typeof error_classes)[number]

export const WebhookAttempt = z
  .object({
    number: z.int(),
    request_headers: z.record(z.string(), z.string()).describe('Headers sent, with the signature shortened'),
    status_code: z.int().nullable(),
    error_class: z
      .enum(error_classes)
      .nullable()
      .describe('blocked: the address is not public; http: the endpoint answered with an error'),
    error: z.string().nullable(),
    response_body: z.string().nullable().describe('First 16 kB of the response'),
    milliseconds: z.int(),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'WebhookAttempt' })
export type WebhookAttempt = z.output<typeof WebhookAttempt>

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  body: z.string().nullable().describe('Body as sent and signed; null if you may not read what it contains'),
  log: z.array(WebhookAttempt).describe('Attempts, newest first, at most 50'),
}).meta({ id: 'WebhookDeliveryDetail' })

/** An event that webhooks can subscribe to. */
export const WebhookEvent = z
  .object({
    type: z.string(),
    description: z.string(),
    permission: z.string().nullable().describe('Permission needed to receive it'),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the body'),
    example: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'WebhookEvent' })
export type WebhookEvent = z.output<typeof WebhookEvent>
