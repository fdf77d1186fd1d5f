import type { LeadFormField } from '#contract/records/lead-form.ts'

type Form = { url: string; fields: readonly LeadFormField[] }
type Words = { labels: Record<string, string>; send: string }

/** The form as plain HTML, with the script that records where a visitor came from. */
export function embedCode({ url, fields }: Form, { labels, send }: Words): string {
  const inputs = fields.map((field) => {
    const name = escape(field.label ?? labels[field.key] ?? field.key)
    const input = inputOf(field)
    return field.type === 'checkbox' ? `  <label>${input} ${name}</label>` : `  <label>${name} ${input}</label>`
  })
  const lines = [
    `<form method="post" action="${escape(url)}">`,
    ...inputs,
    `  <button>${escape(send)}</button>`,
    '</form>',
  ]
  return [...lines, `<script src="${new URL('/forms.js', url).href}" defer></script>`].join('\n')
}

const kinds: Record<string, string> = { email: 'email', phone: 'tel' }

function inputOf({ key, type, required, choices }: LeadFormField): string {
  const attributes = `name="${key}"${required ? ' required' : ''}`
  switch (type) {
    case 'long_text':
      return `<textarea ${attributes}></textarea>`
    case 'checkbox':
      return `<input type="checkbox" ${attributes} value="true">`
    case 'choice':
      return `<select ${attributes}>${choices.map((choice) => `<option>${escape(choice)}</option>`).join('')}</select>`
    default:
      return `<input type="${kinds[key] ?? 'text'}" ${attributes}>`
  }
}

const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
