/**
 * A chat in the ids we store: `<chat>`, or `<business connection>:<chat>` for a chat of a business account the bot
 * answers for. The same person has different chats, and different message numbers, in the two.
 */
export type Chat = { chat_id: number; business_connection_id?: string }

export function chatKey(chat_id: number, business_connection_id?: string): string {
  return business_connection_id ? `${business_connection_id}:${chat_id}` : String(chat_id)
}

export function messageKey(chat: string, message_id: number): string {
  return `${chat}:${message_id}`
}

export function readChat(key: string): Chat {
  const cut = key.lastIndexOf(':')
  const chat_id = Number(key.slice(cut + 1))
  return cut > 0 ? { chat_id, business_connection_id: key.slice(0, cut) } : { chat_id }
}

/** Undefined for ids that are no message at Telegram, such as a tapped button. */
export function readMessage(key: string): { chat: string; message_id: number } | undefined {
  const [, chat, number] = /^((?:.+:)?-?\d+):(\d+)$/.exec(key) ?? []
  return chat && number ? { chat, message_id: Number(number) } : undefined
}
