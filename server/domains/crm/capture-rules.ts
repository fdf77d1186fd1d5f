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

/** A question as a caller writes it: the rest follows from its key. */
export type Asked = Pick<LeadFormField, 'key'> & { [F in keyof LeadFormField]?: LeadFormField[F] | undefined }

export const usual_fields: readonly Asked[] = [
  { key: 'name', required: true },
  { key: 'email', required: true },
  { key: 'phone' },
  { key: 'message' },
]

/** What is asked, as it will be kept. Who is to be called back must be able to say where. */
export function checkFields(asked: readonly Asked[]): LeadFormField[] {
  const fields = asked.map(checkField)
  const twice = fields.find(({ key }, i) => fields.findIndex((each) => each.key === key) < i)
  if (twice) reject('invalid_value', `${twice.key} is asked twice; ask each once.`, 'fields')
  if (!fields.some(({ key }) => key === 'email' || key === 'phone'))
    reject('missing_field', 'Ask for the email or the phone, so that somebody can answer the lead.', 'fields')
  return fields
}

/** Names that mean something else in what a form sends, or that would reach into objects. */
const taken = new Set<string>([...touch_fields, 'lead_form', 'constructor', 'prototype'])

function checkField({ key, label = null, type, required = false, choices = [] }: Asked, i: number): LeadFormField {
  const at = `fields/${i}`
  if (taken.has(key)) reject('invalid_value', `${key} has a meaning of its own; choose another key.`, `${at}/key`)
  const isOwn = (lead_answers as readonly string[]).includes(key)
  const own = key === 'message' ? 'long_text' : 'text'
  if (isOwn && type !== undefined && type !== own)
    reject('invalid_value', `${key} is always of type ${own}; leave the type out.`, `${at}/type`)
  const kept = isOwn ? own : (type ?? 'text')
  const offered = [...new Set(choices.map((choice) => choice.trim()).filter(Boolean))]
  if (kept === 'choice' && offered.length === 0)
    reject('missing_field', `Say what can be chosen for ${key}: give choices.`, `${at}/choices`)
  if (kept !== 'choice' && offered.length > 0)
    reject('invalid_value', 'Only a choice has choices; leave them out.', `${at}/choices`)
  // What the product does not know, it cannot ask in its own words.
  return { key, label: label?.trim() || (isOwn ? null : key), type: kept, required, choices: offered }
}

/** A page on the web, written out, so that it can stand in a header. It is the workspace's choice, never the visitor's. */
export function checkRedirect(address: string | null): string | null {
  if (!address?.trim()) return null
  const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined
  const isPage = url && ['https:', 'http:'].includes(url.protocol) && !url.username && !url.password
  return isPage
    ? url.href
    : reject('invalid_value', 'Write the whole address of a page, such as https://example.com/gracias.', 'redirect_url')
}

type Answer = string | number | boolean
export type Answers = Readonly<Record<string, Answer | undefined>>

/** What somebody filled in, as it will be kept. */
export type Said = {
  name: string
  email: string | null
  phone: string | null
  /** The same as E.164, where it can be called. */
  phone_number: string | null
  company_name: string | null
  message: string | null
  custom_attributes: Record<string, Answer>
}

type Given = Record<string, Answer>

/** Reads the answers to what is asked; all that is wrong is said at once. Whatever else was sent is passed over. */
export function read(fields: readonly LeadFormField[], answers: Answers, country: string): Said {
  const given: Given = {}
  const wrong = fields.flatMap((field) => readOne(field, answers, given) ?? [])
  const { name, email, phone, company_name, message, ...custom_attributes } = given
  const reached = channels(email, phone, country)
  if (email !== undefined && !reached.email)
    wrong.push(error('email', 'invalid_value', 'email is not an e-mail address.'))
  if (!reached.email && !reached.phone_number && wrong.length === 0) wrong.push(unreachable(fields, reached.phone))
  if (wrong.length > 0) refuse(wrong)
  return {
    name: textOf(name) ?? reached.email ?? reached.phone!,
    ...reached,
    company_name: textOf(company_name),
    message: textOf(message),
    custom_attributes,
  }
}

/** Puts what was answered among what was given, or says what is wrong with it. */
function readOne(field: LeadFormField, answers: Answers, given: Given): FieldError | undefined {
  const { key, type, required } = field
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined
  const value = answer === undefined ? '' : readers[type](answer, field)
  if (value === undefined) return error(key, 'invalid_value', `${key} cannot be read; ${wanted(field)}.`)
  if (value !== '') given[key] = value
  const isMissing = required && (value === '' || value === false)
  return isMissing ? error(key, 'missing_field', `${key} is needed.`) : undefined
}

function channels(email: Answer | undefined, phone: Answer | undefined, country: string) {
  return {
    email: email === undefined ? null : (contacts.findEmailAddress(String(email)) ?? null),
    phone: textOf(phone),
    phone_number: phone === undefined ? null : (contacts.findPhoneNumber(String(phone), country) ?? null),
  }
}

/** Somebody left no way to answer them. */
function unreachable(fields: readonly LeadFormField[], phone: string | null): FieldError {
  if (phone) return error('phone', 'invalid_value', 'phone cannot be called; write it with its country code.')
  const key = fields.some((field) => field.key === 'email') ? 'email' : 'phone'
  return error(key, 'missing_field', `${key} is needed, so that somebody can answer.`)
}

function error(key: string, code: FieldError['code'], detail: string): FieldError {
  return { field: `answers/${key}`, code, detail }
}

function refuse(errors: FieldError[]): never {
  const code = errors.every((each) => each.code === 'missing_field') ? 'missing_field' : 'invalid_value'
  throw new Problem(code, errors.map(({ detail }) => detail).join(' '), { errors })
}

const LONGEST_LINE = 255

/** How an answer is read; undefined where it cannot be. */
const readers: Record<LeadFormField['type'], (answer: Answer, field: LeadFormField) => Answer | undefined> = {
  text: (answer) => {
    const line = String(answer).replace(/\s+/g, ' ').trim()
    return line.length <= LONGEST_LINE ? line : undefined
  },
  long_text: (answer) => String(answer).replaceAll('\r\n', '\n').trim(),
  number: (answer) => {
    const digits = String(answer).trim()
    if (digits === '') return ''
    return /^-?\d{1,15}(\.\d{1,6})?$/.test(digits) ? Number(digits) : undefined
  },
  choice: (answer, { choices }) => {
    const said = String(answer).trim()
    return said === '' || choices.includes(said) ? said : undefined
  },
  // A browser says "on", or nothing at all.
  checkbox: (answer) => ['on', 'true', '1', 'yes'].includes(String(answer).toLowerCase()),
}

function wanted({ type, choices }: LeadFormField): string {
  if (type === 'number') return 'write a number, such as 1500 or 2.5'
  return type === 'choice' ? `choose among: ${choices.join(', ')}` : `write at most ${LONGEST_LINE} characters`
}

function textOf(answer: Answer | undefined): string | null {
  return answer === undefined ? null : String(answer)
}

/**
 * Whether the one who typed this can only be reached where this contact is: then it is about them, whoever typed it. A
 * stranger who types a customer's e-mail beside a phone of their own is somebody else.
 */
export function isAbout(
  contact: { email: string | null; phone_number: string | null },
  { email, phone, phone_number }: Pick<Said, 'email' | 'phone' | 'phone_number'>,
): boolean {
  if (email && email !== contact.email) return false
  return !phone || (phone_number !== null && phone_number === contact.phone_number)
}
