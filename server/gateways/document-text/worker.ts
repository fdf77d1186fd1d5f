import { parentPort, workerData } from 'node:worker_threads'

/** A file with its declared type. */
export type Readable = { bytes: Uint8Array; content_type: string; file_name: string }

export type Answer =
  | { text: string; title: string | null }
  | { reason: 'unreadable' | 'encrypted' | 'too_much' | 'too_long' | 'unsupported' | 'empty' }

const MOST_CHARACTERS = 2 * 1024 * 1024

if (parentPort) parentPort.postMessage(await answer(workerData as Readable))

async function answer(file: Readable): Promise<Answer> {
  try {
    const { text, title } = await read(file)
    // Characters that the database rejects or that are invisible.
    const clean = text
      .toWellFormed()
      .replace(/[\0\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, '')
      .trim()
    if (clean === '') return { reason: 'empty' }
    if (clean.length > MOST_CHARACTERS) return { reason: 'too_long' }
    return { text: clean, title: title?.toWellFormed().replaceAll('\0', '').trim().slice(0, 255) || null }
  } catch (error) {
    return { reason: reasonOf(error as Error & { code?: string }) }
  }
}

/** Detects the type from the first bytes; the declared type counts only for files without a signature. */
async function read(file: Readable): Promise<{ text: string; title: string | null }> {
  const head = Buffer.from(file.bytes.subarray(0, 1024)).toString('latin1')
  // Each parser is loaded only when needed.
  if (head.includes('%PDF-')) return (await import('./pdf.ts')).readPdf(file.bytes, MOST_CHARACTERS)
  if (head.startsWith('PK\x03\x04')) return (await import('./docx.ts')).readDocx(file.bytes)
  const { decode, readHtml, wideOf } = await import('./html.ts')
  if (file.bytes.subarray(0, 1024).includes(0) && !wideOf(file.bytes) && !/charset=utf-?16/i.test(file.content_type))
    throw refusal('unsupported')
  if (isHtml(file, head)) return readHtml(decode(file.bytes, file.content_type))
  return { text: decode(file.bytes, file.content_type), title: null }
}

function isHtml({ content_type, file_name }: Readable, head: string): boolean {
  if (/^(text\/html|application\/xhtml\+xml)/i.test(content_type)) return true
  if (/\.(html?|xhtml)$/i.test(file_name)) return true
  return /^\s*(<!doctype html|<html[\s>])/i.test(head)
}

function refusal(code: string): Error {
  return Object.assign(new Error(code), { code })
}

function reasonOf({ name, code }: Error & { code?: string }) {
  if (code === 'unsupported' || code === 'encrypted' || code === 'too_long') return code
  if (name === 'PasswordException') return 'encrypted'
  if (code === 'ERR_BUFFER_TOO_LARGE' || name === 'RangeError') return 'too_much'
  return 'unreadable'
}
