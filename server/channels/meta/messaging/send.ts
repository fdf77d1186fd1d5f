import {
  HttpError,
  type OutboundFile,
  type OutboundMessage,
  ProviderError,
  type SendResult,
} from '#kernel/connector.ts'
import { ask, deliver, graphError, isOk, refusedBy } from '#channels/meta/errors.ts'
import type { Graph } from '#channels/meta/graph.ts'
import { object, type Payload, text } from '#channels/meta/payload.ts'
import { isOtherAppInControl, messagingRefusal } from './errors.ts'
import { isObjection, type Objection, type Part, partsOf } from './parts.ts'
import { reactionOf } from './reactions.ts'

type SendRefusal = SendResult & { outcome: 'refused' }

/** A page or professional account, with the client to call it. */
export type BusinessAccount = {
  channel: 'messenger' | 'instagram'
  graph: Graph
  /** The page or account in addresses; `me` for the page of the token. */
  node: string
}

const UPLOAD_MILLISECONDS = 120_000

export async function send(account: BusinessAccount, message: OutboundMessage): Promise<SendResult> {
  const parts = partsOf(account.channel, message)
  if (isObjection(parts)) return refuse(parts)
  const accepted = [...(message.accepted_ids ?? [])]
  const rest = parts.slice(accepted.length)
  // All files are prepared before the first message, so that a rejected file leaves nothing half sent.
  const payloads = await preparePayloads(account, rest)
  if ('outcome' in payloads) return { ...payloads, accepted_ids: accepted }
  for (const [index, part] of rest.entries()) {
    const isFirst = accepted.length === 0
    const result = await postMessage(account, message, {
      ...part.build(payloads[index]),
      ...(isFirst && message.reply_to && { reply_to: { mid: message.reply_to } }),
      // Messenger returns it with the echo. Instagram has no such field.
      ...(account.channel === 'messenger' && { metadata: message.id }),
    })
    if (result.outcome !== 'accepted') return { ...delayRetry(result, message.attempts), accepted_ids: accepted }
    accepted.push(result.external_id!)
  }
  const [external_id, ...other_ids] = accepted
  return { outcome: 'accepted', external_id, other_ids }
}

/** Sets or, without an emoji, removes the reaction of the business. */
export function react(
  account: BusinessAccount,
  recipient: string,
  message_id: string,
  emoji: string | null,
): Promise<SendResult> {
  const action = emoji === null ? 'unreact' : 'react'
  const payload = { message_id, ...(emoji !== null && { reaction: reactionOf(emoji) }) }
  const body = { recipient: { id: recipient }, sender_action: action, payload }
  return deliver(post(account, body), () => ({ outcome: 'accepted' }), messagingRefusal)
}

/** Shows that messages were seen or that somebody is typing. A refusal is no reason to try again. */
export async function signal(
  account: BusinessAccount,
  recipient: string,
  sender_action: 'mark_seen' | 'typing_on',
): Promise<void> {
  const body = { recipient: { id: recipient }, sender_action }
  await ask(post(account, body), messagingRefusal).catch((error: unknown) => {
    if (!(error instanceof ProviderError) || error.kind === 'unreachable') throw error
  })
}

function post({ graph, node }: BusinessAccount, body: object) {
  return graph(`${node}/messages`, { method: 'POST', body })
}

async function postMessage(account: BusinessAccount, message: OutboundMessage, content: object): Promise<SendResult> {
  const recipient = { id: message.recipient.source_id }
  const kind = message.human_agent
    ? { messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }
    : { messaging_type: 'RESPONSE' }
  const attempt = () => deliver(post(account, { recipient, ...kind, message: content }), readAccepted, messagingRefusal)
  const result = await attempt()
  if (result.outcome !== 'refused' || !isOtherAppInControl(numbersOf(result))) return result
  // Somebody answers here, so control passes from the other app to Hilo.
  const taken = account.graph(`${account.node}/take_thread_control`, { method: 'POST', body: { recipient } })
  return (await isDone(taken)) ? attempt() : result
}

function numbersOf({ failure }: SendRefusal): { code: number; subcode: number | undefined } {
  const [code = '0', subcode] = (failure.provider?.code ?? '').split('/')
  return { code: Number(code), subcode: subcode === undefined ? undefined : Number(subcode) }
}

async function isDone(call: ReturnType<Graph>): Promise<boolean> {
  return call.then(isOk, (error: unknown) => {
    if (error instanceof HttpError) return false
    throw error
  })
}

function readAccepted(answer: Payload): SendResult | undefined {
  const external_id = text(answer.message_id)
  return external_id === undefined ? undefined : { outcome: 'accepted', external_id }
}

/** The files as they are sent, uploaded to Messenger or read by Instagram from their address; or the first refusal. */
async function preparePayloads(
  account: BusinessAccount,
  parts: readonly Part[],
): Promise<(object | undefined)[] | SendRefusal> {
  const payloads: (object | undefined)[] = []
  for (const { file: part } of parts) {
    const prepare = account.channel === 'messenger' ? upload : addressOf
    const prepared = part && (await prepare(account, part.file, part.type))
    if (prepared && 'refused' in prepared) return prepared.refused
    payloads.push(prepared?.payload)
  }
  return payloads
}

type MediaPayload = { payload: object } | { refused: SendRefusal }

function addressOf(_account: BusinessAccount, { url, file_name }: OutboundFile): MediaPayload {
  if (url) return { payload: { url } }
  return { refused: refuse({ code: 'media_rejected', detail: `“${file_name}” has no public address.` }) }
}

async function upload(
  { graph, node }: BusinessAccount,
  file: OutboundFile,
  type: OutboundFile['file_type'],
): Promise<MediaPayload> {
  const bytes = await file.read().catch(() => undefined)
  if (!bytes) return { refused: refuse({ code: 'temporary', detail: `“${file.file_name}” could not be read.` }, true) }
  const form = new FormData()
  form.append('message', JSON.stringify({ attachment: { type, payload: { is_reusable: true } } }))
  form.append('filedata', new Blob([new Uint8Array(bytes)], { type: file.content_type }), file.file_name)
  const request = { method: 'POST', body: form, milliseconds: UPLOAD_MILLISECONDS } as const
  const answer = await graph(`${node}/message_attachments`, request).catch((error: unknown) => {
    if (error instanceof HttpError) return undefined
    throw error
  })
  const attachment_id = answer && isOk(answer) ? text(object(answer.json).attachment_id) : undefined
  if (attachment_id !== undefined) return { payload: { attachment_id } }
  // Nothing was sent to the customer yet, so another attempt is safe.
  if (!answer || isOk(answer))
    return { refused: refuse({ code: 'temporary', detail: 'The file could not be transferred to Messenger.' }, true) }
  const refused = refusedBy(answer, messagingRefusal)
  const isFileRefused = refused.failure.code === 'rejected' && graphError(answer.json) !== undefined
  return { refused: isFileRefused ? { ...refused, failure: { ...refused.failure, code: 'media_rejected' } } : refused }
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
