import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { fixture } from '#test/channels/fixture.ts'
import { graphFailure } from '#test/channels/fakes/meta.ts'
import { openFakeWhatsApp } from '#test/channels/fakes/whatsapp.ts'
import { http } from '#test/channels/http.ts'
import { openShop, outbound, outboundFile } from '#test/channels/whatsapp.ts'
import type { OutboundMessage, ProviderTemplate } from '#kernel/connector.ts'

const fake = await openFakeWhatsApp()
const { whatsapp, connection } = openShop(fake.url)
const send = (fields: Partial<OutboundMessage>) => whatsapp.send(connection, outbound(fields), http)
const ana = { name: 'Ana', phone: '+525555550123', user_id: 'MX.77' }
const common = {
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '+5215555550123',
  biz_opaque_callback_data: '4711',
}

beforeEach(() => {
  fake.reset()
  fake.setClock('2026-11-02T10:00:00Z')
  fake.receive(ana, { type: 'text', text: { body: 'Hola' } })
})

test('A text is sent with our message id, and its status returns it', async () => {
  const result = await send({ content: 'Mira https://pan.example', reply_to: 'wamid.QUOTED' })
  assert.ok(result.outcome === 'accepted')
  assert.match(result.external_id!, /^wamid\./)
  assert.deepEqual([result.other_ids, result.aliases], [[], ['5215555550123']])
  assert.deepEqual(fake.messages(), [
    {
      ...common,
      type: 'text',
      text: { body: 'Mira https://pan.example', preview_url: true },
      context: { message_id: 'wamid.QUOTED' },
    },
  ])
  const [sent] = fake.takeStatuses()
  const [event] = whatsapp.parse(Buffer.from(JSON.stringify(fake.body([sent!]))), connection, '')
  assert.deepEqual(event?.kind === 'status' && [event.target, event.client_ref, event.status], [
    result.external_id,
    '4711',
    'sent',
  ])
})

test('A person is addressed by the number WhatsApp last gave, else by that of the contact, else by id', async () => {
  const addressFor = async (recipient: OutboundMessage['recipient']) => {
    await send({ content: 'hola', recipient })
    const { to, recipient: user_id } = fake.messages().at(-1)
    return [to, user_id]
  }
  const contact = { source_id: 'AR.3', aliases: [] as string[], phone_number: '+541155550147' as string | null }
  assert.deepEqual(await addressFor({ ...contact, aliases: ['5491155550147', 'AR.3'] }), ['+5491155550147', undefined])
  const moved = ['5215555550141', 'MX.NEW141', '5215555550140', 'MX.OLD140']
  assert.deepEqual(await addressFor({ source_id: 'MX.OLD140', aliases: moved, phone_number: '+525555550140' }), [
    '+5215555550141',
    undefined,
  ])
  assert.deepEqual(await addressFor(contact), ['+541155550147', undefined])
  const unlisted = { ...contact, phone_number: null }
  assert.deepEqual(await addressFor(unlisted), [undefined, 'AR.3'])
  assert.deepEqual(await addressFor({ ...unlisted, aliases: ['187654321098765', 'AR.4', 'AR.ENT.1'] }), [
    undefined,
    'AR.4',
  ])
  assert.deepEqual(await addressFor({ ...unlisted, source_id: 'AR.ENT.1' }), [undefined, 'AR.ENT.1'])
  const unknown = await send({ content: 'hola', recipient: { ...unlisted, source_id: 'x' } })
  assert.equal(unknown.outcome === 'refused' && unknown.failure.code, 'recipient_unreachable')
})

test('The answer to a person without a number teaches nothing new about them', async () => {
  const recipient = { source_id: 'BR.5566778899', aliases: [], phone_number: null }
  const result = await send({ content: 'Oi', recipient })
  assert.deepEqual(result.outcome === 'accepted' && result.aliases, ['BR.5566778899'])
})

test('Files are uploaded and sent one by one, with the text under the first that can have it', async () => {
  const voice = outboundFile({
    file_name: 'nota.ogg',
    file_type: 'audio',
    content_type: 'audio/ogg; codecs=opus',
    is_voice: true,
  })
  const photo = outboundFile({ file_name: 'foto.jpg' })
  const animation = outboundFile({ file_name: 'risa.gif', content_type: 'image/gif' })
  const result = await send({ content: 'Aquí están', files: [voice, photo, animation], reply_to: 'wamid.Q' })
  assert.ok(result.outcome === 'accepted')
  assert.equal(result.other_ids!.length, 2)
  const uploads = fake.callsOf('media').map(({ body }) => [body.file.name, body.file.type, body.file.bytes.toString()])
  assert.deepEqual(uploads, [
    ['nota.ogg', 'audio/ogg; codecs=opus', 'bytes of nota.ogg'],
    ['foto.jpg', 'image/jpeg', 'bytes of foto.jpg'],
    ['risa.gif', 'image/gif', 'bytes of risa.gif'],
  ])
  const [first, second, third] = fake.messages()
  assert.deepEqual([first.type, first.audio.voice, first.context], ['audio', true, { message_id: 'wamid.Q' }])
  assert.deepEqual([second.type, second.image.caption, second.context], ['image', 'Aquí están', undefined])
  assert.deepEqual([third.type, third.document.filename, third.document.caption], ['document', 'risa.gif', undefined])
})

test('A text without a file for it, or too long for a caption, is sent before the files', async () => {
  const audio = outboundFile({ file_name: 'a.mp3', file_type: 'audio', content_type: 'audio/mpeg' })
  await send({ content: 'Escucha', files: [audio] })
  await send({ content: 'x'.repeat(1025), files: [outboundFile()] })
  assert.deepEqual(
    fake.messages().map(({ type, image }) => [type, image?.caption]),
    [
      ['text', undefined],
      ['audio', undefined],
      ['text', undefined],
      ['image', undefined],
    ],
  )
})

test('A photo above the limit goes as a document, and a file above every limit is refused', async () => {
  const megabyte = 1024 * 1024
  await send({ files: [outboundFile({ size_bytes: 6 * megabyte })] })
  assert.equal(fake.messages()[0].type, 'document')
  const result = await send({ files: [outboundFile({ file_name: 'video.mp4', size_bytes: 101 * megabyte })] })
  assert.deepEqual(result.outcome === 'refused' && [result.failure.code, result.failure.retryable], [
    'media_rejected',
    false,
  ])
  assert.match(result.outcome === 'refused' ? result.failure.detail : '', /video\.mp4/)
})

test('Buttons, lists, locations and contacts are sent as WhatsApp wants them', async () => {
  const content = '¿A qué hora?'
  const items = [
    { id: 'am', title: 'Mañana' },
    { id: 'pm', title: 'Tarde' },
  ]
  await send({ content, content_type: 'buttons', content_attributes: { items } })
  const sections = [{ title: 'Horas', rows: [{ id: '9', title: '9:00', description: 'libre' }] }]
  await send({ content, content_type: 'list', content_attributes: { button: 'Ver', sections } })
  const location = { latitude: -12.04, longitude: -77.04, name: 'Plaza', address: null }
  await send({ content_type: 'location', content_attributes: location })
  const contacts = [{ name: 'Sofía Larrea', phones: ['+51955550122'], emails: [] }]
  await send({ content_type: 'contacts', content_attributes: { contacts } })
  assert.deepEqual(fake.messages(), [
    {
      ...common,
      type: 'interactive',
      interactive: {
        type: 'button',
        body: { text: content },
        action: {
          buttons: [
            { type: 'reply', reply: { id: 'am', title: 'Mañana' } },
            { type: 'reply', reply: { id: 'pm', title: 'Tarde' } },
          ],
        },
      },
    },
    {
      ...common,
      type: 'interactive',
      interactive: { type: 'list', body: { text: content }, action: { button: 'Ver', sections } },
    },
    { ...common, type: 'location', location: { latitude: -12.04, longitude: -77.04, name: 'Plaza' } },
    {
      ...common,
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Sofía Larrea', first_name: 'Sofía Larrea' },
          phones: [{ phone: '+51955550122' }],
          emails: [],
        },
      ],
    },
  ])
})

test('More buttons than WhatsApp takes, an empty list or an empty message reach nobody', async () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: id }))
  const cases: Partial<OutboundMessage>[] = [
    { content: 'x', content_type: 'buttons', content_attributes: { items } },
    { content: null, content_type: 'buttons', content_attributes: { items: items.slice(1) } },
    { content: 'x', content_type: 'list', content_attributes: { button: 'Ver', sections: [] } },
    { content: null },
    { content: '' },
  ]
  for (const each of cases) {
    const result = await send(each)
    assert.equal(result.outcome === 'refused' && result.failure.code, 'rejected')
  }
  assert.deepEqual(fake.calls, [])
})

const template: ProviderTemplate = {
  external_id: '1',
  name: 'pedido_listo',
  language: 'es_MX',
  category: 'UTILITY',
  status: 'APPROVED',
  parameter_format: 'positional',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}' },
    { type: 'BODY', text: 'Hola {{1}}, llega el {{2}}.' },
    { type: 'FOOTER', text: 'Panadería Lupita' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'URL', text: 'Ver', url: 'https://pan.example/p/{{1}}' },
        { type: 'QUICK_REPLY', text: 'Gracias' },
        { type: 'PHONE_NUMBER', text: 'Llamar', phone_number: '+52' },
      ],
    },
  ],
}
const sendTemplate = (
  parameters: object,
  fields: Partial<ProviderTemplate> = {},
  files: OutboundMessage['files'] = [],
) => {
  const used = { ...template, ...fields }
  fake.templates.push({
    ...used,
    id: '1',
    parameter_format: 'POSITIONAL',
    components: [...used.components],
    rejected_reason: 'NONE',
  })
  const { name, language } = used
  return send({ content_type: 'template', content_attributes: { name, language, parameters }, template: used, files })
}

test('A template counts the values of header, body and buttons separately', async () => {
  const result = await sendTemplate({ header: 'A-77', body: ['Ana', 'lunes'], buttons: { 0: 'a77', 1: 'GRACIAS' } })
  assert.equal(result.outcome, 'accepted')
  assert.deepEqual(fake.messages()[0], {
    ...common,
    type: 'template',
    template: {
      name: 'pedido_listo',
      language: { policy: 'deterministic', code: 'es_MX' },
      components: [
        { type: 'header', parameters: [{ type: 'text', text: 'A-77' }] },
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Ana' },
            { type: 'text', text: 'lunes' },
          ],
        },
        { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'a77' }] },
        { type: 'button', sub_type: 'quick_reply', index: '1', parameters: [{ type: 'payload', payload: 'GRACIAS' }] },
      ],
    },
  })
})

test('Named values carry their names, in the header too', async () => {
  const components = [
    { type: 'HEADER', format: 'TEXT', text: 'Pedido {{pedido}}' },
    { type: 'BODY', text: 'Hola {{nombre}}, llega el {{dia}}.' },
  ]
  const body = { dia: 'lunes', nombre: 'Ana' }
  await sendTemplate({ header: 'A-77', body }, { parameter_format: 'named', components })
  assert.deepEqual(fake.messages()[0].template.components, [
    { type: 'header', parameters: [{ type: 'text', parameter_name: 'pedido', text: 'A-77' }] },
    {
      type: 'body',
      parameters: [
        { type: 'text', parameter_name: 'nombre', text: 'Ana' },
        { type: 'text', parameter_name: 'dia', text: 'lunes' },
      ],
    },
  ])
})

test('The header takes a link or an attached file, a coupon its code, and fixed parts nothing', async () => {
  const components = [
    { type: 'HEADER', format: 'DOCUMENT' },
    { type: 'BODY', text: 'Tu factura.' },
    { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copiar' }] },
  ]
  const link = 'https://pan.example/factura.pdf'
  await sendTemplate({ header: { link }, buttons: { 0: 'PAN10' } }, { components })
  const file = outboundFile({ file_name: 'factura.pdf', file_type: 'file', content_type: 'application/pdf' })
  await sendTemplate({ header: { attachment_id: '5' }, buttons: { 0: 'PAN10' } }, { components }, [file])
  const [linked, attached] = fake.messages().map((body) => body.template.components)
  assert.deepEqual(linked, [
    { type: 'header', parameters: [{ type: 'document', document: { link } }] },
    { type: 'button', sub_type: 'copy_code', index: '0', parameters: [{ type: 'coupon_code', coupon_code: 'PAN10' }] },
  ])
  assert.equal(attached[0].parameters[0].document.filename, 'factura.pdf')
  assert.match(attached[0].parameters[0].document.id, /^8800/)

  await sendTemplate({}, { name: 'fijo', components: [{ type: 'BODY', text: 'Ya abrimos.' }] })
  assert.deepEqual(fake.messages()[2].template, { name: 'fijo', language: { policy: 'deterministic', code: 'es_MX' } })
})

test('A template with a missing value is refused before anything is sent, and the value is named', async () => {
  const result = await sendTemplate({ header: 'A-77', body: ['Ana'] })
  assert.deepEqual(result.outcome === 'refused' && result.failure, {
    code: 'template_rejected',
    detail: '{{2}} of the body needs a value. Button 0 needs a value.',
    retryable: false,
    provider: null,
  })
  const unknown = await send({ content_type: 'template', content_attributes: { name: 'x', language: 'es' } })
  assert.equal(unknown.outcome === 'refused' && unknown.failure.code, 'template_rejected')
  assert.deepEqual(fake.calls, [])
})

test('Too many messages to one person delay only that person, longer each time', async () => {
  const { response } = fixture('37').body
  fake.fail('messages', { status: response.status, body: response.json }, 2)
  const results = [await send({ content: 'a' }), await send({ content: 'a', attempts: 3 })]
  assert.deepEqual(
    results.map(
      (result) =>
        result.outcome === 'refused' && [
          result.failure.code,
          result.failure.retryable,
          result.scope,
          result.after_seconds,
        ],
    ),
    [
      ['rate_limited', true, 'recipient', 1],
      ['rate_limited', true, 'recipient', 64],
    ],
  )
})

test('WhatsApp takes 45 messages to one person at once, then one in six seconds', async () => {
  const outcomes = new Set<string>()
  for (let index = 0; index < 45; index++) outcomes.add((await send({ content: String(index) })).outcome)
  assert.deepEqual([...outcomes], ['accepted'])
  const refused = await send({ content: 'one too many' })
  assert.equal(refused.outcome === 'refused' && refused.failure.provider!.code, '131056')
  fake.advanceClock(6)
  assert.equal((await send({ content: 'again' })).outcome, 'accepted')
})

test('A limit of the number pauses the inbox for as long as Meta asks', async () => {
  fake.fail('messages', graphFailure(130429, 'Rate limit hit'))
  const usage = JSON.stringify({ 1: [{ type: 'whatsapp', estimated_time_to_regain_access: 3 }] })
  fake.fail('messages', { ...graphFailure(80007, 'Too many calls'), headers: { 'x-business-use-case-usage': usage } })
  fake.fail('messages', { status: 429, headers: { 'retry-after': '17' }, body: '' })
  const results = [await send({ content: 'a' }), await send({ content: 'a' }), await send({ content: 'a' })]
  assert.deepEqual(
    results.map((result) => result.outcome === 'refused' && [result.failure.code, result.scope, result.after_seconds]),
    [
      ['rate_limited', 'inbox', 1],
      ['rate_limited', 'inbox', 180],
      ['rate_limited', 'inbox', 17],
    ],
  )
})

test('An invalid token holds the whole connection', async () => {
  const { response } = fixture('38').body
  fake.fail('messages', { status: response.status, body: response.json })
  const result = await send({ content: 'a' })
  assert.deepEqual(
    result.outcome === 'refused' && [
      result.failure.code,
      result.failure.retryable,
      result.scope,
      result.failure.provider,
    ],
    [
      'not_authorised',
      false,
      'connection',
      { code: '190/463', message: 'Error validating access token: Session has expired.' },
    ],
  )
  fake.setToken('renewed')
  const expired = await send({ content: 'a' })
  assert.equal(expired.outcome === 'refused' && expired.scope, 'connection')
})

test('Each error code of WhatsApp leads to its own reaction', async () => {
  const codes: [number, string, boolean][] = [
    [1, 'temporary', true],
    [2, 'temporary', true],
    [3, 'not_authorised', false],
    [4, 'rate_limited', true],
    [10, 'not_authorised', false],
    [33, 'not_authorised', false],
    [100, 'rejected', false],
    [200, 'not_authorised', false],
    [299, 'not_authorised', false],
    [368, 'policy', false],
    [130472, 'policy', false],
    [130497, 'policy', false],
    [131000, 'temporary', true],
    [131005, 'not_authorised', false],
    [131008, 'rejected', false],
    [131009, 'rejected', false],
    [131016, 'temporary', true],
    [131021, 'recipient_unreachable', false],
    [131026, 'recipient_unreachable', false],
    [131030, 'recipient_unreachable', false],
    [131031, 'policy', false],
    [131037, 'not_authorised', false],
    [131042, 'policy', false],
    [131045, 'not_authorised', false],
    [131047, 'window_closed', false],
    [131048, 'policy', false],
    [131049, 'policy', false],
    [131050, 'recipient_opted_out', false],
    [131051, 'rejected', false],
    [131053, 'media_rejected', false],
    [131057, 'temporary', true],
    [131062, 'rejected', false],
    [132000, 'template_rejected', false],
    [132001, 'template_rejected', false],
    [132012, 'template_rejected', false],
    [132015, 'template_rejected', false],
    [132016, 'template_rejected', false],
    [132069, 'rate_limited', true],
    [133010, 'not_authorised', false],
    [134101, 'temporary', true],
    [135000, 'rejected', false],
    [999999, 'rejected', false],
  ]
  for (const [code, expected, retryable] of codes) {
    fake.fail('messages', graphFailure(code, 'text', { details: 'details' }))
    const result = await send({ content: 'a' })
    assert.deepEqual(
      result.outcome === 'refused' && [code, result.failure.code, result.failure.retryable, result.failure.provider],
      [code, expected, retryable, { code: String(code), message: 'details' }],
    )
  }
})

test('Trouble of Meta is retried; an answer that never came leaves the outcome unknown', async () => {
  const outcomeAfter = async (fault: Parameters<typeof fake.fail>[1], milliseconds = 10_000) => {
    fake.fail('messages', fault)
    const result = await whatsapp.send(connection, outbound({ content: 'a' }), (url, request) =>
      http(url, { ...request, milliseconds }),
    )
    return result.outcome === 'refused' ? result.failure.code : result.outcome
  }
  assert.equal(await outcomeAfter({ status: 503, body: 'busy' }), 'temporary')
  assert.equal(await outcomeAfter({ status: 502, body: '<html>' }), 'temporary')
  assert.equal(await outcomeAfter({ status: 504, body: '' }), 'unknown')
  assert.equal(await outcomeAfter('accept_and_cut'), 'unknown')
  assert.equal(await outcomeAfter('accept_and_hang', 200), 'unknown')
  assert.equal(await outcomeAfter({ status: 200, body: {} }), 'unknown')
  const [sent] = fake.takeStatuses()
  const [event] = whatsapp.parse(Buffer.from(JSON.stringify(fake.body([sent!]))), connection, '')
  assert.equal(event?.kind === 'status' && event.client_ref, '4711')

  const gone = await openFakeWhatsApp()
  gone.close()
  const closed = openShop(gone.url)
  const refused = await closed.whatsapp.send(closed.connection, outbound({ content: 'a' }), http)
  assert.deepEqual(refused.outcome === 'refused' && [refused.failure.code, refused.failure.retryable], [
    'temporary',
    true,
  ])
})

test('A file that cannot be uploaded leaves nothing sent, and may be tried again after trouble', async () => {
  const files = [outboundFile(), outboundFile({ file_name: 'otra.jpg' })]
  fake.fail('media', 'accept_and_cut')
  const cut = await send({ files })
  assert.deepEqual(cut.outcome === 'refused' && [cut.failure.code, cut.failure.retryable], ['temporary', true])
  const unreadable = outboundFile({ file_name: 'rota.jpg', read: async () => Promise.reject(new Error('no storage')) })
  const unread = await send({ files: [unreadable] })
  assert.deepEqual(unread.outcome === 'refused' && unread.failure.detail, '“rota.jpg” could not be read.')
  fake.fail('media', graphFailure(100, 'Param file must be a file with one of the following types'))
  const wrong = await send({ files })
  assert.deepEqual(wrong.outcome === 'refused' && [wrong.failure.code, wrong.failure.retryable], [
    'media_rejected',
    false,
  ])
  assert.deepEqual(fake.messages(), [])
})

test('After a refusal in the middle, the next attempt continues with the files that were not sent', async () => {
  const files = ['1.jpg', '2.jpg', '3.jpg'].map((file_name) => outboundFile({ file_name }))
  const id = 'wamid.FIRST'
  fake.fail('messages', { status: 200, body: { messages: [{ id }] } })
  fake.fail('messages', graphFailure(131016, 'Service unavailable'))
  const broken = await send({ content: 'Fotos', files, reply_to: 'wamid.Q' })
  assert.deepEqual(broken.outcome === 'refused' && [broken.failure.retryable, broken.accepted_ids], [true, [id]])
  fake.calls.length = 0
  const result = await send({ content: 'Fotos', files, reply_to: 'wamid.Q', accepted_ids: [id] })
  assert.ok(result.outcome === 'accepted')
  assert.deepEqual([result.external_id, result.other_ids!.length], [id, 2])
  assert.deepEqual(
    fake.callsOf('media').map(({ body }) => body.file.name),
    ['2.jpg', '3.jpg'],
  )
  assert.deepEqual(
    fake.messages().map(({ image, context }) => [image.caption, context]),
    [
      [undefined, undefined],
      [undefined, undefined],
    ],
  )
})

test('Free text outside the window is accepted and fails later, a template arrives', async () => {
  fake.advanceClock(25 * 3600)
  await send({ content: 'tarde' })
  await sendTemplate({ header: 'A', body: ['B', 'C'], buttons: { 0: 'd' } })
  const events = whatsapp.parse(Buffer.from(JSON.stringify(fake.body(fake.takeStatuses()))), connection, '')
  assert.deepEqual(
    events.map((event) => event.kind === 'status' && [event.status, event.failure?.code]),
    [
      ['failed', 'window_closed'],
      ['sent', undefined],
      ['delivered', undefined],
    ],
  )
})

test('A reaction is set and removed', async () => {
  const target = { recipient: outbound().recipient, external_id: 'wamid.IN' }
  assert.equal((await whatsapp.react!(connection, target, '👍', http)).outcome, 'accepted')
  await whatsapp.react!(connection, target, null, http)
  assert.deepEqual(
    fake.messages().map(({ type, reaction, to }) => [type, reaction, to]),
    [
      ['reaction', { message_id: 'wamid.IN', emoji: '👍' }, '+5215555550123'],
      ['reaction', { message_id: 'wamid.IN', emoji: '' }, '+5215555550123'],
    ],
  )
})

test('Reading and typing reach the customer; a refusal of them is not repeated', async () => {
  const target = { recipient: outbound().recipient, external_id: 'wamid.IN' }
  await whatsapp.markRead!(connection, target, http)
  await whatsapp.setTyping!(connection, target, http)
  const mark = { messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.IN' }
  assert.deepEqual(
    fake.callsOf('messages').map(({ body }) => body),
    [mark, { ...mark, typing_indicator: { type: 'text' } }],
  )
  fake.fail('messages', graphFailure(131009, 'Message is too old'))
  await whatsapp.markRead!(connection, target, http)
  fake.fail('messages', { status: 503, body: '' })
  await assert.rejects(async () => whatsapp.markRead!(connection, target, http), { kind: 'unreachable' })
})
