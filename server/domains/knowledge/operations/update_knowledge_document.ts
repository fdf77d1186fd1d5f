import { z } from 'zod'
import { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { line } from '#contract/scalars.ts'
import * as chunks from '#domains/knowledge/documents/chunks.ts'
import { collectionFor } from '#domains/knowledge/documents/add.ts'
import { reindex } from '#domains/knowledge/documents/index-document.ts'
import { collection, document_id, document_text } from '#domains/knowledge/inputs.ts'
import * as rules from '#domains/knowledge/rules.ts'
import * as documents from '#domains/knowledge/documents/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const update_knowledge_document = operation({
  summary: 'Change the title of a document, move it to another collection, or replace its text.',
  description: 'Only text documents can be given new text; for a page, use reindex_knowledge_document.',
  rest: 'PATCH /knowledge/documents/:document_id',
  permission: 'knowledge:write',
  tool: false,
  idempotent: true,
  audit: { without: ['text'] },
  input: z.strictObject({
    document_id,
    title: line.optional(),
    collection: collection.optional(),
    text: document_text.optional().describe('Text of the document, up to 100 KB'),
  }),
  output: KnowledgeDocument,

  async run(ctx, { document_id, title, collection, text }) {
    // Same lock order as deleting a collection: the collection first, then its documents.
    const place = collection === undefined ? undefined : await collectionFor(ctx, collection)
    const before = await documents.getLocked(ctx, document_id)
    if (text !== undefined && before.source !== 'text')
      reject(
        'invalid_state',
        'Only a text document can be given new text; reindex a page or upload a file again.',
        'text',
      )
    if (text?.trim() === '') reject('missing_field', 'Write the text of the document.', 'text')
    const after = {
      title: title === undefined ? before.title : rules.requireText(title, 'title', 'a title'),
      collection_id: place?.id ?? before.collection.id,
      content: text ?? before.content,
      source_url: before.source_url,
      size_bytes: text === undefined ? before.size_bytes : Buffer.byteLength(text),
    }
    const document = await documents.update(ctx, document_id, after)
    // A page or file that is still pending is read afresh, not from its stored text.
    const afresh = before.status === 'pending' && before.source !== 'text'
    if (after.title !== before.title || after.content !== before.content) return reindex(ctx, document, afresh)
    if (after.collection_id !== before.collection.id) await chunks.bumpRevisionIfIndexed(ctx, document_id)
    return document
  },
})
