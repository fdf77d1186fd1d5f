import type { ChannelTemplate } from '#contract/records/channel.ts'
import { templateValues, type TemplateParameters, type TemplateValue } from '#contract/template-parameters.ts'

/** The texts a person entered, by the place of each value. */
export type EnteredValues = Readonly<Record<string, string>>

/** The field that stands for a value, as the template check names it. */
export function fieldOf({ part, key }: TemplateValue): string {
  if (part === 'header') return 'header'
  return part === 'button' ? `buttons.${key}` : `body.${key}`
}

/** The entered values in the form the template takes. */
export function toParameters(template: ChannelTemplate, entered: EnteredValues): TemplateParameters {
  const values = templateValues(template)
  const of = (value: TemplateValue) => entered[fieldOf(value)]?.trim() ?? ''
  const header = values.find(({ part }) => part === 'header')
  const body = values.filter(({ part }) => part === 'body')
  const buttons = values.filter((value) => value.part === 'button' && of(value) !== '')
  const fileHeader = (value: TemplateValue) => (of(value) ? { header: { link: of(value) } } : {})
  const named = (all: TemplateValue[]) => Object.fromEntries(all.map((value) => [value.key, of(value)]))
  return {
    // Without a link, the file is attached to the message.
    ...(header && (header.type === 'text' ? { header: of(header) } : fileHeader(header))),
    ...(body.length > 0 && { body: template.parameter_format === 'named' ? named(body) : body.map(of) }),
    ...(buttons.length > 0 && { buttons: named(buttons) }),
  }
}

/** A text of the template with the entered values; places without one stay visible. */
export function fillText(text: string, part: 'header' | 'body', entered: EnteredValues): string {
  return text.replaceAll(
    /\{\{\s*(\w+)\s*\}\}/g,
    (whole, key: string) => entered[part === 'header' ? 'header' : `body.${key}`]?.trim() || whole,
  )
}

/** The texts of a template that customers see. */
export function textsOf({ components }: ChannelTemplate) {
  const find = (type: string) => components.find((each) => String(each['type']).toUpperCase() === type)
  const text = (type: string) => {
    const found = find(type)?.['text']
    return typeof found === 'string' ? found : ''
  }
  const { buttons } = find('BUTTONS') ?? {}
  const titles = Array.isArray(buttons) ? buttons.map((each: { text?: unknown }) => String(each?.text ?? '')) : []
  return { header: text('HEADER'), body: text('BODY'), footer: text('FOOTER'), buttons: titles }
}
