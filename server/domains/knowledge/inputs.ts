import { z } from 'zod'
import { id, line, text, written } from '#contract/scalars.ts'

export const collection_id = id.describe('Id of the collection')
export const document_id = id.describe('Id of the document')
export const collection = line.describe('Name or id of a collection')
export const description = text.describe('Topic of the collection')

const KILOBYTES = 100

/** Text of a document. */
export const document_text = written.refine(
  (value) => Buffer.byteLength(value) <= KILOBYTES * 1024,
  `A document from text has at most ${KILOBYTES} KB; split it, or upload it as a file`,
)

/** A public page; the gateway decides whether it may be fetched. */
export const document_url = z.string().trim().max(2000)
