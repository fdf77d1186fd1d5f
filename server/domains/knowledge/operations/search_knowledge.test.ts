import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, find, runtime, addAccount, only, account_id } = await openKnowledge()
const { id } = await add()

test('A question finds the passage that answers it, with title, headings and address', async () => {
  const [hit] = await find('¿Desde qué valor no se paga el envío?')
  assert.deepEqual(
    { ...hit, confidence: undefined, score: undefined, word_match: undefined },
    {
      document_id: id,
      title: 'Envíos y garantía',
      heading: 'Envíos › Tarifas',
      text: 'El envío es gratis desde $200.000. Por debajo cuesta $12.000 en todo el país.',
      collection: hit!.collection,
      source_url: null,
      url: `http://localhost:3000/app/${account_id}/knowledge/${id}`,
      confidence: undefined,
      score: undefined,
      word_match: undefined,
    },
  )
  assert.ok(hit!.confidence >= 0.3 && hit!.confidence <= 1)
  assert.ok(hit!.score >= 0.3 && hit!.score <= 1)
  assert.ok(hit!.word_match >= 0 && hit!.word_match <= 1)
})

test('A question in the other language finds the same passage', async () => {
  assert.equal((await find('how long is the warranty on appliances?'))[0]?.heading, 'Garantía')
})

test('Codes, names and amounts are found literally, with or without accents and punctuation', async () => {
  const codes = await add({ name: 'Repuestos', text: 'El filtro TX-220 sirve para la nevera Ártica y vale $48.500.' })
  await add({ name: 'Otros', text: 'El filtro TX-330 sirve para la lavadora y vale $52.000.' })
  for (const query of ['TX-220', 'tx220', 'nevera artica', '48500', '48.500', '¿qué precio tiene el tx 220?']) {
    const [hit] = await find(query)
    assert.equal(hit?.document_id, codes.id, query)
  }
  assert.equal((await find('TX-220'))[0]?.word_match, 1)
})

test('Greetings and thanks find nothing, and do not hide a question next to them', async () => {
  for (const query of ['hola', '¡Buenos días!', 'good morning', 'jajaja ok gracias', '¿Cómo están?', '👍', '…'])
    assert.deepEqual(await find(query), [], query)
  assert.equal((await find('Hola, buenas tardes. ¿Cuánto dura la garantía? Muchas gracias'))[0]?.heading, 'Garantía')
})

test('An unrelated question finds passages of low confidence only', async () => {
  for (const query of ['¿quién ganó el mundial de fútbol?', 'write me a poem about the sea']) {
    const found = await find(query)
    assert.ok(found.length > 0 && found.every(({ confidence }) => confidence < 0.5), query)
  }
})

test('Typing errors are repaired towards the words of the documents', async () => {
  for (const query of ['garntia de electrodomesticos', 'kuanto dura la garamtia', 'embio grátiz a medeyin'])
    assert.match((await find(query))[0]!.text, /garantía|envío|Medellín/, query)
})

test('A code within an ordinary sentence comes first', async () => {
  const { id: document_id } = await add({ name: 'Bombas', text: 'La bomba HX-1200 levanta cincuenta metros.' })
  await add({ name: 'Bombas 2', text: 'La bomba HX-750 levanta treinta metros y sirve para casas y para fincas.' })
  const [hit] = await find('buenas, tengo una casa grande y quería saber si la hx1200 me alcanza para subir el agua')
  assert.equal(hit?.document_id, document_id)
})

test('A search returns five results by default, the requested number, and at most twenty', async () => {
  const many = Array.from({ length: 12 }, (_, i) => `# Sede ${i}\n\nLa sede número ${i} abre a las ocho de la mañana.`)
  await add({ name: 'Sedes', text: many.join('\n\n') })
  assert.equal((await act('search_knowledge', { query: '¿a qué hora abre la sede?' })).items.length, 5)
  assert.equal((await find('¿a qué hora abre la sede?', 8)).length, 8)
  for (const top_k of [0, 21, 1.5])
    assert.equal((await refusal(act('search_knowledge', { query: 'sede', top_k }))).code, 'invalid_request')
  assert.equal((await refusal(act('search_knowledge', { query: '' }))).code, 'invalid_request')
})

test('A workspace finds only its own documents, and an empty one finds nothing', async () => {
  const other = await addAccount()
  assert.deepEqual((await other.act('search_knowledge', { query: '¿cuánto dura la garantía?' })).items, [])
  await other.act('add_knowledge_document', { name: 'Suyo', text: 'La garantía de ellos es de tres años.' })
  const theirs = (await other.act('search_knowledge', { query: '¿cuánto dura la garantía?' })).items
  assert.deepEqual(
    theirs.map(({ title }) => title),
    ['Suyo'],
  )
  assert.ok(!(await find('¿cuánto dura la garantía?')).some(({ title }) => title === 'Suyo'))
})

test('Unusual characters are searched for like any others', async () => {
  for (const query of [
    "'; drop table knowledge_chunks; --",
    '\\',
    "l'eau & | ! ( : *",
    '日本語',
    'a'.repeat(20_000),
    '%_',
  ])
    await find(query)
  const strange = await add({ name: 'Raro', text: "ŉ ½ ﬁn de l'été \\ '" })
  assert.equal((await find("ŉ l'été"))[0]?.document_id, strange.id)
})

test('While the embedding service is down, passages with the words are still found', async () => {
  runtime.embedder = {
    model: 'hilo-es-en-256',
    threshold: 0.3,
    local: false,
    embed: () => Promise.reject(new Error('away')),
  }
  const [hit] = await find('garantía de electrodomésticos')
  assert.equal(hit?.heading, 'Garantía')
  runtime.embedder = undefined
})

test('Searching requires permission to read knowledge', async () => {
  const problem = await refusal(act('search_knowledge', { query: 'x' }, { as: only('knowledge:write') }))
  assert.equal(problem.code, 'permission_denied')
})
