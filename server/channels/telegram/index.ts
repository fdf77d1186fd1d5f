import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Connection, Connector, Http, InboundRequest } from '#kernel/connector.ts'
import { type Bot, call } from './api.ts'
import * as changes from './change.ts'
import { readChat } from './chats.ts'
import { checkBot, connectBot, disconnectBot } from './connect.ts'
import { fetchFile } from './media.ts'
import { parseUpdate } from './parse.ts'
import { readProfile } from './profile.ts'
import { sendMessage } from './send.ts'

export type TelegramCredentials = { bot_token: string }

/** The Bot API at an address: Telegram's own, or a local server of it. */
export function openTelegram({ telegram_url }: { telegram_url: string }): Connector<TelegramCredentials> {
  const botOf = ({ credentials }: Connection<TelegramCredentials>, http: Http): Bot => ({
    telegram_url: telegram_url.replace(/\/+$/, ''),
    bot_token: credentials.bot_token,
    http,
  })

  return {
    channel: 'telegram',
    credentials: z.strictObject({
      bot_token: z
        .string()
        .trim()
        .max(200)
        .regex(/^[\w:-]+$/, 'Copy the token as @BotFather shows it, such as 123456:AAE…')
        .describe('Token of the bot, from @BotFather'),
    }),
    rates: { inbox: { per_second: 30, burst: 30 }, recipient: { per_second: 1, burst: 3 } },
    connect: (connection, http) => connectBot(botOf(connection, http), connection),
    disconnect: (connection, http) => disconnectBot(botOf(connection, http), connection),
    check: (connection, http) => checkBot(botOf(connection, http), connection),
    authenticate: hasSecret,
    parse: parseUpdate,
    confirm: async (connection, callback_query_id, http) =>
      void (await call(botOf(connection, http), 'answerCallbackQuery', { callback_query_id })),
    send: (connection, message, http) => sendMessage(botOf(connection, http), message),
    fetchMedia: (connection, reference, http) => fetchFile(botOf(connection, http), reference),
    fetchProfile: (connection, { source_id }, http) => readProfile(botOf(connection, http), source_id),
    react: (connection, target, emoji, http) => changes.react(botOf(connection, http), target, emoji),
    edit: (connection, target, content, http) => changes.edit(botOf(connection, http), target, content),
    remove: (connection, target, http) => changes.remove(botOf(connection, http), target),
    typing_seconds: 5,
    setTyping: async (connection, { recipient }, http) =>
      void (await call(botOf(connection, http), 'sendChatAction', {
        ...readChat(recipient.source_id),
        action: 'typing',
      })),
  }
}

/** Compares digests, which have one length, in constant time. */
function hasSecret({ headers }: InboundRequest, { verify_token }: Connection): boolean {
  const given = headers['x-telegram-bot-api-secret-token']
  if (typeof given !== 'string' || verify_token === '') return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(verify_token))
}
