import { channelCapabilities } from '#contract/channels.ts'
import type { MessageFailure } from '#contract/records/conversation.ts'
import type { TemplateParameters } from '#contract/template-parameters.ts'
import type { OutboundFile, OutboundMessage } from '#kernel/connector.ts'
import { compact, number, object, objects, type Payload, text } from '#channels/meta/payload.ts'
import { isVoiceNote, kindOf } from './files.ts'
import { objectionTo, templatePayload } from './templates.ts'

/** One message at WhatsApp. A message with several files becomes several. */
export type Part = {
  /** File to upload before. */
  file?: OutboundFile | undefined
  /** The fields of the request besides the address; `media_id` is that of the uploaded file. */
  build(media_id: string | undefined): object
}

export type Objection = { code: MessageFailure['code']; detail: string }

export function isObjection(value: object): value is Objection {
  return 'code' in value
}

const CAPTION_LIMIT = 1024

/** The parts of a message, in the order they are sent, or the reason it cannot be sent. */
export function partsOf(message: OutboundMessage): Part[] | Objection {
  const tooLarge = message.files.find((file) => kindOf(file) === undefined)
  if (tooLarge) return { code: 'media_rejected', detail: `“${tooLarge.file_name}” is larger than WhatsApp allows.` }
  switch (message.content_type) {
    case 'template':
      return templateParts(message)
    case 'buttons':
    case 'list':
      return questionParts(message)
    case 'location':
      return [{ build: () => ({ type: 'location', location: pickLocation(message.content_attributes) }) }]
    case 'contacts':
      return [{ build: () => ({ type: 'contacts', contacts: toCards(message.content_attributes.contacts) }) }]
    default:
      return textAndFiles(message)
  }
}

/** The text is the caption of the first file that can have one, else a message before the files. */
function textAndFiles({ content, files }: OutboundMessage): Part[] | Objection {
  const fits = content !== null && content.length <= CAPTION_LIMIT
  const captioned = fits ? files.find((file) => kindOf(file) !== 'audio') : undefined
  const parts = [
    ...(content && !captioned ? [textPart(content)] : []),
    ...files.map((file) => filePart(file, file === captioned ? content : null)),
  ]
  return parts.length > 0 ? parts : { code: 'rejected', detail: 'The message is empty.' }
}

function textPart(body: string): Part {
  return { build: () => ({ type: 'text', text: { body, preview_url: /https?:\/\//i.test(body) } }) }
}

function filePart(file: OutboundFile, caption: string | null): Part {
  const type = kindOf(file) ?? 'document'
  const media = (id: string | undefined) =>
    compact({
      id,
      caption: caption || undefined,
      filename: type === 'document' ? file.file_name : undefined,
      voice: type === 'audio' && isVoiceNote(file) ? true : undefined,
    })
  return { file, build: (id) => ({ type, [type]: media(id) }) }
}

function templateParts({ template, content_attributes, files }: OutboundMessage): Part[] | Objection {
  if (!template)
    return { code: 'template_rejected', detail: 'The template is not known. Synchronise the templates of the inbox.' }
  if (template.status !== 'APPROVED')
    return { code: 'template_rejected', detail: `The template cannot be sent; its status is ${template.status}.` }
  const parameters = object(content_attributes.parameters) as TemplateParameters
  const link = text(object(parameters.header).link)
  const file = link === undefined ? files[0] : undefined
  const objection = objectionTo(template, parameters, file !== undefined || link !== undefined)
  if (objection) return { code: 'template_rejected', detail: objection }
  const filename = file && kindOf(file) === 'document' ? file.file_name : undefined
  const media = (id: string | undefined) => compact({ id, link, filename })
  return [{ file, build: (id) => ({ type: 'template', template: templatePayload(template, parameters, media(id)) }) }]
}

/** Files come first, so that the buttons are next to the customer's answer. */
function questionParts({ content, content_type, content_attributes, files }: OutboundMessage): Part[] | Objection {
  if (!content) return { code: 'rejected', detail: 'Buttons and lists need a text.' }
  const action = content_type === 'buttons' ? buttonsAction(content_attributes) : listAction(content_attributes)
  if (isObjection(action)) return action
  const type = content_type === 'buttons' ? 'button' : 'list'
  const question = { build: () => ({ type: 'interactive', interactive: { type, body: { text: content }, action } }) }
  return [...files.map((file) => filePart(file, null)), question]
}

function buttonsAction({ items }: Payload): object | Objection {
  const most = channelCapabilities.whatsapp.buttons
  const buttons = objects(items).map(({ id, title }) => ({ type: 'reply', reply: { id, title } }))
  if (buttons.length >= 1 && buttons.length <= most) return { buttons }
  return { code: 'rejected', detail: `WhatsApp takes one to ${most} buttons. Send a list for more.` }
}

function listAction({ button, sections }: Payload): object | Objection {
  const most = channelCapabilities.whatsapp.list
  const rows = objects(sections).flatMap((section) => objects(section.rows))
  if (rows.length >= 1 && rows.length <= most) return { button, sections }
  return { code: 'rejected', detail: `WhatsApp takes lists of one to ${most} rows.` }
}

function pickLocation({ latitude, longitude, name, address }: Payload): object {
  return compact({
    latitude: number(latitude),
    longitude: number(longitude),
    name: text(name),
    address: text(address),
  })
}

/** WhatsApp wants a second part of the name besides the whole. */
function toCards(contacts: unknown): object[] {
  return objects(contacts).map(({ name, phones, emails }) => ({
    name: { formatted_name: text(name) ?? '', first_name: text(name) ?? '' },
    phones: texts(phones).map((phone) => ({ phone })),
    emails: texts(emails).map((email) => ({ email })),
  }))
}

function texts(values: unknown): string[] {
  return Array.isArray(values) ? values.map(text).filter((each) => each !== undefined) : []
}
