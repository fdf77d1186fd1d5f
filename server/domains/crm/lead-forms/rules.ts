import { lead_answers, type LeadForm, type LeadFormField, touch_fields } from '#contract/records/lead-form.ts'
import * as contacts from '#domains/contacts/rules.ts'
import { type FieldError, Problem, reject } from '#kernel/problem.ts'

export type Fields = Pick<
  LeadForm,
  'name' | 'allowed_domains' | 'fields' | 'thanks_message' | 'redirect_url' | 'active'
> & {
  pipeline_id: string | null
  stage_id: string | null
  owner_id: string | null
}

/** A question as a caller sends it; defaults depend on its key. */
export type FieldInput = Pick<LeadFormField, 'key'> & { [F in keyof LeadFormField]?: LeadFormField[F] | undefined }

export const default_fields: readonly FieldInput[] = [
  { key: 'name', required: true },
  { key: 'email', required: true },
  { key: 'phone' },
  { key: 'message' },
]

/** Validated questions. At least one must ask for a way to contact the visitor. */
export function checkFields(inputs: readonly FieldInput[]): LeadFormField[] {
  const fields = inputs.map(checkField)
  const duplicate = fields.find(({ key }, i) => fields.findIndex((each) => each.key === key) < i)
  if (duplicate) reject('invalid_value', `${duplicate.key} appears twice; use each key once.`, 'fields')
  if (!fields.some(({ key }) => key === 'email' || key === 'phone'))
    reject('missing_field', 'Include the field email or phone, so that the lead can be contacted.', 'fields')
  return fields
}

/** Keys with another meaning in a submission, or unsafe as object keys. */
const reserved = new Set<string>([...touch_fields, 'lead_form', 'constructor', 'prototype'])

function checkField({ key, label = null, type, required = false, choices = [] }: FieldInput, i: number): LeadFormField {
  const at = `fields/${i}`
  if (reserved.has(key)) reject('invalid_value', `${key} is reserved; choose another key.`, `${at}/key`)
  const isStandard = (lead_answers as readonly string[]).includes(key)
  const standard = key === 'message' ? 'long_text' : 'text'
  if (isStandard && type !== undefined && type !== standard)
    reject('invalid_value', `${key} is always of type ${standard}; leave the type out.`, `${at}/type`)
  const kind = isStandard ? standard : (type ?? 'text')
  const options = [...new Set(choices.map((choice) => choice.trim()).filter(Boolean))]
  if (kind === 'choice' && options.length === 0)
    reject('missing_field', `${key} needs choices to choose from: give choices.`, `${at}/choices`)
  if (kind !== 'choice' && options.length > 0)
    reject('invalid_value', 'Only a field of type choice has choices; leave them out.', `${at}/choices`)
  // Only standard fields have a translated default label.
  return { key, label: label?.trim() || (isStandard ? null : key), type: kind, required, choices: options }
}

/** Normalises the redirect address, which is set by the workspace and never by a visitor. */
export function checkRedirect(address: string | null): string | null {
  if (!address?.trim()) return null
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined
  const isPage = url && ['https:', 'http:'].includes(url.protocol) && !url.username && !url.password
  return isPage
    ? url.href
    : reject('invalid_value', 'Enter the full address of a page, such as https://example.com/gracias.', 'redirect_url')
}

type Answer = string | number | boolean
export type Answers = Readonly<Record<string, Answer | undefined>>

/** A validated submission. */
export type Submission = {
  name: string
  email: string | null
  phone: string | null
  /** The phone in E.164, if it can be parsed. */
  phone_number: string | null
  company_name: string | null
  message: string | null
  custom_attributes: Record<string, Answer>
}

type Values = Record<string, Answer>

/** Validates the answers and reports all errors at once. Unknown keys are ignored. */
export function readAnswers(fields: readonly LeadFormField[], answers: Answers, country: string): Submission {
  const values: Values = {}
  const errors = fields.flatMap((field) => readAnswer(field, answers, values) ?? [])
  const { name, email, phone, company_name, message, ...custom_attributes } = values
  const channels = readChannels(email, phone, country)
  if (email !== undefined && !channels.email)
    errors.push(error('email', 'invalid_value', 'email is not an e-mail address.'))
  if (!channels.email && !channels.phone_number && errors.length === 0)
    errors.push(unreachableError(fields, channels.phone))
  if (errors.length > 0) rejectAll(errors)
  return {
    name: textOf(name) ?? channels.email ?? channels.phone!,
    ...channels,
    company_name: textOf(company_name),
    message: textOf(message),
    custom_attributes,
  }
}

/** Adds the answer to the values, or returns an error. */
function readAnswer(field: LeadFormField, answers: Answers, values: Values): FieldError | undefined {
  const { key, type, required } = field
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined
  const value = answer === undefined ? '' : readers[type](answer, field)
  if (value === undefined) return error(key, 'invalid_value', `${key} is not valid; ${describeExpected(field)}.`)
  if (value !== '') values[key] = value
  const isMissing = required && (value === '' || value === false)
  return isMissing ? error(key, 'missing_field', `${key} is required.`) : undefined
}

function readChannels(email: Answer | undefined, phone: Answer | undefined, country: string) {
  return {
    email: email === undefined ? null : (contacts.findEmailAddress(String(email)) ?? null),
    phone: textOf(phone),
    phone_number: phone === undefined ? null : (contacts.findPhoneNumber(String(phone), country) ?? null),
  }
}

/** Error for a submission without any usable channel. */
function unreachableError(fields: readonly LeadFormField[], phone: string | null): FieldError {
  if (phone) return error('phone', 'invalid_value', 'phone is not a valid number; include the country code.')
  const key = fields.some((field) => field.key === 'email') ? 'email' : 'phone'
  return error(key, 'missing_field', `${key} is required, so that we can contact you.`)
}

function error(key: string, code: FieldError['code'], detail: string): FieldError {
  return { field: `answers/${key}`, code, detail }
}

function rejectAll(errors: FieldError[]): never {
  const code = errors.every((each) => each.code === 'missing_field') ? 'missing_field' : 'invalid_value'
  throw new Problem(code, errors.map(({ detail }) => detail).join(' '), { errors })
}

const MAX_LINE = 255

/** Parsers by field type; they return undefined for an invalid answer. */
const readers: Record<LeadFormField['type'], (answer: Answer, field: LeadFormField) => Answer | undefined> = {
  text: (answer) => {
    const line = String(answer).replace(/\s+/g, ' ').trim()
    return line.length <= MAX_LINE ? line : undefined
  },
  long_text: (answer) => String(answer).replaceAll('\r\n', '\n').trim(),
  number: (answer) => {
    const digits = String(answer).trim()
    if (digits === '') return ''
    return /^-?\d{1,15}(\.\d{1,6})?$/.test(digits) ? Number(digits) : undefined
  },
  choice: (answer, { choices }) => {
    const choice = String(answer).trim()
    return choice === '' || choices.includes(choice) ? choice : undefined
  },
  // A browser sends "on", or omits the field.
  checkbox: (answer) => ['on', 'true', '1', 'yes'].includes(String(answer).toLowerCase()),
}

function describeExpected({ type, choices }: LeadFormField): string {
  if (type === 'number') return 'enter a number such as 1500 or 2.5'
  return type === 'choice' ? `choose one of: ${choices.join(', ')}` : `use at most ${MAX_LINE} characters`
}

function textOf(answer: Answer | undefined): string | null {
  return answer === undefined ? null : String(answer)
}

/**
 * Whether every channel in the submission belongs to this contact. A stranger who enters a customer's e-mail together
 * with another phone number is treated as a different person.
 */
export function isSamePerson(
  contact: { email: string | null; phone_number: string | null },
  { email, phone, phone_number }: Pick<Submission, 'email' | 'phone' | 'phone_number'>,
): boolean {
  if (email && email !== contact.email) return false
  return !phone || (phone_number !== null && phone_number === contact.phone_number)
}
