import { ask } from '#channels/meta/errors.ts'
import { messagingRefusal } from '#channels/meta/messaging/errors.ts'
import { number, text } from '#channels/meta/payload.ts'
import { type Http, ProviderError } from '#kernel/connector.ts'
import type { InstagramCredentials } from './credentials.ts'

const DAY = 86_400_000
/** Half of the life of a token. */
const RENEWED_BEFORE = 30 * DAY

/**
 * Credentials with a new token, or undefined while the token is fresh. Instagram refuses tokens younger than a day; the
 * expiry of a pasted token is not known before it was renewed once. Tokens of a page do not expire.
 */
export async function refresh(
  instagram_url: string,
  http: Http,
  credentials: InstagramCredentials,
  now: Date,
): Promise<InstagramCredentials | undefined> {
  const { login, access_token, token_expires_at } = credentials
  const left = token_expires_at === undefined ? 0 : Date.parse(token_expires_at) - now.getTime()
  if (login === 'facebook' || left > RENEWED_BEFORE) return undefined
  // Unlike all others, this call has no version, and takes the token in the address.
  const query = new URLSearchParams({ grant_type: 'ig_refresh_token', access_token })
  const url = `${instagram_url.replace(/\/+$/, '')}/refresh_access_token?${query.toString()}`
  const answer = await ask(http(url), messagingRefusal)
  const [renewed, seconds] = [text(answer.access_token), number(answer.expires_in)]
  if (renewed === undefined || seconds === undefined)
    throw new ProviderError('unreachable', 'Instagram gave no new token.')
  return {
    ...credentials,
    access_token: renewed,
    token_expires_at: new Date(now.getTime() + seconds * 1000).toISOString(),
  }
}
