import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import type { KnowledgeDocument, KnowledgeHit } from '#contract/records/knowledge.ts'
import { sealUpload } from '#kernel/uploads.ts'
import { docxOf, pdfOf, zipOf } from '#test/files.ts'
import { formOf, openUploadNode, PIXEL } from '#test/uploads.ts'
import { until } from '#test/wait.ts'

const { send, stored, rest, key, sql, makeKey, account_id, addAccount, node } = await openUploadNode()

const upload = (files: { name: string; content: string | Buffer }[], texts: [string, string][] = []) =>
  send<{ items: KnowledgeDocument[] }>(
    '/knowledge/documents/uploads',
    formOf(
      files.map((file) => ({ ...file, field: 'files' })),
      texts,
    ),
  )

type Shown = KnowledgeDocument & { text: string | null }

async function waitUntilProcessed(id: string): Promise<Shown> {
  const read = async () => JSON.parse((await rest('GET', `/knowledge/documents/${id}`, { key })).text) as Shown
  await until(async () => (await read()).status !== 'pending', 'the document is read')
  return read()
}

test('Files of every supported type are accepted, processed in the background, and found', async () => {
  await rest('POST', '/knowledge/collections', { key, body: { name: 'Manuales' } })
  const { status, body } = await upload(
    [
      {
        name: 'Devoluciones.pdf',
        content: pdfOf([[{ text: 'Devoluciones', size: 20 }, { text: 'El reembolso tarda cinco días.' }]]),
      },
      {
        name: 'Garantía.docx',
        content: docxOf([{ text: 'Garantía', style: 'Ttulo1' }, { text: 'Cubre doce meses de uso normal.' }]),
      },
      { name: 'Sedes.md', content: '# Sedes\n\nLa sede de Usaquén abre los domingos.' },
      { name: 'notas.txt', content: 'El parqueadero cuesta cuatro mil pesos la hora.' },
      {
        name: 'ayuda.html',
        content:
          '<!doctype html><title>Ayuda</title><main><h1>Cuenta</h1><p>La contraseña se cambia en el perfil.</p></main>',
      },
    ],
    [['collection', 'manuales']],
  )
  assert.equal(status, 202, JSON.stringify(body))
  assert.deepEqual(
    body.items.map(({ title, source, collection, status }) => [title, source, collection.name, status]),
    ['Devoluciones', 'Garantía', 'Sedes', 'notas', 'ayuda'].map((title) => [title, 'file', 'Manuales', 'pending']),
  )
  for (const [i, [query, heading]] of (
    [
      ['¿cuánto tarda el reembolso?', 'Devoluciones'],
      ['¿cuántos meses cubre la garantía?', 'Garantía'],
      ['¿qué sede abre los domingos?', 'Sedes'],
      ['¿cuánto cuesta el parqueadero?', null],
      ['¿cómo cambio la contraseña?', 'Cuenta'],
    ] as const
  ).entries()) {
    const document = await waitUntilProcessed(body.items[i]!.id)
    assert.deepEqual([document.status, document.error, document.progress], ['ready', null, { done: 1, total: 1 }])
    const found = await rest<{ items: KnowledgeHit[] }>('GET', `/knowledge/search?query=${encodeURIComponent(query)}`, {
      key,
    })
    assert.deepEqual([found.body.items[0]?.document_id, found.body.items[0]?.heading], [document.id, heading])
  }
})

test('Text files in older encodings are read correctly', async () => {
  const text = 'El ñame se paga en la caja número tres.'
  const { status, body } = await upload([
    { name: 'ansi.txt', content: Buffer.from(text, 'latin1') },
    { name: 'unicode.md', content: Buffer.from(`\ufeff${text}`, 'utf16le') },
  ])
  assert.equal(status, 202, JSON.stringify(body))
  for (const { id } of body.items) assert.equal((await waitUntilProcessed(id)).text, text)
})

test('A damaged or malicious file fails with a reason in the workspace language, and others are processed', async () => {
  const bomb = docxOf([], '<w:p>'.repeat(16_000_000))
  const { body } = await upload([
    { name: 'bomba.docx', content: bomb },
    { name: 'roto.pdf', content: Buffer.from('%PDF-1.7\nnada') },
    { name: 'bien.txt', content: 'La cafetería abre a las siete.' },
  ])
  const [harmful, broken, fine] = await Promise.all(body.items.map(({ id }) => waitUntilProcessed(id)))
  assert.deepEqual([harmful!.status, broken!.status, fine!.status], ['failed', 'failed', 'ready'])
  assert.match(harmful!.error!, /demasiada memoria o demasiado tiempo/)
  assert.match(broken!.error!, /dañado/)
  const failed = await sql`select from events where account_id = ${account_id} and name = 'knowledge_document.failed'`
  assert.equal(failed.length, 2)
})

test('A file missing from storage fails as lost, and deleting a document removes its file', async () => {
  const before = stored()
  const { body } = await upload([{ name: 'uno.txt', content: 'Uno' }])
  const { id } = await waitUntilProcessed(body.items[0]!.id)
  const path = stored().find((each) => !before.includes(each))
  rmSync(path!)
  await rest('POST', `/knowledge/documents/${id}/reindex`, { key })
  const lost = await waitUntilProcessed(id)
  assert.deepEqual([lost.status, lost.chunk_count], ['failed', 1])
  assert.match(lost.error!, /almacenamiento/)

  const kept = await upload([{ name: 'dos.txt', content: 'Dos' }])
  await waitUntilProcessed(kept.body.items[0]!.id)
  const count = stored().length
  assert.equal((await rest('DELETE', `/knowledge/documents/${kept.body.items[0]!.id}`, { key })).status, 200)
  await until(async () => stored().length === count - 1, 'the file is removed')
})

test('An unsupported file or a token of another workspace is refused before anything is saved', async () => {
  const before = stored()
  for (const file of [
    { name: 'foto.png', content: PIXEL },
    { name: 'hoja.xlsx', content: zipOf({ 'xl/workbook.xml': 'x' }) },
    { name: 'programa.exe', content: Buffer.from([0x4d, 0x5a, 0, 1]) },
  ]) {
    const { status, body } = await upload([{ name: 'bien.txt', content: 'x' }, file])
    assert.deepEqual([status, body.code], [422, 'invalid_value'], file.name)
  }
  assert.deepEqual(stored(), before)
  const other = await addAccount()
  const file = {
    file_key: 'k',
    file_name: 'a.txt',
    file_type: 'file',
    content_type: 'text/plain',
    size_bytes: 1,
  } as const
  const foreign = sealUpload(node.runtime.secret, other.account_id, file)
  const refused = await rest('POST', '/knowledge/documents/uploads', { key, body: { files: [foreign] } })
  assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_value'])
})

test('Uploading requires permission to write', async () => {
  const reader = await makeKey('custom', ['knowledge:read'])
  const form = formOf([{ name: 'a.txt', content: 'x', field: 'files' }])
  const { status } = await send('/knowledge/documents/uploads', form, { key: reader })
  assert.equal(status, 403)
})
