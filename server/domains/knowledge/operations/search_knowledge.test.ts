import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKnowledge } from '#test/knowledge.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, find, runtime, addAccount, only, account_id } = await openKnowledge()
const { id } = await add()

test('a question finds the piece that answers it, with its title, headings and address', async () => {
  const [hit] = await find('¿Desde qué valor no se paga el envío?')
  assert.deepEqual(
    { ...hit, score: undefined, word_match: undefined },
    {
      document_id: id,
      title: 'Envíos y garantía',
      heading: 'Envíos › Tarifas',
      text: 'El envío es gratis desde $200.000. Por debajo cuesta $12.000 en todo el país.',
      collection: hit!.collection,
      source_url: null,
      url: `http://localhost:3000/app/${account_id}/knowledge/${id}`,
      score: undefined,
      word_match: undefined,
    },
  )
  assert.ok(hit!.score >= 0.3 && hit!.score <= 1)
  assert.ok(hit!.word_match >= 0 && hit!.word_match <= 1)
})

test('the other language finds the same', async () => {
  assert.equal((await find('how long is the warranty on appliances?'))[0]?.heading, 'Garantía')
})

test('codes, names and amounts are found by their letters, with or without accents and signs', async () => {
  const codes = await add({ name: 'Repuestos', text: 'El filtro TX-220 sirve para la nevera Ártica y vale $48.500.' })
  await add({ name: 'Otros', text: 'El filtro TX-330 sirve para la lavadora y vale $52.000.' })
  for (const query of ['TX-220', 'tx220', 'nevera artica', '48500', '48.500', '¿qué precio tiene el tx 220?']) {
    const [hit] = await find(query)
    assert.equal(hit?.document_id, codes.id, query)
  }
  assert.equal((await find('TX-220'))[0]?.word_match, 1)
})

test('greetings and thanks ask nothing; with a question they do not hide it', async () => {
  for (const query of ['hola', '¡Buenos días!', 'good morning', 'jajaja ok gracias', '¿Cómo están?', '👍', '…'])
    assert.deepEqual(await find(query), [], query)
  assert.equal((await find('Hola, buenas tardes. ¿Cuánto dura la garantía? Muchas gracias'))[0]?.heading, 'Garantía')
})

test('what is about something else finds nothing', async () => {
  for (const query of ['¿quién ganó el mundial de fútbol?', 'write me a poem about the sea'])
    assert.deepEqual(await find(query), [], query)
})

test('no more come than asked for, five unless it is said, and never more than twenty', async () => {
  const many = Array.from({ length: 12 }, (_, i) => `# Sede ${i}\n\nLa sede número ${i} abre a las ocho de la mañana.`)
  await add({ name: 'Sedes', text: many.join('\n\n') })
  assert.equal((await act('search_knowledge', { query: '¿a qué hora abre la sede?' })).items.length, 5)
  assert.equal((await find('¿a qué hora abre la sede?', 8)).length, 8)
  for (const top_k of [0, 21, 1.5])
    assert.equal((await refusal(act('search_knowledge', { query: 'sede', top_k }))).code, 'invalid_request')
  assert.equal((await refusal(act('search_knowledge', { query: '' }))).code, 'invalid_request')
})

test('a workspace finds its own, and an empty one nothing', async () => {
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

test('odd letters are searched for like others', async () => {
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

test('who makes vectors elsewhere may be away: what has the words is still found', async () => {
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

test('it needs the right to read', async () => {
  const problem = await refusal(act('search_knowledge', { query: 'x' }, { as: only('knowledge:write') }))
  assert.equal(problem.code, 'permission_denied')
})
