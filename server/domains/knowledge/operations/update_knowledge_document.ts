import { z } from 'zod'
import { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { line } from '#contract/scalars.ts'
import * as chunks from '#domains/knowledge/chunks.ts'
import { placeFor } from '#domains/knowledge/adding.ts'
import { index } from '#domains/knowledge/indexing.ts'
import { collection, document_id, document_text } from '#domains/knowledge/inputs.ts'
import * as rules from '#domains/knowledge/rules.ts'
import * as documents from '#domains/knowledge/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const update_knowledge_document = operation({
  summary: 'Change the title of a document, move it to another collection, or replace its text.',
  description: 'Only documents made from text can be given another text; of a page, ask to read it again.',
  rest: 'PATCH /knowledge/documents/:document_id',
  permission: 'knowledge:write',
  tool: false,
  idempotent: true,
  audit: { without: ['text'] },
  input: z.strictObject({
    document_id,
    title: line.optional(),
    collection: collection.optional(),
    text: document_text.optional().describe('What the document says, up to 100 KB'),
  }),
  output: KnowledgeDocument,

  async run(ctx, { document_id, title, collection, text }) {
    // Whoever takes a collection away holds it first, and its documents then.
    const place = collection === undefined ? undefined : await placeFor(ctx, collection)
    const before = await documents.getLocked(ctx, document_id)
    if (text !== undefined && before.source !== 'text')
      reject('invalid_state', 'Only a document made from text can be given another text.', 'text')
    if (text?.trim() === '') reject('missing_field', 'Write what the document says.', 'text')
    const after = {
      title: title === undefined ? before.title : rules.named(title, 'title', 'a title'),
      collection_id: place?.id ?? before.collection.id,
      content: text ?? before.content,
      source_url: before.source_url,
      size_bytes: text === undefined ? before.size_bytes : Buffer.byteLength(text),
    }
    const document = await documents.update(ctx, document_id, after)
    // Who waits for the page or file to be read anew goes on waiting for that.
    const afresh = before.status === 'pending' && before.source !== 'text'
    if (after.title !== before.title || after.content !== before.content) return index(ctx, document, afresh)
    if (after.collection_id !== before.collection.id) await chunks.noteMove(ctx, document_id)
    return document
  },
})
