import {
  HttpError,
  type OutboundFile,
  type OutboundMessage,
  type Recipient,
  type SendResult,
} from '#kernel/connector.ts'
import { deliver, isOk, refusedBy } from '#channels/meta/errors.ts'
import type { Graph } from '#channels/meta/graph.ts'
import { object, objects, type Payload, text } from '#channels/meta/payload.ts'
import { whatsappRefusal } from './errors.ts'
import { isObjection, type Objection, type Part, partsOf } from './parts.ts'
import { addressOf } from './recipient.ts'

type SendRefusal = SendResult & { outcome: 'refused' }

/** A business number, with the client to call it. */
export type BusinessNumber = { graph: Graph; phone_number_id: string }

const UPLOAD_MILLISECONDS = 120_000

export async function send(number: BusinessNumber, message: OutboundMessage): Promise<SendResult> {
  const parts = partsOf(message)
  if (isObjection(parts)) return refuse(parts)
  const accepted = [...(message.accepted_ids ?? [])]
  const aliases = new Set<string>()
  const rest = parts.slice(accepted.length)
  // All files are uploaded before the first message, so that a rejected file leaves nothing half sent.
  const uploads = await uploadAll(number, rest)
  if ('outcome' in uploads) return { ...uploads, accepted_ids: accepted }
  for (const [index, part] of rest.entries()) {
    const isFirst = accepted.length === 0
    const result = await post(number, message.recipient, {
      ...part.build(uploads[index]),
      ...(isFirst && message.reply_to && { context: { message_id: message.reply_to } }),
      biz_opaque_callback_data: message.id,
    })
    if (result.outcome !== 'accepted') return { ...delayRetry(result, message.attempts), accepted_ids: accepted }
    accepted.push(result.external_id!)
    for (const alias of result.aliases ?? []) aliases.add(alias)
  }
  const [external_id, ...other_ids] = accepted
  return { outcome: 'accepted', external_id, other_ids, aliases: [...aliases] }
}

/** Adds or, without an emoji, removes the reaction of the business. */
export async function react(
  number: BusinessNumber,
  recipient: Recipient,
  message_id: string,
  emoji: string | null,
): Promise<SendResult> {
  return post(number, recipient, { type: 'reaction', reaction: { message_id, emoji: emoji ?? '' } })
}

async function post(
  { graph, phone_number_id }: BusinessNumber,
  recipient: Recipient,
  fields: object,
): Promise<SendResult> {
  const address = addressOf(recipient)
  if (!address)
    return refuse({ code: 'recipient_unreachable', detail: 'The contact has no phone number and no id at WhatsApp.' })
  const body = { messaging_product: 'whatsapp', recipient_type: 'individual', ...address, ...fields }
  return deliver(graph(`${phone_number_id}/messages`, { method: 'POST', body }), readAccepted, whatsappRefusal)
}

function readAccepted(answer: Payload): SendResult | undefined {
  const external_id = text(object(objects(answer.messages)[0]).id)
  if (external_id === undefined) return undefined
  const { wa_id, user_id } = object(objects(answer.contacts)[0])
  const aliases = [text(wa_id), text(user_id)].filter((each) => each !== undefined)
  return { outcome: 'accepted', external_id, aliases }
}

/** Media ids in the order of the parts, or the first refusal. */
async function uploadAll(
  number: BusinessNumber,
  parts: readonly Part[],
): Promise<(string | undefined)[] | SendRefusal> {
  const ids: (string | undefined)[] = []
  for (const { file } of parts) {
    const id = file && (await upload(number, file))
    if (typeof id === 'object') return id
    ids.push(id)
  }
  return ids
}

async function upload({ graph, phone_number_id }: BusinessNumber, file: OutboundFile): Promise<string | SendRefusal> {
  const bytes = await file.read().catch(() => undefined)
  if (!bytes) return refuse({ code: 'temporary', detail: `“${file.file_name}” could not be read.` }, true)
  const form = new FormData()
  form.append('messaging_product', 'whatsapp')
  form.append('type', file.content_type)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: file.content_type }), file.file_name)
  const request = { method: 'POST', body: form, milliseconds: UPLOAD_MILLISECONDS } as const
  const answer = await graph(`${phone_number_id}/media`, request).catch((error: unknown) => {
    if (error instanceof HttpError) return undefined
    throw error
  })
  const id = answer && isOk(answer) ? text(object(answer.json).id) : undefined
  if (id !== undefined) return id
  // Nothing was sent to the customer yet, so another attempt is safe.
  if (!answer || isOk(answer))
    return refuse({ code: 'temporary', detail: 'The file could not be transferred to WhatsApp.' }, true)
  const refused = refusedBy(answer, whatsappRefusal)
  const isFileRefused = refused.failure.code === 'rejected'
  return isFileRefused ? { ...refused, failure: { ...refused.failure, code: 'media_rejected' } } : refused
}

function refuse({ code, detail }: Objection, retryable = false): SendRefusal {
  return { outcome: 'refused', failure: { code, detail, retryable, provider: null } }
}

/** Rate limits without a delay of their own: 1, 4, 16 seconds and so on. */
function delayRetry(result: Exclude<SendResult, { outcome: 'accepted' }>, attempts = 0) {
  if (result.outcome !== 'refused' || result.failure.code !== 'rate_limited') return result
  return { ...result, after_seconds: result.after_seconds ?? 4 ** Math.min(attempts, MAX_DOUBLINGS) }
}

const MAX_DOUBLINGS = 5
