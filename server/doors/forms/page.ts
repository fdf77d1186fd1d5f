import { type LeadFormField, touch_fields } from '#contract/records/lead-form.ts'
import type { PublicForm } from '#domains/access/public/forms.ts'
import { formStyle } from '#doors/forms/style.ts'
import { type Language, words } from '#doors/forms/words.ts'
import type { FieldError } from '#kernel/problem.ts'

/** A field that people do not see, so that only bots fill it in. */
export const TRAP_FIELD = '_website'
export const START_FIELD = '_started'

/** Values that were submitted, or came with the URL, to be filled in again. */
export type FormValues = Readonly<Record<string, unknown>>
type State = { values: FormValues; start: string; errors?: readonly FieldError[]; again?: boolean }

/** The form, which needs no script. Errors are shown beside their question, and values are kept. */
export function formPage(form: PublicForm, { values, start, errors = [], again = false }: State): string {
  const language = form.actor.account.locale
  const texts = words[language]
  const alert = errors.length > 0 ? texts.wrong : again ? texts.again : ''
  const hidden = touch_fields.flatMap((field) =>
    textOf(values[field]) ? [hiddenField(field, textOf(values[field]))] : [],
  )
  return document(
    language,
    form.name,
    `<h1>${escape(form.name)}</h1>
${alert && `<p class="error" role="alert">${alert}</p>`}
<form method="post" action="/forms/${form.token}">
${form.fields.map((field) => question(language, field, values[field.key], errorOf(field, errors))).join('\n')}
<p class="trap" aria-hidden="true"><label for="trap">${texts.trap}</label><input id="trap" name="${TRAP_FIELD}" tabindex="-1" autocomplete="off"></p>
${[...hidden, hiddenField(START_FIELD, start)].join('')}
<button>${texts.send}</button>
</form>`,
  )
}

/** The thanks of the form, or the default ones. */
export function thanksPage({ name, actor, thanks_message }: PublicForm): string {
  const language = actor.account.locale
  const thanks = escape(thanks_message ?? words[language].thanks)
  return document(language, name, `<h1>${escape(name)}</h1><p class="thanks" role="status">${thanks}</p>`)
}

/** A page with a notice: closed, not found or failed. */
export function noticePage(language: Language, title: 'closed' | 'missing' | 'failed', name = ''): string {
  const texts = words[language]
  return document(language, name, `<h1>${texts[title]}</h1><p>${texts[`${title}Note`]}</p>`)
}

function question(language: Language, field: LeadFormField, value: unknown, error: FieldError | undefined): string {
  const texts = words[language]
  const label = escape(field.label ?? texts.labels[field.key as keyof typeof texts.labels])
  const required = field.required ? ` <span class="needed">(${texts.required})</span>` : ''
  const id = `field-${field.key}`
  const attributes = [
    `id="${id}" name="${field.key}"`,
    field.required ? 'required' : '',
    error ? `aria-invalid="true" aria-describedby="${id}-error"` : '',
  ].filter(Boolean)
  const control = input(field, attributes.join(' '), value, texts.choose)
  const message = error ? `<span class="error" id="${id}-error">${errorText(language, field, error)}</span>` : ''
  const caption = `<label for="${id}">${label}${required}</label>`
  return field.type === 'checkbox'
    ? `<p class="tick">${control}${caption}${message}</p>`
    : `<p>${caption}${control}${message}</p>`
}

const inputTypes: Readonly<Record<string, string>> = {
  name: 'type="text" autocomplete="name"',
  email: 'type="email" autocomplete="email"',
  phone: 'type="tel" autocomplete="tel"',
  company_name: 'type="text" autocomplete="organization"',
}

function input({ key, type, choices }: LeadFormField, attributes: string, value: unknown, choose: string): string {
  const text = textOf(value)
  if (type === 'long_text') return `<textarea ${attributes} rows="5" maxlength="5000">\n${escape(text)}</textarea>`
  if (type === 'checkbox') return `<input type="checkbox" ${attributes} value="true"${text ? ' checked' : ''}>`
  if (type === 'number')
    return `<input type="text" inputmode="decimal" ${attributes} maxlength="30" value="${escape(text)}">`
  if (type === 'choice') {
    const options = choices.map(
      (each) => `<option${each === text ? ' selected' : ''} value="${escape(each)}">${escape(each)}</option>`,
    )
    return `<select ${attributes}><option value="">${choose}</option>${options.join('')}</select>`
  }
  return `<input ${inputTypes[key] ?? 'type="text"'} ${attributes} maxlength="255" value="${escape(text)}">`
}

function errorOf({ key }: LeadFormField, errors: readonly FieldError[]): FieldError | undefined {
  return errors.find(({ field }) => field === `answers/${key}`)
}

function errorText(language: Language, { key, type }: LeadFormField, { code }: FieldError): string {
  const texts = words[language]
  if (code === 'missing_field') return texts.missing_field
  if (key === 'email' || key === 'phone') return texts.invalid[key]
  return type === 'number' || type === 'choice' ? texts.invalid[type] : texts.invalid.text
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

/** Only text is filled in again: anything else did not come from a form of ours. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
