import { type Body, given, readObject, readText } from '#doors/classic/reading.ts'
import { reject } from '#kernel/problem.ts'

/** What a classic body says of a message. The parameters of a template are kept with it. */
export function contentOf(body: Body): Body {
  const template_params = readObject(body.template_params)
  const attributes = { ...readObject(body.content_attributes), ...(template_params && { template_params }) }
  return given({
    content: readText(body.content),
    content_type: readText(body.content_type),
    content_attributes: Object.keys(attributes).length > 0 ? attributes : undefined,
    attachments: Array.isArray(body.attachments) && body.attachments.length > 0 ? body.attachments : undefined,
  })
}

/** Whether the customer wrote it. */
export function isIncoming(type: unknown): boolean {
  const word = readText(type) ?? 'outgoing'
  if (['incoming', '0'].includes(word)) return true
  if (['outgoing', 'template', '1', '3'].includes(word)) return false
  return reject('invalid_value', `'${word}' is not a valid message_type`, 'message_type')
}
