import { collection, knowledgeDocument, page, word } from './records.ts'
import type { Samples } from './tenant.ts'

export const knowledge = {
  add_knowledge_document: async (tenant) => ({
    name: `Guía ${tenant.mark}`,
    collection: await collection(tenant),
    text: `Los envíos a Cali tardan tres días. ${tenant.mark}`,
  }),
  create_knowledge_collection: (tenant) => ({ name: `Manual ${word(tenant)}`, description: `Textos ${tenant.mark}` }),
  delete_knowledge_collection: async (tenant) => ({ collection_id: await collection(tenant) }),
  delete_knowledge_document: async (tenant) => ({ document_id: await knowledgeDocument(tenant) }),
  get_knowledge_collection: async (tenant) => ({ collection_id: await collection(tenant) }),
  get_knowledge_document: async (tenant) => ({ document_id: await knowledgeDocument(tenant) }),
  list_knowledge_collections: () => ({}),
  list_knowledge_documents: async (tenant) => ({
    collection: (await tenant.act('get_knowledge_document', { document_id: await knowledgeDocument(tenant) }))
      .collection.id,
    status: 'ready',
    limit: 5,
  }),
  reindex_knowledge_document: async (tenant) => ({ document_id: await knowledgeDocument(tenant) }),
  search_knowledge: async (tenant) => {
    const { collection } = await tenant.act('get_knowledge_document', { document_id: await knowledgeDocument(tenant) })
    return { query: `garantía ${tenant.mark}`, top_k: 5, collection: collection.id }
  },
  update_knowledge_collection: async (tenant) => ({
    collection_id: await collection(tenant),
    name: `Manual ${word(tenant)}`,
    description: `Otros textos ${tenant.mark}`,
  }),
  update_knowledge_document: async (tenant) => ({
    document_id: await knowledgeDocument(tenant),
    title: `Otra guía ${tenant.mark}`,
    collection: await collection(tenant),
    text: `Los envíos tardan dos días. ${tenant.mark}`,
  }),
  upload_knowledge_documents: async (tenant) => ({
    files: [tenant.upload({ ...page, file_key: `1/${'0'.repeat(32)}` })],
    collection: await collection(tenant),
  }),
} satisfies Samples
