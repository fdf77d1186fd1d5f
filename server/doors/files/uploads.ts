import type { FastifyRequest } from 'fastify'
import { isForm, type Part, readForm } from '#doors/files/form.ts'
import { fieldTypes, readQuery } from '#doors/query.ts'
import { openStore, type Storage, type Store, type Upload } from '#doors/files/store.ts'
import { authorise } from '#kernel/invoke.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { Problem, reject } from '#kernel/problem.ts'
import type { Runtime } from '#kernel/runtime.ts'

const MEGABYTE = 1024 * 1024
const MOST_FILES = 15
const MOST_TEXTS = 100
/** Of people nobody knows less is taken, so that they cannot fill the disk. */
const VISITORS = { files: 5, megabytes: 10 }

/** What came with a request, be it JSON or a form with files. */
export type Received = {
  /** The fields; a file is there as the token of its upload. */
  body: unknown
  /** The input with what is in the files instead of their tokens, which are new each time the same is sent. */
  lasting(input: Record<string, unknown>): unknown
  /** Does what was asked; the files stay only if it is done. */
  during<T>(run: () => Promise<T>): Promise<T>
  /** Removes the files again. */
  discard(): Promise<void>
}

export type Receive = (request: FastifyRequest, op: AnyOperation) => Promise<Received>

/** Takes in what is sent to an operation. Files go to the storage while they arrive, and are never whole in memory. */
export function openUploads(runtime: Runtime, storage: Storage, megabytes: number): Receive {
  return async (request, op) => {
    if (!op.files || !isForm(request.raw)) return plain(request.body)
    // Nobody stores a byte for an operation they may not call.
    authorise(op, request.actor!)
    const { account, visitor } = request.actor!
    const most = visitor
      ? { files: VISITORS.files, megabytes: Math.min(VISITORS.megabytes, megabytes) }
      : { files: MOST_FILES, megabytes }
    const store = openStore(runtime, storage, account.id, most.megabytes)
    try {
      const parts = readForm(request.raw, (most.files * most.megabytes + 2) * MEGABYTE)
      const { texts, uploads } = await readParts(parts, op.files, most.files, store)
      return form(op, texts, uploads, store)
    } catch (error) {
      await store.discard()
      throw error
    }
  }
}

type Texts = Record<string, string | string[]>

async function readParts(parts: AsyncIterable<Part>, field: string, most: number, store: Store) {
  const uploads: Upload[] = []
  const texts: Texts = Object.create(null)
  let count = 0
  let room = MEGABYTE
  for await (const part of parts) {
    if (++count > most + MOST_TEXTS)
      reject('invalid_request', `A form has at most ${MOST_TEXTS} fields and ${most} files.`)
    if (part.file_name === undefined) {
      const text = await readText(part, room, 'The texts of a form have 1 MB at most.')
      room -= Buffer.byteLength(text)
      const before = texts[part.name]
      texts[part.name] = before === undefined ? text : [before, text].flat()
    } else if (part.name !== field && part.name !== `${field}[]`) {
      reject('invalid_request', `Send files in the field ${field}.`, part.name)
    } else if (part.file_name === '') {
      // Where no file was chosen, browsers send one without name and content.
      await readText(part, 0, 'Give the file a name.')
    } else {
      if (uploads.length === most) reject('invalid_request', `Send at most ${most} files at once.`, field)
      uploads.push(await store.file(part))
    }
  }
  return { texts, uploads }
}

async function readText({ name, content }: Part, room: number, refusal: string): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of content) {
    if ((size += piece.length) > room) reject('payload_too_large', refusal, name)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function form(op: AnyOperation, texts: Texts, uploads: Upload[], { discard }: Store): Received {
  const field = op.files!
  const prints = new Map(uploads.map(({ token, print }) => [token, print]))
  const body = readQuery(texts, fieldTypes(op))
  if (uploads.length > 0) body[field] = [body[field] ?? [], ...prints.keys()].flat()
  return {
    body,
    lasting: (input) => {
      const given = input[field]
      return Array.isArray(given) ? { ...input, [field]: given.map((token) => prints.get(token) ?? token) } : input
    },
    during: async (run) => {
      try {
        return await run()
      } catch (error) {
        // When the database went away the change may have been made all the same: better a file too many than one missing.
        if (!(error instanceof Problem && error.code === 'unavailable')) await discard()
        throw error
      }
    },
    discard,
  }
}

function plain(body: unknown): Received {
  return { body, lasting: (input) => input, during: (run) => run(), discard: async () => {} }
}
