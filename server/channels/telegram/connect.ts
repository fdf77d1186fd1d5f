import { type Connection, type ProviderAccount, ProviderError } from '#kernel/connector.ts'
import { type Answer, type Bot, call } from './api.ts'
import { allowed_updates } from './updates.ts'

const HOUR_SECONDS = 3600

/**
 * A bot has one webhook. The last inbox connected gets it, so a bot can be moved here from elsewhere and reconnected
 * after the address changed; an inbox that lost it notices at its next check.
 */
export async function connectBot(bot: Bot, connection: Connection): Promise<ProviderAccount> {
  const account = await identify(bot)
  const previous = await call(bot, 'getWebhookInfo')
  const answer = await call(bot, 'setWebhook', {
    url: connection.webhook_url,
    secret_token: connection.verify_token,
    allowed_updates,
    drop_pending_updates: false,
  })
  if (answer.outcome === 'done') return { ...account, detail: movedFrom(previous, connection) }
  if (answer.outcome === 'refused' && answer.code === 400)
    return { ...account, detail: `Telegram does not deliver messages to this address: ${answer.description}` }
  throw problem(answer)
}

/** Removes the webhook of the bot, unless it belongs to another inbox by now. */
export async function disconnectBot(bot: Bot, { webhook_url }: Connection): Promise<void> {
  const answer = await call(bot, 'getWebhookInfo')
  if (answer.outcome === 'done' && answer.result?.url === webhook_url) await call(bot, 'deleteWebhook')
}

/** Sending may still work when receiving does not, so only a lost webhook or token is an error. */
export async function checkBot(bot: Bot, connection: Connection): Promise<ProviderAccount> {
  const account = await identify(bot)
  const answer = await call(bot, 'getWebhookInfo')
  if (answer.outcome !== 'done') throw problem(answer)
  const { url, pending_update_count, last_error_date, last_error_message } = answer.result ?? {}
  if (!url) return { ...account, detail: 'Telegram does not deliver messages: reconnect the channel' }
  if (url !== connection.webhook_url)
    throw new ProviderError(
      'rejected',
      `Telegram delivers this bot’s messages to ${hostOf(url)}: reconnect the channel`,
    )
  const isFailing = pending_update_count > 0 || last_error_date > Date.now() / 1000 - HOUR_SECONDS
  return last_error_message && isFailing
    ? { ...account, detail: `Telegram could not deliver messages: ${last_error_message}` }
    : account
}

async function identify(bot: Bot): Promise<ProviderAccount> {
  const answer = await call(bot, 'getMe')
  if (answer.outcome !== 'done') throw problem(answer)
  const { id, username, first_name } = answer.result ?? {}
  if (!id) throw new ProviderError('unreachable', 'Telegram’s answer could not be read')
  return { id: String(id), name: username ? `@${username}` : String(first_name ?? id) }
}

function movedFrom(previous: Answer, connection: Connection): string | undefined {
  const url = previous.outcome === 'done' ? previous.result?.url : undefined
  if (!url || url === connection.webhook_url) return undefined
  return `This bot was connected to ${hostOf(url)}, which no longer receives its messages`
}

/** The path may contain a secret: some products put the bot's token into it. */
function hostOf(url: unknown): string {
  return URL.canParse(String(url)) ? new URL(String(url)).host : 'another address'
}

function problem(answer: Exclude<Answer, { outcome: 'done' }>): ProviderError {
  if (answer.outcome === 'lost') return new ProviderError('unreachable', answer.detail)
  const { code, description } = answer
  if (code === 401 || code === 404)
    return new ProviderError('rejected', `Telegram does not accept the bot token: ${description}`)
  return new ProviderError(code === 429 || code >= 500 ? 'unreachable' : 'rejected', `Telegram: ${description}`)
}
