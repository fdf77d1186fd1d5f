import type { Limits } from '#contract/plans.ts'
import { reject } from '#kernel/problem.ts'

/** A required text, trimmed and in normalised Unicode. */
export function requireText(value: string, field: string, what: string): string {
  const name = value.normalize().trim()
  return name === '' ? reject('missing_field', `Give ${what}.`, field) : name
}

/** The trimmed text, or null if empty. */
export function textOrNull(value: string | null | undefined): string | null {
  return value?.trim() ? value.trim() : null
}

/** Refuses more than the plan allows. */
export function checkLimit(
  what: keyof Limits,
  had: number,
  added: number,
  { most, plan }: { most: number; plan: string },
) {
  if (had + added > most)
    reject(
      'plan_limit',
      `The plan ${plan} allows ${most} ${what}, and there are ${had}. Delete some or upgrade the plan.`,
    )
}

/** The source of a new document: text or a page, never both. */
export function sourceOf(input: { text?: string | undefined; url?: string | undefined }): 'text' | 'url' {
  const hasText = Boolean(input.text?.trim())
  const hasUrl = Boolean(input.url?.trim())
  if (hasText && hasUrl) reject('invalid_value', 'Give text or url, not both.', 'url')
  if (!hasText && !hasUrl) reject('missing_field', 'Give text, or the url of a public page.', 'text')
  return hasText ? 'text' : 'url'
}

/** The normalised URL of a page. */
export function pageAddress(written: string, objection: string | undefined): string {
  if (!URL.canParse(written))
    reject('invalid_value', 'Write the whole address, such as https://example.com/help.', 'url')
  const { protocol, hostname, href } = new URL(written)
  // Over plain http the page could be changed on its way; addresses of the operator's own networks are allowed by number.
  if (protocol !== 'https:' && !(protocol === 'http:' && (hostname === 'localhost' || isAddress(hostname))))
    reject(
      'invalid_value',
      'Only https pages can be read; give the https address, or the words of the page as text.',
      'url',
    )
  if (objection) reject('invalid_value', objection, 'url')
  return href
}

function isAddress(hostname: string): boolean {
  return /^(\d+(\.\d+){3}|\[[\da-f:.]+\])$/i.test(hostname)
}

/** Content types whose text can be extracted. */
const READABLE = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
])

/** Refuses unsupported files, by content type or, if that is generic, by extension. */
export function checkFile({ file_name, content_type }: { file_name: string; content_type: string }): void {
  const isText = content_type === 'application/octet-stream' && /\.(html?|xhtml|txt|md|markdown)$/i.test(file_name)
  const isWord = content_type === 'application/zip' && /\.docx$/i.test(file_name)
  if (!READABLE.has(content_type) && !isText && !isWord)
    reject('invalid_value', `${file_name} is not supported. Upload PDF, DOCX, HTML, Markdown or text.`, 'files')
}

/** The default title of a file: its name without extension. */
export function titleOf(file_name: string): string {
  return file_name.replace(/\.\w{1,10}$/, '').trim() || file_name
}
