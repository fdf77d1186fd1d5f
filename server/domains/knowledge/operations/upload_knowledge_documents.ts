import { z } from 'zod'
import { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { createDocuments, collectionFor } from '#domains/knowledge/documents/add.ts'
import { indexNew } from '#domains/knowledge/documents/index-document.ts'
import { collection } from '#domains/knowledge/inputs.ts'
import * as rules from '#domains/knowledge/rules.ts'
import { operation } from '#kernel/operation.ts'
import { claimUploads } from '#kernel/uploads.ts'

export const upload_knowledge_documents = operation({
  summary: 'Upload files as documents of the knowledge base: PDF, DOCX, HTML, Markdown or text.',
  description:
    'Send them as multipart/form-data in the field files. They are processed in the background; check progress with get_knowledge_document.',
  rest: 'POST /knowledge/documents/uploads',
  permission: 'knowledge:write',
  tool: false,
  status: 202,
  files: 'files',
  audit: { without: ['files'] },
  input: z.strictObject({
    files: z.array(z.string().max(4000)).min(1).max(15).describe('The files, or tokens of uploaded ones'),
    collection: collection.optional(),
  }),
  output: z.object({ items: z.array(KnowledgeDocument) }),

  async run(ctx, { files, collection }) {
    const uploads = await claimUploads(ctx, files, 'files')
    for (const upload of uploads) rules.checkFile(upload)
    const { id: collection_id } = await collectionFor(ctx, collection)
    const fresh = uploads.map(({ file_key, file_name, content_type, size_bytes }) => ({
      title: rules.titleOf(file_name),
      collection_id,
      source: 'file' as const,
      file_key,
      file_name,
      content_type,
      size_bytes,
    }))
    const items = []
    for (const document of await createDocuments(ctx, fresh)) items.push(await indexNew(ctx, document))
    return { items }
  },
})
