import { type ProviderAccount, ProviderError } from '#kernel/connector.ts'
import { ask } from '#channels/meta/errors.ts'
import type { Graph } from '#channels/meta/graph.ts'
import { messagingRefusal } from '#channels/meta/messaging/errors.ts'
import { object, type Payload, text } from '#channels/meta/payload.ts'
import type { InstagramCredentials } from './credentials.ts'

/** The account of these credentials. Throws a `ProviderError` with Meta's reason. */
export async function readAccount(graph: Graph, credentials: InstagramCredentials): Promise<ProviderAccount> {
  const { account_id, login } = credentials
  const account = login === 'facebook' ? await readLinked(graph) : await readOwn(graph)
  const ids = [text(account.user_id), text(account.id)]
  const found = ids.find((each) => each !== undefined)
  if (found === undefined) throw new ProviderError('unreachable', 'Instagram did not describe the account.')
  if (!ids.includes(account_id))
    throw new ProviderError('rejected', `The token belongs to the account ${found}, not to ${account_id}.`)
  const name = text(account.username)
  return { id: found, name: name ? `@${name}` : (text(account.name) ?? found) }
}

/** `user_id` is the id in webhooks; `id` is that of the app's own view of the account. */
function readOwn(graph: Graph): Promise<Payload> {
  return ask(graph('me', { query: { fields: 'id,user_id,username,name' } }), messagingRefusal)
}

async function readLinked(graph: Graph): Promise<Payload> {
  const fields = 'id,name,instagram_business_account{id,username,name}'
  const page = await ask(graph('me', { query: { fields } }), messagingRefusal)
  const account = object(page.instagram_business_account)
  if (text(account.id) !== undefined) return account
  throw new ProviderError('rejected', `The page ${text(page.name) ?? ''} is not linked to an Instagram account.`)
}

const DAY = 86_400_000

/** A warning at 14, 7, 3 and 1 days before the token ends, if it could not be renewed until then. */
export function warningOf({ token_expires_at }: InstagramCredentials, now: Date): string | undefined {
  if (!token_expires_at) return undefined
  const left = Date.parse(token_expires_at) - now.getTime()
  const days = [1, 3, 7, 14].find((each) => left <= each * DAY)
  if (days === undefined) return undefined
  const date = token_expires_at.slice(0, 10)
  return `The access to Instagram ends on ${date}, in less than ${days === 1 ? 'a day' : `${days} days`}, and could not be renewed. Reconnect the inbox.`
}
