import { z } from 'zod'
import { Author } from '#contract/records/author.ts'
import { id, timestamp } from '#contract/scalars.ts'

/** How an endpoint is spoken to. */
export const webhook_kinds = ['standard', 'classic', 'inbox'] as const
export type WebhookKind = (typeof webhook_kinds)[number]

/** What classic webhooks can be told, in the words of their clients. */
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

/** An endpoint of another system, which is told what happens. */
export const Webhook = z
  .object({
    id,
    kind: z
      .enum(webhook_kinds)
      .describe(
        'standard: signed as Standard Webhooks; classic: the payloads and headers of the classic routes; inbox: the same, for the program behind an inbox of channel api',
      ),
    url: z.string(),
    description: z.string().nullable(),
    events: z.array(z.string()).describe('What it is told: names of events, contact.*, or *'),
    inbox_id: id.nullable().describe('It is told only what happens in this inbox'),
    enabled: z.boolean(),
    disabled_at: timestamp.nullable(),
    disabled_reason: z
      .enum(['manual', 'gone', 'failing'])
      .nullable()
      .describe('gone: it answered 410 or asked to be disabled; failing: nothing arrived for days'),
    banner: z
      .enum(['failing', 'disabled'])
      .nullable()
      .describe('What administrators are to be shown: it has failed for a day, or was switched off for it'),
    last_success_at: timestamp.nullable().describe('Accurate to a minute'),
    last_failure_at: timestamp.nullable(),
    last_error: z.string().nullable().describe('Why the latest attempt failed, where none has succeeded since'),
    failing_since: timestamp.nullable().describe('The first failure since the last success'),
    failed_attempts: z.int().describe('Failures since the last success'),
    old_secret_until: timestamp.nullable().describe('Until then it is also signed with a secret that was replaced'),
    created_by: Author,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.output<typeof Webhook>

export const NewWebhook = Webhook.extend({
  secret: z.string().describe('What signatures are checked with. Keep it now; it cannot be shown again'),
}).meta({ id: 'NewWebhook' })

export const delivery_statuses = ['pending', 'delivered', 'failed'] as const

/** Something an endpoint is told, and what became of it. */
export const WebhookDelivery = z
  .object({
    id,
    webhook_id: id,
    message_id: z.string().describe('The webhook-id header: the same however often it is sent'),
    event: z.string(),
    status: z.enum(delivery_statuses),
    attempts: z.int(),
    next_attempt_at: timestamp.nullable().describe('When it is sent, or sent again; null once it is settled'),
    last_status_code: z.int().nullable().describe('What the endpoint answered last'),
    last_error: z.string().nullable(),
    request_id: z.string().nullable().describe('The request that brought it about'),
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
    request_headers: z.record(z.string(), z.string()).describe('What was sent, with the signature cut short'),
    status_code: z.int().nullable(),
    error_class: z
      .enum(error_classes)
      .nullable()
      .describe('blocked: the address is not public; http: an answer that is no success'),
    error: z.string().nullable(),
    response_body: z.string().nullable().describe('The first 16 kB of the answer'),
    milliseconds: z.int(),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'WebhookAttempt' })
export type WebhookAttempt = z.output<typeof WebhookAttempt>

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  body: z.string().describe('The bytes that are sent and signed'),
  log: z.array(WebhookAttempt).describe('Every attempt, newest first, at most 50'),
}).meta({ id: 'WebhookDeliveryDetail' })

/** What can be subscribed to. */
export const WebhookEvent = z
  .object({
    type: z.string(),
    description: z.string(),
    schema: z.record(z.string(), z.unknown()).describe('The JSON Schema of the body'),
    example: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'WebhookEvent' })
export type WebhookEvent = z.output<typeof WebhookEvent>
