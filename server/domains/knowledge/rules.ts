import type { Limits } from '#contract/plans.ts'
import { reject } from '#kernel/problem.ts'

/** A text that says something, without the space around it; letters that look the same are the same. */
export function named(value: string, field: string, what: string): string {
  const name = value.normalize().trim()
  return name === '' ? reject('missing_field', `Give ${what}.`, field) : name
}

/** A text, or nothing where it is empty. */
export function optional(value: string | null | undefined): string | null {
  return value?.trim() ? value.trim() : null
}

/** Refuses what would be more than the plan allows. */
export function checkLimit(
  what: keyof Limits,
  had: number,
  added: number,
  { most, plan }: { most: number; plan: string },
) {
  if (had + added > most)
    reject(
      'plan_limit',
      `The plan ${plan} allows ${most} ${what}, and there are ${had}. Delete some, or choose another plan.`,
    )
}

/** What a new document is made of: a text or a page, never both. */
export function sourceOf(input: { text?: string | undefined; url?: string | undefined }): 'text' | 'url' {
  const hasText = Boolean(input.text?.trim())
  const hasUrl = Boolean(input.url?.trim())
  if (hasText && hasUrl) reject('invalid_value', 'Give text or url, not both.', 'url')
  if (!hasText && !hasUrl) reject('missing_field', 'Give text, or the url of a public page.', 'text')
  return hasText ? 'text' : 'url'
}

/** The address of a page, as it is parsed. Only https is read. */
export function pageAddress(written: string, objection: string | undefined): string {
  if (!URL.canParse(written))
    reject('invalid_value', 'Write the whole address, such as https://example.com/help.', 'url')
  const { protocol, href } = new URL(written)
  if (objection) reject('invalid_value', objection, 'url')
  if (protocol !== 'https:' && protocol !== 'http:') reject('invalid_value', 'Only https addresses can be read.', 'url')
  return href
}

/** What a file may be for its text to be read. */
const READABLE = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
])

/** Refuses what nobody can read: by what it begins with, and where that says little, by its name. */
export function checkFile({ file_name, content_type }: { file_name: string; content_type: string }): void {
  const isText = content_type === 'application/octet-stream' && /\.(html?|xhtml|txt|md|markdown)$/i.test(file_name)
  const isWord = content_type === 'application/zip' && /\.docx$/i.test(file_name)
  if (!READABLE.has(content_type) && !isText && !isWord)
    reject('invalid_value', `${file_name} cannot be read. Upload PDF, DOCX, HTML, Markdown or text.`, 'files')
}

/** The title a file has until somebody gives it one: its name without the ending. */
export function titleOf(file_name: string): string {
  return file_name.replace(/\.\w{1,10}$/, '').trim() || file_name
}
