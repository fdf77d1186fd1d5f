import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { ChannelEvent, Connection } from '#kernel/connector.ts'
import { fixture } from '#test/channels/fixture.ts'
import { writeBounce, writeMail } from '#test/channels/mail.ts'
import type { EmailCredentials } from './credentials.ts'
import { sanitise, toText } from './html.ts'
import { newText } from './new-text.ts'
import { parseMail } from './parse.ts'

const RECEIVED_AT = '2026-11-02T10:00:00.000Z'
const server = { host: 'mail.example', port: 993, secure: true, user: 'soporte@tienda.example', password: 'x' }
const connection: Connection<EmailCredentials> = {
  account_id: '1',
  inbox_id: '1',
  webhook_url: '',
  verify_token: '',
  external_id: 'soporte@tienda.example',
  credentials: { address: 'soporte@tienda.example', smtp: server },
  settings: {},
}
const parse = (raw: string | Buffer) => parseMail(Buffer.from(raw as string), connection, RECEIVED_AT)
type MessageEvent = Extract<ChannelEvent, { kind: 'message' }>
const parseOne = async (raw: string) => (await parse(raw))[0] as MessageEvent

describe('New text', () => {
  const quotes: Record<string, string> = {
    'Gmail, Spanish':
      'El jue, 8 oct 2026 a las 10:15, Soporte (<soporte@tienda.example>)\nescribió:\n\n> Hola Ana\n> ¿Qué tal?',
    'Gmail, English': 'On Thu, Oct 8, 2026 at 10:15 AM Support <soporte@tienda.example> wrote:\n> Hello',
    'Gmail, Portuguese': 'Em qui., 8 de out. de 2026 às 10:15, Suporte <soporte@tienda.example>\nescreveu:\n\n> Olá',
    'Outlook, Spanish':
      '________________________________\nDe: Soporte <soporte@tienda.example>\nEnviado: jueves, 8 de octubre de 2026 10:15\nPara: Ana\nAsunto: Pedido\n\nHola Ana',
    'Outlook, English': 'From: Support\nSent: Thursday, October 8, 2026 10:15 AM\nTo: Ana\nSubject: Order\n\nHello',
    'Outlook, Portuguese':
      'De: Suporte\nEnviado: quinta-feira, 8 de outubro de 2026 10:15\nPara: Ana\nAssunto: Pedido\n\nOlá',
    'Outlook, original message': '-----Mensaje original-----\nDe: Soporte\n\nHola',
    'Apple Mail': 'El 8 oct 2026, a las 10:15, Soporte <soporte@tienda.example> escribió:\n\nHola Ana',
    Yahoo: 'El jueves, 8 de octubre de 2026, 10:15:00 GMT-5, Soporte <soporte@tienda.example> escribió:\n\nHola Ana',
    signature: '-- \nAna Rojas\nTel. 55 5555 0123',
    iPhone: 'Enviado desde mi iPhone',
    Android: 'Enviado do meu celular Samsung',
    'Outlook for phones': 'Obtener Outlook para Android',
  }
  for (const [program, quoted] of Object.entries(quotes)) {
    test(`leaves out the text ${program} adds`, () => {
      assert.equal(newText(`Perfecto, gracias.\n\nNos vemos.\n\n${quoted}\n`), 'Perfecto, gracias.\n\nNos vemos.')
    })
  }

  test('keeps answers between quoted lines, and everything if nothing else is left', () => {
    const between = 'El jue, 8 oct 2026, Soporte <s@tienda.example> escribió:\n> ¿Color?\nAzul\n> ¿Talla?\nMediana'
    assert.equal(newText(between), 'Azul\nMediana')
    assert.equal(newText('> Solo cita'), '> Solo cita')
  })

  test('an ordinary sentence that ends in a colon is no quote', () => {
    const text = 'El pedido que quiero es este:\n\n2 camisas\n\nDe: 8 a 10'
    assert.equal(newText(text), text)
  })

  test('of HTML leaves out the quotes that programs mark', async () => {
    const html = {
      gmail:
        '<div>Perfecto</div><div class="gmail_quote"><div class="gmail_attr">El jue</div><blockquote>Hola</blockquote></div>',
      outlook:
        '<div>Perfecto</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">De: Soporte</div><div>Hola</div>',
      apple: '<div>Perfecto</div><div><br><blockquote type="cite"><div>On 8 Oct</div></blockquote></div>',
      yahoo: '<div>Perfecto</div><div class="yahoo_quoted">El jueves</div>',
    }
    for (const each of Object.values(html)) assert.equal(toText(each, { isNew: true }), 'Perfecto')
    const event = await parseOne(fixture('76').body.raw)
    assert.equal(event.content, 'Perfecto')
    assert.ok(event.thread!.recipients.includes('soporte+c.cnv1.4k9z2q@tienda.example'))
  })

  test('of a forwarded mail is all of it', async () => {
    const text = 'Te lo paso.\n\n---------- Forwarded message ---------\nDe: Luis\n\nImportante'
    const { content } = await parseOne(writeMail(text, { Subject: 'RV: Oferta' }))
    assert.equal(content, text)
  })
})

describe('Sanitised HTML', () => {
  test('has nothing active and loads nothing', () => {
    const hostile = [
      '<img src=x onerror=alert(1)><svg onload=alert(1)><a href="javascript:alert(1)">x</a>',
      '<div style="background:url(http://t.example/a);position:fixed;color:red">y</div><style>@import "http://t.example"</style>',
      '<iframe src="http://t.example"></iframe><object data="x"></object><meta http-equiv=refresh content="0;url=http://t.example">',
      '<base href="http://t.example"><link rel=stylesheet href="http://t.example"><form><input></form><a href="data:text/html,x">z</a>',
      '<img src="//t.example/p.gif"><img srcset="http://t.example/p.gif 2x" data-remote="0"><table background="http://t.example/b">',
    ].join('')
    const { html, remote_images } = sanitise(hostile)
    assert.ok(!/t\.example|script|onerror|onload|<svg|<iframe|<form|url\(|position|data-remote/i.test(html), html)
    assert.deepEqual(remote_images, [])
    assert.match(sanitise('<a href="https://a.example">a</a>').html, /rel="noopener noreferrer nofollow"/)
  })
})

describe('Reports', () => {
  test('a bounce fails its message and names the address, a delay does not', async () => {
    const [failed] = await parse(fixture('79').body.raw)
    assert.equal(failed!.kind, 'status')
    const { target, status, bounced, failure } = failed as Extract<ChannelEvent, { kind: 'status' }>
    assert.deepEqual(
      [target, status, bounced],
      ['c1.m2.77aa@mail.tienda.example', 'failed', 'anna.rojas@correo.example'],
    )
    assert.deepEqual(
      [failure!.code, failure!.retryable, failure!.provider!.code],
      ['recipient_unreachable', false, '5.1.1'],
    )
    const [delayed] = await parse(fixture('80').body.raw)
    assert.equal((delayed as { status: string }).status, 'sent')
    const [full] = await parse(writeBounce('m1@tienda.example', 'ana@correo.example', 'failed', '5.2.2'))
    assert.equal((full as { bounced?: string }).bounced, undefined)
  })
})

describe('Mail of programs', () => {
  const automatic: Record<string, string>[] = [
    { 'Auto-Submitted': 'auto-replied' },
    { Precedence: 'bulk' },
    { 'X-Auto-Response-Suppress': 'All' },
    { 'List-Unsubscribe': '<mailto:x@lista.example>' },
    { 'Return-Path': '<>' },
    { From: 'no-reply@banco.example' },
  ]
  for (const headers of automatic) {
    test(`is recognised by ${Object.keys(headers)[0]}`, async () => {
      assert.equal((await parseOne(writeMail('Hola', headers))).is_automatic, true)
    })
  }

  test('is not a person’s, even one who says no to automatic', async () => {
    assert.equal((await parseOne(writeMail('Hola', { 'Auto-Submitted': 'no' }))).is_automatic, false)
  })
})

test('Bytes of any kind give events and no error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.string(), async (bytes, text) => {
      const mail = Buffer.concat([Buffer.from(writeMail('')), bytes, Buffer.from(text)])
      assert.equal((await parse(mail)).length, 1)
      assert.equal((await parse(Buffer.from(bytes))).length, 1)
    }),
    { numRuns: 100 },
  )
})
