import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameAncestors, mayEmbed as mayEmbedAt } from '#doors/widget/embedding.ts'

const mayEmbed = (domains: string[], address: string | undefined) =>
  mayEmbedAt(domains, address, 'https://hilo.example')

test('A chat without allowed domains may be shown anywhere', () => {
  assert.equal(mayEmbed([], undefined), true)
  assert.equal(mayEmbed([], 'https://cualquiera.example'), true)
  assert.equal(frameAncestors([]), '*')
})

for (const [domain, yes, no] of [
  [
    'tienda.example',
    ['https://tienda.example', 'http://tienda.example:8080/producto?id=1', 'https://TIENDA.example'],
    ['https://www.tienda.example', 'https://mitienda.example', 'https://tienda.example.malo.example'],
  ],
  [
    '*.tienda.example',
    ['https://www.tienda.example', 'https://a.b.tienda.example:444'],
    ['https://tienda.example', 'https://mitienda.example', 'https://www.tienda.example.malo.example'],
  ],
  ['localhost:4000', ['http://localhost:4000/'], ['http://localhost:4001', 'http://localhost']],
  ['Tienda.Example', ['https://tienda.example'], ['null', '', 'about:srcdoc', 'tienda.example']],
] as const) {
  test(`${domain} lets in its own pages and no others`, () => {
    for (const address of yes) assert.equal(mayEmbed([domain], address), true, address)
    for (const address of no) assert.equal(mayEmbed([domain], address), false, address)
    assert.equal(mayEmbed([domain], undefined), false)
  })
}

test('Our own pages may always show the chat', () => {
  assert.equal(mayEmbed(['tienda.example'], 'https://hilo.example/demo'), true)
  assert.equal(mayEmbed(['tienda.example'], 'http://hilo.example/demo'), false)
})

test('The frame policy allows the same domains, with any scheme and any port unless one is named', () => {
  assert.equal(
    frameAncestors(['Tienda.example', '*.tienda.example', 'localhost:4000']),
    "'self' http://tienda.example:* http://*.tienda.example:* http://localhost:4000",
  )
})
