import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitise } from './html.ts'
import { toHtml } from './compose.ts'

const inner = (html: string) => /^<div style="[^"]+">(.*)<\/div>$/.exec(html)![1]

test('The HTML of an e-mail shows formatting, lists and links', () => {
  assert.equal(
    inner(toHtml('Hola **Ana**:\n\n- _uno_\n- ~~dos~~\n\n3. `tres`\nhttps://a.example/_x_ y **https://b.example**')),
    '<p>Hola <b>Ana</b>:</p><ul><li><i>uno</i></li><li><s>dos</s></li></ul><ol start="3"><li>' +
      '<code style="white-space: pre-wrap">tres</code></li></ol><p><a href="https://a.example/_x_">https://a.example/_x_</a> y ' +
      '<b><a href="https://b.example">https://b.example</a></b></p>',
  )
  assert.equal(inner(toHtml('uno\ndos\n\ntres')), '<p>uno<br>dos</p><p>tres</p>')
})

test('The signature appears below as it was entered', () => {
  assert.equal(inner(toHtml('Hola', '**Taller**\n- Calle 1')), '<p>Hola</p><p>-- <br>**Taller**<br>- Calle 1</p>')
})

test('Markup in a text or a signature is shown, never run', () => {
  const attack = '<img src=x onerror="alert(1)">'
  const html = toHtml(`**${attack}** \`${attack}\`\n- ${attack}`, attack)
  assert.doesNotMatch(html, /<(?!\/?(div|p|b|ul|li|code|br)\b)/)
  assert.equal(html.split('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;').length, 5)
  assert.doesNotMatch(sanitise(html).html, /<img/)
})
