import type { Input } from '#web/app/api.ts'

type Submitted = Input<'create_inbox_template'>
type Component = Submitted['components'][number]

/** Templates for access codes have no text of their own; they are created at Meta. */
export const categories = ['UTILITY', 'MARKETING'] as const
export const headerKinds = ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'] as const
export const buttonKinds = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER'] as const

export type TemplateButton = { kind: (typeof buttonKinds)[number]; text: string; value: string }
/** The uploaded example of a header: its token, and an address that shows it. */
export type HeaderFile = { token: string; name: string; preview: string }
export type TemplateDraft = {
  name: string
  language: string
  category: (typeof categories)[number]
  header_kind: (typeof headerKinds)[number]
  header: string
  header_file: HeaderFile | null
  body: string
  footer: string
  buttons: readonly TemplateButton[]
  /** Example values, by part and key: `body.1`. */
  examples: Readonly<Record<string, string>>
}

export const emptyTemplate: TemplateDraft = {
  name: '',
  language: 'es_MX',
  category: 'UTILITY',
  header_kind: 'NONE',
  header: '',
  header_file: null,
  body: '',
  footer: '',
  buttons: [],
  examples: {},
}

/** The variables of a text, each once: `{{1}}`, `{{name}}`. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, key]) => key!))]
}

/** The examples a template needs, because the provider reviews it with them. */
export const exampleFields = ({ header_kind, header, body, buttons }: TemplateDraft): string[] => [
  ...(header_kind === 'TEXT' ? variablesOf(header) : []).map((key) => `header.${key}`),
  ...variablesOf(body).map((key) => `body.${key}`),
  ...buttons.flatMap((button, index) => (hasVariable(button) ? `button.${index}` : [])),
]

/** Whether the end of a link is different for each customer. */
const hasVariable = ({ kind, value }: TemplateButton) => kind === 'URL' && variablesOf(value).length > 0

export type TemplateProblem = 'name' | 'header' | 'body' | 'buttons' | 'examples'

/** The parts that are missing or malformed. */
export function findProblems(draft: TemplateDraft): TemplateProblem[] {
  const isFilled = (text: string | undefined) => Boolean(text?.trim())
  const isComplete = ({ kind, text, value }: TemplateButton) =>
    isFilled(text) && (kind === 'QUICK_REPLY' || isFilled(value))
  return [
    ...(/^[a-z0-9_]+$/.test(draft.name) ? [] : (['name'] as const)),
    ...(hasHeader(draft) ? [] : (['header'] as const)),
    ...(isFilled(draft.body) ? [] : (['body'] as const)),
    ...(draft.buttons.every(isComplete) ? [] : (['buttons'] as const)),
    ...(exampleFields(draft).every((field) => isFilled(draft.examples[field])) ? [] : (['examples'] as const)),
  ]
}

function hasHeader({ header_kind, header, header_file }: TemplateDraft): boolean {
  if (header_kind === 'NONE') return true
  return header_kind === 'TEXT' ? header.trim() !== '' : header_file !== null
}

/** The template as WhatsApp defines it. Variables with names are named parameters. */
export function toTemplate(inbox_id: string, draft: TemplateDraft): Submitted {
  const { name, language, category, header_kind, header_file, body, footer, buttons, examples } = draft
  const header = header_kind === 'TEXT' ? draft.header : ''
  const isFile = header_kind !== 'TEXT' && header_kind !== 'NONE'
  const isNamed = [...variablesOf(header), ...variablesOf(body)].some((key) => !/^\d+$/.test(key))
  const exampleOf = (part: 'header' | 'body', text: string): Component => {
    const values = variablesOf(text).map((key) => ({ param_name: key, example: examples[`${part}.${key}`]!.trim() }))
    if (values.length === 0) return {}
    if (isNamed) return { example: { [`${part}_text_named_params`]: values } }
    const plain = values.map(({ example }) => example)
    return { example: { [`${part}_text`]: part === 'body' ? [plain] : plain } }
  }
  return {
    inbox_id,
    name,
    language,
    category,
    parameter_format: isNamed ? 'named' : 'positional',
    ...(isFile && header_file && { header_file: header_file.token }),
    components: [
      ...(isFile ? [{ type: 'HEADER', format: header_kind }] : []),
      ...(header.trim()
        ? [{ type: 'HEADER', format: 'TEXT', text: header.trim(), ...exampleOf('header', header) }]
        : []),
      { type: 'BODY', text: body.trim(), ...exampleOf('body', body) },
      ...(footer.trim() ? [{ type: 'FOOTER', text: footer.trim() }] : []),
      ...(buttons.length > 0
        ? [{ type: 'BUTTONS', buttons: buttons.map((button, index) => toButton(button, examples[`button.${index}`])) }]
        : []),
    ],
  }
}

function toButton({ kind, text, value }: TemplateButton, example: string | undefined): Component {
  if (kind === 'QUICK_REPLY') return { type: kind, text: text.trim() }
  const target = value.trim()
  if (kind === 'PHONE_NUMBER') return { type: kind, text: text.trim(), phone_number: target }
  const variable = /\{\{\s*\w+\s*\}\}/
  const whole = variable.test(target) && { example: [target.replace(variable, example?.trim() ?? '')] }
  return { type: kind, text: text.trim(), url: target, ...whole }
}

/** A text with its examples in place of its variables. */
export const fillExamples = (text: string, part: 'header' | 'body', examples: TemplateDraft['examples']): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, key: string) => examples[`${part}.${key}`]?.trim() || whole)
