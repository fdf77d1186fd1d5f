import { extname } from 'node:path'
import type { StoredFile } from '#kernel/uploads.ts'

/** Number of leading bytes needed to detect the type of a file. */
export const HEAD_BYTES = 4096

const TEXT_EXTENSIONS = new Set(['.txt', '.csv', '.tsv', '.md', '.json', '.log', '.yaml', '.yml', '.ini'])
const MARKUP = /(^|[/+])(xml|html|svg)/
const MAX_NAME_LENGTH = 200

type Kind = Pick<StoredFile, 'content_type' | 'file_type'>

const unknown: Kind = { content_type: 'application/octet-stream', file_type: 'file' }

/** Detects the kind of a file by its first bytes. The declared type and the name could pass off a web page as an image. */
export async function detectKind(head: Buffer, declared: { type: string; file_name: string }): Promise<Kind> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (!found) return isText(head, declared.file_name) ? { content_type: 'text/plain', file_type: 'file' } : unknown
  const detected = found.mime.split(';')[0]!
  // Markup can contain scripts.
  if (MARKUP.test(detected)) return unknown
  const content_type = audioOnly(detected, declared.type)
  const [group] = content_type.split('/')
  const file_type = group === 'image' || group === 'audio' || group === 'video' ? group : 'file'
  return { content_type, file_type }
}

/** Voice recordings use video containers; only the declared type says that there is no picture. */
function audioOnly(detected: string, declared: string): string {
  const containers = ['video/webm', 'video/mp4']
  return containers.includes(detected) && declared.startsWith('audio/')
    ? detected.replace('video/', 'audio/')
    : detected
}

function isText(head: Buffer, file_name: string): boolean {
  if (!TEXT_EXTENSIONS.has(extname(file_name).toLowerCase()) || head.includes(0)) return false
  try {
    // The head may end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length === HEAD_BYTES })
    return true
  } catch {
    return false
  }
}

/** A file name without folders, invisible characters that could disguise it, or excess length. */
export function sanitiseName(file_name: string): string {
  const name = file_name
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  if (/^\.*$/.test(name)) return 'file'
  if (name.length <= MAX_NAME_LENGTH) return name
  const ending = extname(name).slice(0, 20)
  // The cut may split a surrogate pair; its first half is dropped.
  return name.slice(0, MAX_NAME_LENGTH - ending.length).replace(/[\ud800-\udbff]$/, '') + ending.toWellFormed()
}
