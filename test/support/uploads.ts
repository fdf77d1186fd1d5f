import { globSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { ProblemBody } from '#kernel/problem.ts'
import { openNode } from '#test/node.ts'

/** A server with its own files folder, and functions that upload to it. */
export async function openUploadNode(env: NodeJS.ProcessEnv = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'hilo-test-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const limits = { HILO_KEY_LIMIT: '100000', HILO_ACCOUNT_LIMIT: '100000' }
  const node = await openNode({ HILO_DATA: folder, ...limits, ...env })

  /** Every file on the disk, finished or not. */
  const stored = () =>
    globSync(join(folder, 'files/**/*'))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
      .sort()

  /** Sends a form. */
  const send = async <T = Record<string, unknown>>(
    path: string,
    form: FormData | { type: string; body: Buffer | string },
    { key = node.key, headers = {} as Record<string, string> } = {},
  ) => {
    const sent = form instanceof FormData ? { body: form } : { body: Buffer.from(form.body as string) }
    const response = await fetch(path.startsWith('/api/') ? node.url + path : `${node.url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        ...(path.startsWith('/api/app/') ? {} : { authorization: `Bearer ${key}` }),
        ...(form instanceof FormData ? {} : { 'content-type': form.type }),
        ...headers,
      },
      ...sent,
    })
    const body = (await response.json()) as T & ProblemBody
    return { status: response.status, headers: response.headers, body }
  }
  return { ...node, folder, stored, send }
}

export type Uploaded = {
  attachments: { token: string; file_name: string; file_type: string; content_type: string; size_bytes: number }[]
}

type Sent = { name?: string; content: string | Buffer; type?: string; field?: string }

/** A form with these files, and these texts. */
export function formOf(files: Sent[], texts: [string, string][] = []): FormData {
  const form = new FormData()
  for (const [name, text] of texts) form.append(name, text)
  for (const { name = 'file.bin', content, type = '', field = 'attachments' } of files)
    form.append(field, new Blob([Buffer.from(content as string)], { type }), name)
  return form
}

/** A form as sent over the wire, for names and parts that FormData would not produce. */
export function rawForm(...parts: [disposition: string, content: string | Buffer][]) {
  const pieces = parts.flatMap(([disposition, content]) => [
    `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`,
    content,
    '\r\n',
  ])
  const body = Buffer.concat([...pieces, '--edge--\r\n'].map((piece) => Buffer.from(piece as string)))
  return { type: 'multipart/form-data; boundary=edge', body }
}

/** The smallest picture there is. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
