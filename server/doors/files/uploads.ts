import type { FastifyRequest } from 'fastify'
import { isMultipart, type Part, readMultipart } from '#doors/files/multipart.ts'
import { fieldTypes, readQuery } from '#doors/rest/query.ts'
import { openUploadStore, type Storage, type Upload, type UploadStore } from '#doors/files/store.ts'
import { authorise } from '#kernel/invoke.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { Problem, reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

const MEGABYTE = 1024 * 1024
const MAX_FILES = 15
const MAX_TEXTS = 100
/** Visitors are anonymous, so they may upload less and cannot fill the disk. */
const VISITOR_LIMITS = { files: 5, megabytes: 10 }

/** The body of a request, be it JSON or a form with files. */
export type RequestBody = {
  /** The fields. A file is represented by its upload token. */
  body: unknown
  /** The input with fingerprints instead of upload tokens, which differ each time the same file is sent. */
  stableInput(input: Record<string, unknown>): unknown
  /** Runs the request, and removes the files again if it fails. */
  keepOnSuccess<T>(run: () => Promise<T>): Promise<T>
  /** Removes the files. */
  discard(): Promise<void>
}

export type ReadBody = (request: FastifyRequest, op: AnyOperation) => Promise<RequestBody>

/** Reads the body of a call. Files are streamed to the storage while they arrive, and are never held in memory. */
export function createBodyReader(runtime: Runtime, storage: Storage, megabytes: number): ReadBody {
  return async (request, op) => {
    if (!op.files || !isMultipart(request.raw)) return jsonBody(request.body)
    // Permissions are checked first, so that nothing is stored for callers who may not run the operation.
    authorise(op, request.actor!)
    const { account, visitor } = request.actor!
    const limits = visitor
      ? { files: VISITOR_LIMITS.files, megabytes: Math.min(VISITOR_LIMITS.megabytes, megabytes) }
      : { files: MAX_FILES, megabytes }
    const store = openUploadStore(runtime, storage, account.id, limits.megabytes)
    try {
      const parts = readMultipart(request.raw, (limits.files * limits.megabytes + 2) * MEGABYTE)
      const { texts, uploads } = await readParts(parts, op.files, limits.files, store)
      return formBody(op, texts, uploads, store)
    } catch (error) {
      await store.discard()
      throw error
    }
  }
}

type Texts = Record<string, string | string[]>

async function readParts(parts: AsyncIterable<Part>, field: string, max_files: number, store: UploadStore) {
  const uploads: Upload[] = []
  const texts: Texts = Object.create(null)
  let count = 0
  let remaining = MEGABYTE
  for await (const part of parts) {
    if (++count > max_files + MAX_TEXTS)
      reject('invalid_request', `A form may have at most ${MAX_TEXTS} fields and ${max_files} files.`)
    if (part.file_name === undefined) {
      const text = await readText(part, remaining, 'The text fields of a form may be up to 1 MB in total.')
      remaining -= Buffer.byteLength(text)
      const previous = texts[part.name]
      texts[part.name] = previous === undefined ? text : [previous, text].flat()
    } else if (part.name !== field && part.name !== `${field}[]`) {
      reject('invalid_request', `Send files in the field ${field}.`, part.name)
    } else if (part.file_name === '') {
      // Browsers send an empty file without a name when none was chosen.
      await readText(part, 0, 'Give the file a name.')
    } else {
      if (uploads.length === max_files) reject('invalid_request', `Send at most ${max_files} files at once.`, field)
      uploads.push(await store.put(part))
    }
  }
  return { texts, uploads }
}

async function readText({ name, content }: Part, max_bytes: number, refusal: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    if ((size += chunk.length) > max_bytes) reject('payload_too_large', refusal, name)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function formBody(op: AnyOperation, texts: Texts, uploads: Upload[], { discard }: UploadStore): RequestBody {
  const field = op.files!
  const fingerprints = new Map(uploads.map(({ token, fingerprint }) => [token, fingerprint]))
  const body = readQuery(texts, fieldTypes(op))
  if (uploads.length > 0) body[field] = [body[field] ?? [], ...fingerprints.keys()].flat()
  return {
    body,
    stableInput: (input) => {
      const tokens = input[field]
      return Array.isArray(tokens)
        ? { ...input, [field]: tokens.map((token) => fingerprints.get(token) ?? token) }
        : input
    },
    keepOnSuccess: async (run) => {
      try {
        return await run()
      } catch (error) {
        // If the database went away the change may still have been committed: better an unused file than a missing one.
        if (!(error instanceof Problem && error.code === 'unavailable')) await discard()
        throw error
      }
    },
    discard,
  }
}

function jsonBody(body: unknown): RequestBody {
  return { body, stableInput: (input) => input, keepOnSuccess: (run) => run(), discard: async () => {} }
}
