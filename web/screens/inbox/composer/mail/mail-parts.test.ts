import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#contract/records/conversation.ts'
import { answerToAll, noMailParts, readMailParts } from './mail-parts.ts'

const contact = { id: '7', name: 'Ana', email: 'ana@correo.example' } as never
const mail = (author_id: string | null, email: object, more: object = {}) =>
  ({
    direction: author_id ? 'incoming' : 'outgoing',
    author: { id: author_id },
    private: false,
    status: 'sent',
    content_attributes: { email },
    ...more,
  }) as unknown as Message
const own = 'ventas@tienda.example'

test('Parts left empty follow the conversation, and no copies are different from none given', () => {
  assert.deepEqual(readMailParts(noMailParts), {})
  assert.deepEqual(readMailParts({ subject: ' Pedido 7 ', cc: [], bcc: ['d@x.mx'] }), {
    subject: 'Pedido 7',
    cc: [],
    bcc: ['d@x.mx'],
  })
})

test('An answer goes to the customer, with copies to the others of the last e-mail but not to the inbox', () => {
  const email = {
    from: 'Ana <ana@correo.example>',
    to: ['Ventas <ventas+c.1.abc@tienda.example>', 'Luis <LUIS@correo.example>'],
    cc: ['ventas@tienda.example', 'eva@correo.example', 'ana@correo.example'],
  }
  const messages = [mail(null, { cc: ['otra@x.mx'] }), mail('7', email)]
  assert.deepEqual(answerToAll({ contact }, messages, own), {
    to: 'ana@correo.example',
    cc: ['luis@correo.example', 'eva@correo.example'],
  })
  const elsewhere = [mail('7', { ...email, reply_to: ['pedidos@correo.example'] })]
  assert.equal(answerToAll({ contact }, elsewhere, own).to, 'pedidos@correo.example')
})

test('If somebody else of the thread wrote last, they receive a copy', () => {
  const email = { from: 'Luis <luis@correo.example>', to: [own, 'ana@correo.example'], cc: [] }
  assert.deepEqual(answerToAll({ contact }, [mail('8', email)], own), {
    to: 'ana@correo.example',
    cc: ['luis@correo.example'],
  })
})

test('Until the customer answers, the copies are those of our last e-mail', () => {
  const messages = [
    mail(null, {}, { private: true }),
    mail(null, { cc: ['socio@correo.example'] }),
    mail(null, { cc: [] }),
  ]
  assert.deepEqual(answerToAll({ contact }, messages, own).cc, ['socio@correo.example'])
  assert.deepEqual(answerToAll({ contact }, [], own), { to: 'ana@correo.example', cc: [] })
  assert.deepEqual(answerToAll({ contact }, [mail('7', { to: 'no list' })], undefined).cc, [])
})
