import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawHome } from '#doors/widget/demo-homes.ts'
import { openNode } from '#test/node.ts'

const { url } = await openNode()

test('A demo property has a stable image without scripts', async () => {
  const answer = await fetch(`${url}/demo/homes/APT-BOG-0001.svg`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type')!, /^image\/svg\+xml/)
  assert.match(answer.headers.get('content-security-policy')!, /^sandbox; default-src 'none'/)
  const drawing = await answer.text()
  assert.equal(drawing, drawHome('apt-bog-0001'))
  assert.notEqual(drawing, drawHome('APT-BOG-0001-b'))
})

test('Any name returns a drawing and nothing else', async () => {
  for (const name of ['<script>alert(1)</script>', '"onload="x', '../../package.json', ' ', 'ñ'.repeat(500)]) {
    const drawing = drawHome(name)
    assert.match(drawing, /^<svg /)
    assert.doesNotMatch(drawing, /script|onload|undefined|NaN/)
  }
})
