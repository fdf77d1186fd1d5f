/** A template as Meta describes it, as far as its values are concerned. */
export type TemplateDefinition = {
  parameter_format: 'positional' | 'named'
  components: readonly Readonly<Record<string, unknown>>[]
}

/** Values for a template: positional ones as a list, named ones as an object, buttons by their index. */
export type TemplateParameters = {
  header?: string | Readonly<Record<string, unknown>> | undefined
  body?: readonly string[] | Readonly<Record<string, string>> | undefined
  buttons?: Readonly<Record<string, string>> | undefined
}

/** A value the template takes. Header, body and each button count their values separately. */
export type TemplateValue = {
  part: 'header' | 'body' | 'button'
  /** Position or name within its part; of a button its index. */
  key: string
  type: 'text' | 'image' | 'video' | 'gif' | 'document' | 'location' | 'payload' | 'url' | 'coupon_code'
  /** A quick reply sends its own label if no payload is given. */
  is_optional: boolean
}

export type TemplateProblem = { field: string; detail: string }

/** The values a template takes, in the order they appear. */
export function templateValues({ components }: TemplateDefinition): TemplateValue[] {
  return components.flatMap((component) => {
    switch (kindOf(component.type)) {
      case 'HEADER':
        return headerValues(component)
      case 'BODY':
        return variablesIn(component.text).map((key) => required('body', key, 'text'))
      case 'BUTTONS':
        return buttonValues(component.buttons)
      default:
        return []
    }
  })
}

/** Everything that keeps the template from being sent with these values. */
export function checkTemplateParameters(
  template: TemplateDefinition,
  parameters: TemplateParameters,
  /** A file for the header is attached to the message. */
  hasFile = false,
): TemplateProblem[] {
  const unsupported = template.components.find(({ type }) => ['CAROUSEL', 'LIMITED_TIME_OFFER'].includes(kindOf(type)))
  if (unsupported) return [problem('template', `Templates of the kind ${kindOf(unsupported.type)} cannot be sent.`)]
  const values = templateValues(template)
  return [...values.flatMap((value) => checkValue(value, parameters, hasFile)), ...checkSurplus(values, parameters)]
}

/** One sentence if a stored file is not of the kind the header shows, else undefined. */
export function objectionToFile(template: TemplateDefinition, file_type: string): string | undefined {
  const header = templateValues(template).find(({ part }) => part === 'header')
  const kinds: Readonly<Record<string, string>> = { image: 'image', video: 'video', gif: 'video' }
  const needed = header && kinds[header.type]
  return needed === undefined || needed === file_type ? undefined : `The header needs ${wordsFor[header!.type]}.`
}

/** The value given for a place in the template, if there is one. */
export function templateValueOf({ part, key }: TemplateValue, parameters: TemplateParameters): unknown {
  if (part === 'header') return parameters.header
  if (part === 'button') return own(parameters.buttons, key)
  const { body } = parameters
  return Array.isArray(body) ? body[Number(key) - 1] : own(body, key)
}

function headerValues({ format, text }: Readonly<Record<string, unknown>>): TemplateValue[] {
  const kind = kindOf(format)
  if (kind === 'TEXT' || kind === '') return variablesIn(text).map((key) => required('header', key, 'text'))
  const type = kind.toLowerCase() as TemplateValue['type']
  return ['image', 'video', 'gif', 'document', 'location'].includes(type) ? [required('header', '1', type)] : []
}

function buttonValues(buttons: unknown): TemplateValue[] {
  const list: Readonly<Record<string, unknown>>[] = Array.isArray(buttons) ? buttons : []
  return list.flatMap((button, index): TemplateValue[] => {
    const key = String(index)
    switch (kindOf(button?.type)) {
      case 'QUICK_REPLY':
        return [{ part: 'button', key, type: 'payload', is_optional: true }]
      case 'URL':
        return variablesIn(button.url).length > 0 ? [required('button', key, 'url')] : []
      case 'OTP':
        return [required('button', key, 'url')]
      case 'COPY_CODE':
        return [required('button', key, 'coupon_code')]
      default:
        return []
    }
  })
}

function required(part: TemplateValue['part'], key: string, type: TemplateValue['type']): TemplateValue {
  return { part, key, type, is_optional: false }
}

/** Names or numbers of the variables in a text, each once; numbers in their order. */
function variablesIn(text: unknown): string[] {
  const found = [...String(text ?? '').matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]!)
  return [...new Set(found)].toSorted((a, b) => Number(a) - Number(b) || 0)
}

function checkValue(value: TemplateValue, parameters: TemplateParameters, hasFile: boolean): TemplateProblem[] {
  const { part, key, type, is_optional } = value
  const field = fieldOf(value)
  const given = templateValueOf(value, parameters)
  const isFile = part === 'header' && type !== 'text'
  if (isFile && type !== 'location' && (hasFile || isReference(given))) return []
  if (isFile && type === 'location' && isLocation(given)) return []
  if (isFile) return [problem(field, `The header needs ${wordsFor[type] ?? type}.`)]
  if (given === undefined || given === '' || given === null)
    return is_optional ? [] : [problem(field, `${nameOf(part, key)} needs a value.`)]
  if (typeof given !== 'string') return [problem(field, `${nameOf(part, key)} must be text.`)]
  if (type === 'text' && /[\n\r\t]| {5}/.test(given))
    return [problem(field, `${nameOf(part, key)} must be one line without tabs and long gaps.`)]
  return []
}

const wordsFor: Partial<Record<TemplateValue['type'], string>> = {
  image: 'an image: a link or an attachment',
  video: 'a video: a link or an attachment',
  gif: 'an animation: a link or an attachment',
  document: 'a document: a link or an attachment',
  location: 'a location: latitude and longitude',
}

/** Values without a place in the template; the provider refuses a wrong count. */
function checkSurplus(
  values: readonly TemplateValue[],
  { header, body, buttons }: TemplateParameters,
): TemplateProblem[] {
  const has = (part: TemplateValue['part'], key?: string) =>
    values.some((value) => value.part === part && (key === undefined || value.key === key))
  const keys = Array.isArray(body) ? body.map((_, index) => String(index + 1)) : Object.keys(body ?? {})
  return [
    ...(header !== undefined && header !== '' && !has('header')
      ? [problem('header', 'The header of this template takes no value.')]
      : []),
    ...keys.filter((key) => !has('body', key)).map((key) => problem(`body.${key}`, `The body has no {{${key}}}.`)),
    ...Object.keys(buttons ?? {})
      .filter((key) => !has('button', key))
      .map((key) => problem(`buttons.${key}`, `Button ${key} takes no value.`)),
  ]
}

function fieldOf({ part, key }: TemplateValue): string {
  if (part === 'header') return 'header'
  return part === 'button' ? `buttons.${key}` : `body.${key}`
}

function nameOf(part: TemplateValue['part'], key: string): string {
  if (part === 'button') return `Button ${key}`
  return part === 'header' ? `{{${key}}} of the header` : `{{${key}}} of the body`
}

function problem(field: string, detail: string): TemplateProblem {
  return { field, detail }
}

function isReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { link, attachment_id } = value as Record<string, unknown>
  return [link, attachment_id].some((each) => (typeof each === 'string' && each !== '') || typeof each === 'number')
}

function isLocation(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { latitude, longitude } = value as Record<string, unknown>
  return typeof latitude === 'number' && typeof longitude === 'number'
}

function own(values: unknown, key: string): unknown {
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, key)) return undefined
  return (values as Record<string, unknown>)[key]
}

function kindOf(type: unknown): string {
  return typeof type === 'string' ? type.toUpperCase() : ''
}
