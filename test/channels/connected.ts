import assert from 'node:assert/strict'
import type { Conversation, Message } from '#contract/records/conversation.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import type { openNode } from '#test/node.ts'
import { until } from '#test/wait.ts'

/** A new workspace with an inbox of this channel, seen through the doors. */
export async function connectInbox(node: Awaited<ReturnType<typeof openNode>>, channel: string, credentials: object) {
  const { key, account_id } = await node.addAccount()
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, text, body: answer } = await node.rest(method, path, { key, body })
    assert.ok(status < 300, text)
    return answer as unknown as T
  }
  const inbox = await call<Inbox>('POST', '/inboxes', { name: channel, channel, credentials })
  const conversations = async () => (await call<{ items: Conversation[] }>('GET', '/conversations?status=all')).items
  const messages = async () => {
    const lists = (await conversations()).map(({ id }) =>
      call<{ items: Message[] }>('GET', `/conversations/${id}/messages`),
    )
    return (await Promise.all(lists)).flatMap(({ items }) => items)
  }
  return {
    key,
    account_id,
    inbox,
    webhook_url: inbox.connection!.webhook_url!,
    call,
    conversations,
    messages,
    /** Waits until everything delivered so far is processed. */
    processed: () =>
      until(async () => {
        const waiting = await node.sql`
          select from channel_events where inbox_id = ${inbox.id} and (outcome is null or next_try_at is not null)`
        return waiting.length === 0
      }, 'everything is processed'),
    async conversation(): Promise<Conversation> {
      await until(async () => (await conversations()).length > 0, 'the conversation is there')
      const [only, ...others] = await conversations()
      assert.deepEqual(others, [])
      return only!
    },
    /** The first message that is as expected. */
    async message(isRight: (message: Message) => boolean): Promise<Message> {
      let found: Message | undefined
      await until(async () => {
        found = (await messages()).find(isRight)
        return found !== undefined
      }, 'the message is there')
      return found!
    },
    reply: (conversation_id: string, body: object) =>
      call<Message>('POST', `/conversations/${conversation_id}/messages`, body),
  }
}
