import type { Signal } from '#contract/signals.ts'
import { findOfInbox } from '#domains/access/public/connections.ts'
import type { Channels } from '#kernel/connector.ts'
import type { Runtime } from '#kernel/runtime.ts'
import { findNewestReceived } from './read-receipts.ts'

const MOST_AT_ONCE = 16
const LEAST_SECONDS = 3
const MOST_REMEMBERED = 10_000

/**
 * Shows customers that an agent is writing, where their channel can. The node of the agent calls the provider, and not
 * again while the provider still shows it. A call that fails is forgotten: it changes nothing.
 */
export function relayTyping<R extends Runtime & { channels: Channels }>(runtime: R): R {
  const calls = new Map<string, { at: number; pause: number }>()
  let running = 0

  const isDue = (conversation: string, pause: number): boolean => {
    const last = calls.get(conversation)
    if (last && Date.now() - last.at < last.pause * 1000) return false
    if (calls.size >= MOST_REMEMBERED) calls.clear()
    calls.set(conversation, { at: Date.now(), pause })
    return true
  }
  /** A sent message ends the indicator, so the next one may begin soon. */
  const end = (conversation: string): void => {
    const last = calls.get(conversation)
    if (last) last.pause = Math.min(last.pause, LEAST_SECONDS)
  }
  const relay = (account_id: string, { name, payload }: Signal): void => {
    if (name !== 'conversation.typing' || payload.private || payload.author.type === 'contact') return
    const { id, channel, inbox } = payload.conversation
    const { typing_seconds = 0 } = connectorOf(runtime, channel) ?? {}
    if (typing_seconds === 0 || running >= MOST_AT_ONCE) return
    if (!payload.typing) return end(id)
    if (!isDue(id, typing_seconds)) return
    running++
    show(runtime, account_id, inbox.id, id)
      .catch((error: unknown) =>
        runtime.log.info({ message: (error as Error).message, inbox_id: inbox.id }, 'a typing indicator was not shown'),
      )
      .finally(() => running--)
  }
  return {
    ...runtime,
    signal(account_id, signal) {
      runtime.signal(account_id, signal)
      relay(account_id, signal)
    },
  }
}

async function show(
  runtime: Runtime & { channels: Channels },
  account_id: string,
  inbox_id: string,
  conversation_id: string,
): Promise<void> {
  const { database, secret, config, channels } = runtime
  const connection = await findOfInbox(database.sql, { secret, base_url: config.base_url }, account_id, inbox_id)
  const target = connection && (await findNewestReceived(database.sql, account_id, conversation_id))
  if (target) await channels.connectors[connection.channel]?.setTyping?.(connection, target, channels.http)
}

function connectorOf({ channels }: { channels: Channels }, channel: string) {
  return channels.connectors[channel as keyof Channels['connectors']]
}
