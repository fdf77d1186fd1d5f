import { HttpError, type ProviderAccount, ProviderError } from '#kernel/connector.ts'
import { ask, graphError, isOk } from '#channels/meta/errors.ts'
import type { Graph } from '#channels/meta/graph.ts'
import { object, objects, type Payload, text } from '#channels/meta/payload.ts'
import type { WhatsAppCredentials } from './credentials.ts'
import { whatsappRefusal } from './errors.ts'

const LIMIT = 'whatsapp_business_manager_messaging_limit'
const FIELDS = `id,display_phone_number,verified_name,quality_rating,status,health_status,${LIMIT}`

/** The number with these credentials. Throws a `ProviderError` with Meta's reason. */
export async function readAccount(graph: Graph, { phone_number_id }: WhatsAppCredentials): Promise<ProviderAccount> {
  const number = await ask(graph(phone_number_id, { query: { fields: FIELDS } }), whatsappRefusal)
  const id = text(number.id)
  if (id === undefined) throw new ProviderError('unreachable', 'Meta did not describe the phone number.')
  const name = text(number.verified_name) ?? text(number.display_phone_number) ?? id
  return { id, name, detail: joinTexts(warningsOf(number)), daily_limit: dailyLimit(number[LIMIT]) }
}

/** People the business may write to first within 24 hours, such as `TIER_2K`; undefined if there is no limit. */
function dailyLimit(tier: unknown): number | undefined {
  const [, count, thousands] = /^TIER_(\d+)(K)?$/.exec(text(tier) ?? '') ?? []
  return count ? Number(count) * (thousands ? 1000 : 1) : undefined
}

/**
 * Has Meta send the events of the business account to its app (`POST`) or stop doing so (`DELETE`), or asks whether it
 * does (`GET`). The number itself works without, so a refusal is only a warning, except for a wrong account.
 */
export async function subscription(
  graph: Graph,
  { business_account_id }: WhatsAppCredentials,
  method: 'GET' | 'POST' | 'DELETE',
): Promise<string | undefined> {
  const answer = await graph(`${business_account_id}/subscribed_apps`, { method }).catch((error: unknown) => {
    if (error instanceof HttpError) return undefined
    throw error
  })
  if (!answer) return 'Meta could not be asked to send events.'
  if (isOk(answer)) {
    const { data } = object(answer.json)
    const isMissing = method === 'GET' && Array.isArray(data) && data.length === 0
    return isMissing ? 'Meta sends no events, because no app is subscribed. Connect the inbox again.' : undefined
  }
  const error = graphError(answer.json)
  if (error?.code === 190 || (error?.code === 100 && error.subcode === 33))
    throw new ProviderError('rejected', `WhatsApp Business Account ${business_account_id}: ${error.message}`)
  return `Meta does not send events: ${error?.message ?? `status ${answer.status}`}`
}

/** Both warnings in one text. */
export function withWarning(account: ProviderAccount, warning: string | undefined): ProviderAccount {
  return { ...account, detail: joinTexts([account.detail, warning]) }
}

/** Meta's own view of whether the number can send, and why not. */
function warningsOf(number: Payload): string[] {
  const { can_send_message, entities } = object(number.health_status)
  const isHealthy = can_send_message === undefined || can_send_message === 'AVAILABLE'
  const errors = isHealthy ? [] : objects(entities).flatMap((entity) => objects(entity.errors))
  const reasons = errors.map(({ error_description, possible_solution }) =>
    joinTexts([text(error_description), text(possible_solution)]),
  )
  const status = text(number.status)
  return [
    ...new Set([
      ...(isHealthy ? [] : [`Meta reports that the number can send: ${String(can_send_message).toLowerCase()}.`]),
      ...reasons.filter((each) => each !== undefined),
      ...(status === undefined || status === 'CONNECTED' ? [] : [`The status of the number is ${status}.`]),
      ...(number.quality_rating === 'RED'
        ? ['Many customers reject messages of this number; its quality is low.']
        : []),
    ]),
  ]
}

function joinTexts(texts: readonly (string | undefined)[]): string | undefined {
  return texts.filter(Boolean).join(' ') || undefined
}
