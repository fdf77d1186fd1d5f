import { z } from 'zod'
import { KnowledgeDocument } from '#contract/records/knowledge.ts'
import { line } from '#contract/scalars.ts'
import { createDocuments, collectionFor } from '#domains/knowledge/documents/add.ts'
import { indexNew } from '#domains/knowledge/documents/index-document.ts'
import { collection, document_text, document_url } from '#domains/knowledge/inputs.ts'
import * as rules from '#domains/knowledge/rules.ts'
import { type Context, operation } from '#kernel/operation.ts'

export const add_knowledge_document = operation({
  summary: 'Add a document to the knowledge base, from text or from a public web page.',
  description:
    'Give text (up to 100 KB; Markdown headings are used) or url (a public https page or PDF up to 2 MB). ' +
    'Returns the document: when status is ready, search_knowledge finds it; pending means it is being processed.',
  rest: 'POST /knowledge/documents',
  permission: 'knowledge:write',
  status: 201,
  repeat: ['name', 'collection', 'text', 'url'],
  audit: { without: ['text'] },
  input: z.strictObject({
    name: line.describe('Title of the document'),
    collection: collection
      .optional()
      .describe('Name or id of the collection. Default: "General", created when absent.'),
    text: document_text.optional().describe('Text of the document, up to 100 KB'),
    url: document_url.optional().describe('URL of a public https page to read instead, up to 2 MB'),
  }),
  output: KnowledgeDocument,

  async run(ctx, input) {
    const title = rules.requireText(input.name, 'name', 'a title')
    const source = sourceFields(ctx, input)
    const { id: collection_id } = await collectionFor(ctx, input.collection)
    const [document] = await createDocuments(ctx, [{ title, collection_id, ...source }])
    return indexNew(ctx, document!)
  },
})

function sourceFields(ctx: Context, { text = '', url = '' }: { text?: string | undefined; url?: string | undefined }) {
  const source = rules.sourceOf({ text, url })
  if (source === 'text')
    return { source, content: text, content_type: 'text/markdown', size_bytes: Buffer.byteLength(text) }
  return { source, source_url: rules.pageAddress(url, ctx.checkUrl(url)) }
}
