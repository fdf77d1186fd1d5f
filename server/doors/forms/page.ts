import { type LeadFormField, touch_fields } from '#contract/records/lead-form.ts'
import type { PublicForm } from '#domains/access/forms.ts'
import { formStyle } from '#doors/forms/style.ts'
import { type Language, words } from '#doors/forms/words.ts'
import type { FieldError } from '#kernel/problem.ts'

export const TRAP = '_website'
export const START = '_started'

/** What was sent, or came with the address, to be shown again. */
export type Sent = Readonly<Record<string, unknown>>
type Filled = { sent: Sent; started: string; errors?: readonly FieldError[]; again?: boolean }

/** The form, which needs no script. What was wrong stands beside its question, and what was written stays. */
export function formPage(form: PublicForm, { sent, started, errors = [], again = false }: Filled): string {
  const language = form.actor.account.locale
  const say = words[language]
  const alert = errors.length > 0 ? say.wrong : again ? say.again : ''
  const hidden = touch_fields.flatMap((field) => (textOf(sent[field]) ? [hiddenField(field, textOf(sent[field]))] : []))
  return document(
    language,
    form.name,
    `<h1>${escape(form.name)}</h1>
${alert && `<p class="error" role="alert">${alert}</p>`}
<form method="post" action="/forms/${form.token}">
${form.fields.map((field) => question(language, field, sent[field.key], errorOf(field, errors))).join('\n')}
<p class="trap" aria-hidden="true"><label for="trap">${say.trap}</label><input id="trap" name="${TRAP}" tabindex="-1" autocomplete="off"></p>
${[...hidden, hiddenField(START, started)].join('')}
<button>${say.send}</button>
</form>`,
  )
}

/** Thanks, in the words of the form or of the product. */
export function thanksPage({ name, actor, thanks_message }: PublicForm): string {
  const language = actor.account.locale
  const thanks = escape(thanks_message ?? words[language].thanks)
  return document(language, name, `<h1>${escape(name)}</h1><p class="thanks" role="status">${thanks}</p>`)
}

/** A page that only says something: closed, not found, failed. */
export function noticePage(language: Language, title: 'closed' | 'missing' | 'failed', name = ''): string {
  const say = words[language]
  return document(language, name, `<h1>${say[title]}</h1><p>${say[`${title}Note`]}</p>`)
}

function question(language: Language, field: LeadFormField, value: unknown, error: FieldError | undefined): string {
  const say = words[language]
  const label = escape(field.label ?? say.labels[field.key as keyof typeof say.labels])
  const needed = field.required ? ` <span class="needed">(${say.required})</span>` : ''
  const id = `field-${field.key}`
  const common = [
    `id="${id}" name="${field.key}"`,
    field.required ? 'required' : '',
    error ? `aria-invalid="true" aria-describedby="${id}-error"` : '',
  ].filter(Boolean)
  const shown = input(field, common.join(' '), value, say.choose)
  const wrong = error ? `<span class="error" id="${id}-error">${sentence(language, field, error)}</span>` : ''
  const asked = `<label for="${id}">${label}${needed}</label>`
  return field.type === 'checkbox' ? `<p class="tick">${shown}${asked}${wrong}</p>` : `<p>${asked}${shown}${wrong}</p>`
}

const kinds: Readonly<Record<string, string>> = {
  name: 'type="text" autocomplete="name"',
  email: 'type="email" autocomplete="email"',
  phone: 'type="tel" autocomplete="tel"',
  company_name: 'type="text" autocomplete="organization"',
}

function input({ key, type, choices }: LeadFormField, common: string, value: unknown, choose: string): string {
  const text = textOf(value)
  if (type === 'long_text') return `<textarea ${common} rows="5" maxlength="5000">\n${escape(text)}</textarea>`
  if (type === 'checkbox') return `<input type="checkbox" ${common} value="true"${text ? ' checked' : ''}>`
  if (type === 'number')
    return `<input type="text" inputmode="decimal" ${common} maxlength="30" value="${escape(text)}">`
  if (type === 'choice') {
    const offered = choices.map(
      (each) => `<option${each === text ? ' selected' : ''} value="${escape(each)}">${escape(each)}</option>`,
    )
    return `<select ${common}><option value="">${choose}</option>${offered.join('')}</select>`
  }
  return `<input ${kinds[key] ?? 'type="text"'} ${common} maxlength="255" value="${escape(text)}">`
}

function errorOf({ key }: LeadFormField, errors: readonly FieldError[]): FieldError | undefined {
  return errors.find(({ field }) => field === `answers/${key}`)
}

function sentence(language: Language, { key, type }: LeadFormField, { code }: FieldError): string {
  const say = words[language]
  if (code === 'missing_field') return say.missing_field
  if (key === 'email' || key === 'phone') return say.invalid[key]
  return type === 'number' || type === 'choice' ? say.invalid[type] : say.invalid.text
}

function hiddenField(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escape(value)}">`
}

function document(language: Language, name: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(name) || words[language].missing}</title>
<link rel="icon" href="data:,">
<style>${formStyle}</style>
</head>
<body><main>
${body}
</main></body>
</html>`
}

/** Answers are text here; what is anything else was not typed into a form of ours. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
