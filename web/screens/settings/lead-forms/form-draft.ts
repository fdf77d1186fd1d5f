import { lead_answers, type LeadForm, type LeadFormField } from '#contract/records/lead-form.ts'
import type { Input } from '#web/app/api.ts'

/** A form being edited; lists are lines of text. */
export type FormDraft = {
  name: string
  fields: LeadFormField[]
  pipeline: string
  stage: string
  owner: string
  domains: string
  thanks_message: string
  redirect_url: string
}

export const newForm: FormDraft = {
  name: '',
  fields: [question('name', true), question('email', true), question('phone'), question('message')],
  pipeline: '',
  stage: '',
  owner: '',
  domains: '',
  thanks_message: '',
  redirect_url: '',
}

export function readForm(form: LeadForm): FormDraft {
  return {
    name: form.name,
    fields: form.fields,
    pipeline: form.pipeline?.id ?? '',
    stage: form.stage?.id ?? '',
    owner: form.owner?.id ?? '',
    domains: form.allowed_domains.join('\n'),
    thanks_message: form.thanks_message ?? '',
    redirect_url: form.redirect_url ?? '',
  }
}

/** A new question. Built-in lead fields have their own type. */
export function question(key: string, required = false): LeadFormField {
  return { key, label: null, type: key === 'message' ? 'long_text' : 'text', required, choices: [] }
}

export const isUsual = (key: string) => (lead_answers as readonly string[]).includes(key)

/** A free key for a custom question. */
export function freeKey(fields: readonly LeadFormField[], word: string): string {
  const taken = new Set(fields.map(({ key }) => key))
  const numbers = Array.from({ length: fields.length + 1 }, (_, index) => `${word}_${index + 1}`)
  return numbers.find((key) => !taken.has(key))!
}

export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The input for the server, which validates it. */
export function asInput(draft: FormDraft): Input<'create_lead_form'> {
  return {
    name: draft.name.trim(),
    fields: draft.fields.map(({ choices, type, ...field }) => ({
      ...field,
      type,
      choices: type === 'choice' ? choices.filter((choice) => choice.trim()) : [],
    })),
    pipeline: draft.pipeline || null,
    stage: draft.stage || null,
    owner: draft.owner || null,
    allowed_domains: linesOf(draft.domains),
    thanks_message: draft.thanks_message.trim() || null,
    redirect_url: draft.redirect_url.trim() || null,
  }
}
