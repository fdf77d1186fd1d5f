import { type Channel, channelCapabilities } from '#contract/channels.ts'
import { instant } from '#contract/scalars.ts'
import { type Body, pickDefined, readMoment, readObject, readText } from '#doors/classic/request.ts'
import { reject } from '#kernel/problem.ts'

/** The content of a message in a classic body. Template parameters and the original time are kept in its attributes. */
export function readContent(body: Body): Body {
  const template_params = readObject(body.template_params)
  const { external_created_at } = body
  const attributes = {
    ...readObject(body.content_attributes),
    ...(template_params && { template_params }),
    ...(external_created_at != null && external_created_at !== '' && { external_created_at }),
  }
  return pickDefined({
    content: readText(body.content),
    content_type: readText(body.content_type),
    content_attributes: Object.keys(attributes).length > 0 ? attributes : undefined,
    attachments: Array.isArray(body.attachments) && body.attachments.length > 0 ? body.attachments : undefined,
  })
}

/** The template of a message, as our own operations take it: positional values as a list, named ones as an object. */
export function readTemplate(template_params: unknown): Body | undefined {
  const { name, language, processed_params } = readObject(template_params) ?? {}
  const given = readObject(processed_params) ?? {}
  const isGrouped = ['body', 'header', 'buttons'].some((part) => typeof given[part] === 'object')
  const body = Object.entries(isGrouped ? (readObject(given.body) ?? {}) : given).map(([key, value]) => [
    key,
    String(value),
  ])
  const isNumbered = body.every(([key], i) => key === String(i + 1))
  const header = readObject(given.header) ?? {}
  const link = readText(header.media_url)
  const buttons = Array.isArray(given.buttons)
    ? given.buttons
        .flatMap((each, i) => [[String(i), readText(readObject(each)?.parameter)]])
        .filter(([, value]) => value)
    : []
  if (readText(name) === undefined) return undefined
  const parameters = {
    ...(body.length > 0 && { body: isNumbered ? body.map(([, value]) => value) : Object.fromEntries(body) }),
    ...(link ? { header: { link } } : readText(header['1']) && { header: readText(header['1']) }),
    ...(buttons.length > 0 && { buttons: Object.fromEntries(buttons) }),
  }
  return { name, language: readText(language) ?? 'es', ...(Object.keys(parameters).length > 0 && { parameters }) }
}

/** The template a message names, where the channel has templates. */
export function templateFor(channel: Channel, { template_params }: Body): Body | undefined {
  return channelCapabilities[channel].templates ? readTemplate(template_params) : undefined
}

/** The original time of an imported message, in ISO-8601 or in seconds; one that cannot be read is ignored. */
export function readOriginalTime({ external_created_at: value }: Body): string | undefined {
  const moment = readMoment(value)
  return instant.safeParse(moment).success ? moment : undefined
}

/** Whether a message is from the customer, to them, or a remark of a program, such as a missed call. */
export function readMessageType(type: unknown): 'incoming' | 'outgoing' | 'activity' {
  const word = readText(type) ?? 'outgoing'
  if (['incoming', '0'].includes(word)) return 'incoming'
  if (['outgoing', 'template', '1', '3'].includes(word)) return 'outgoing'
  if (['activity', '2'].includes(word)) return 'activity'
  return reject('invalid_value', `'${word}' is not a valid message_type`, 'message_type')
}
