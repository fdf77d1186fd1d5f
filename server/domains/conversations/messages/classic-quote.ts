/** A quoted message as classic clients name it: by id, or by its id in the channel. */
export type ClassicQuote = { id: string | null; external_ids: string[] }

/** Programs that connect WhatsApp write this before the id of a message, but not before that of a quoted one. */
const PREFIX = 'WAID:'

/** Reads `in_reply_to` and `in_reply_to_external_id`; undefined if neither names a message. */
export function readClassicQuote(attributes: Record<string, unknown> = {}): ClassicQuote | undefined {
  const { in_reply_to, in_reply_to_external_id: external } = attributes
  const id = /^[1-9][0-9]{0,17}$/.test(String(in_reply_to)) ? String(in_reply_to) : null
  const bare = typeof external === 'string' ? external.replace(PREFIX, '') : ''
  if (id === null && bare === '') return undefined
  return { id, external_ids: bare === '' ? [] : [bare, PREFIX + bare] }
}
