import assert from 'node:assert/strict'
import { en, es, type List, one, type Task } from '../task.ts'

type Hit = { id: string; name: string; title: string; text: string }

export const knowledgeTasks: readonly Task[] = [
  es('¿Con cuánto se separa un inmueble nuevo?', async ({ call }) => {
    const { items } = await call<List<Hit>>('search_knowledge', {
      query: '¿Con cuánto se separa un inmueble?',
      top_k: 3,
    })
    assert.ok(items.some(({ text }) => text.includes('$5.000.000')))
  }),

  en('Are pets allowed in rented flats?', async ({ call }) => {
    const { items } = await call<List<Hit>>('search_knowledge', { query: 'are pets allowed?', top_k: 3 })
    assert.ok(items.some(({ text }) => /mascotas/i.test(text)))
  }),

  es('Guarda en la base de conocimiento que el sábado 2 de enero no abrimos', async ({ call, sql }) => {
    const { status } = await call<{ status: string }>('add_knowledge_document', {
      name: 'Cierre de enero',
      collection: 'Inmuebles',
      text: 'El sábado 2 de enero no abrimos la sala de ventas.',
    })
    assert.equal(status, 'ready')
    const { collection } = await one(
      sql<{ collection: string }>`
        select c.name as collection from knowledge_documents d join knowledge_collections c on c.id = d.collection_id
         where d.title = 'Cierre de enero'`,
    )
    assert.equal(collection, 'Inmuebles')
  }),

  en('Is the document about the January closing ready?', async ({ call }) => {
    const { note } = await call<List<Hit>>('search_knowledge', { query: 'Cierre de enero', top_k: 1 })
    assert.match(note ?? '', /"Cierre de enero" \(id \d+\) is ready/)
  }),

  es('Crea una colección de políticas para posventa', async ({ call, sql }) => {
    await call('create_knowledge_collection', { name: 'Posventa', description: 'Garantías y reparaciones' })
    const rows = await sql`select from knowledge_collections where name = 'Posventa'`
    assert.equal(rows.length, 1)
  }),
]
