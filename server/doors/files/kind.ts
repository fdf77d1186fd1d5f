import { extname } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import type { StoredFile } from '#kernel/uploads.ts'

/** How much of a file must be seen to know what it is. */
export const HEAD_BYTES = 4096

const TEXTS = new Set(['.txt', '.csv', '.tsv', '.md', '.json', '.log', '.yaml', '.yml', '.ini'])
const MARKUP = /(^|[/+])(xml|html|svg)/
const LONGEST_NAME = 200

type Kind = Pick<StoredFile, 'content_type' | 'file_type'>

const unknown: Kind = { content_type: 'application/octet-stream', file_type: 'file' }

/** What a file is, by what it begins with. What its sender says of it, or its name, would let a page pass for a picture. */
export async function kindOf(head: Buffer, sent: { type: string; file_name: string }): Promise<Kind> {
  const found = await fileTypeFromBuffer(head)
  if (!found) return isText(head, sent.file_name) ? { content_type: 'text/plain', file_type: 'file' } : unknown
  const detected = found.mime.split(';')[0]!
  // Markup can hold scripts, whatever else it is.
  if (MARKUP.test(detected)) return unknown
  const content_type = soundOnly(detected, sent.type)
  const [group] = content_type.split('/')
  const file_type = group === 'image' || group === 'audio' || group === 'video' ? group : 'file'
  return { content_type, file_type }
}

/** A recorded voice has the container of a film; only who recorded it knows that there is no picture. */
function soundOnly(detected: string, sent: string): string {
  const containers = ['video/webm', 'video/mp4']
  return containers.includes(detected) && sent.startsWith('audio/') ? detected.replace('video/', 'audio/') : detected
}

function isText(head: Buffer, file_name: string): boolean {
  if (!TEXTS.has(extname(file_name).toLowerCase()) || head.includes(0)) return false
  try {
    // The head may end in the middle of a character.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length === HEAD_BYTES })
    return true
  } catch {
    return false
  }
}

/** A name that is only a name: no folders, nothing invisible that would disguise it, and not too long. */
export function plainName(given: string): string {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  if (/^\.*$/.test(name)) return 'file'
  if (name.length <= LONGEST_NAME) return name
  const ending = extname(name).slice(0, 20)
  // Half of a character that takes two is left out.
  return name.slice(0, LONGEST_NAME - ending.length).replace(/[\ud800-\udbff]$/, '') + ending.toWellFormed()
}
