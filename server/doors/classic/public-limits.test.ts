import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, openClassicNode } from '#test/classic.ts'

/* Customers of an `api` inbox have the limits of visitors of a live chat. */

const { ask, ok, sql } = await openClassicNode({ HILO_TRUST_PROXY: '1' })
const inbox = await ok('POST', '/inboxes', { name: 'App móvil', channel: { type: 'api' } })
const root = `/public/api/v1/inboxes/${inbox.inbox_identifier}`
let addresses = 0

test('A customer writes thirty messages a minute', async () => {
  const messages = await enter()
  const answers = []
  for (let i = 0; i < 31; i++) answers.push(await call('POST', messages, address(), { content: `Mensaje ${i}` }))
  refusedOnlyTheLast(answers)
})

test('The customers at one address send forty forms with files an hour, and a refused one stores nothing', async () => {
  const here = address()
  const customers = await Promise.all(Array.from({ length: 2 }, enter))
  const answers = []
  for (let i = 0; i < 41; i++) answers.push(await call('POST', customers[i % 2]!, here, form()))
  refusedOnlyTheLast(answers)
  assert.equal((await sql`select from attachments`).length, 40)
  assert.equal((await sql`select from uploads`).length, 0)
})

test('Sixty new customers a minute come from one address', async () => {
  const here = address()
  const answers = []
  for (let i = 0; i < 61; i++) answers.push(await call('POST', `${root}/contacts`, here, { name: `Cliente ${i}` }))
  refusedOnlyTheLast(answers)
})

test('A call waits a moment where its address has used its limit, and is refused where that would take long', async () => {
  const here = address()
  const limit = 50_000
  /** Makes it so that the address made all its calls some seconds ago. */
  const use = async (age: number) => {
    await sql`delete from rate_windows where subject like 'public:%'`
    assert.equal((await call('GET', root, here)).status, 200)
    const changed = await sql`
      update rate_windows w set latest = at, used = ${limit}, slots = array(
          select case when n = at % 61 + 1 then ${limit}::int else 0 end from generate_series(1, 61) n)
        from (select floor(extract(epoch from now()))::bigint - ${age}::int as at) x
       where w.subject like 'public:%' returning w.subject`
    assert.equal(changed.length, 1)
  }
  await use(57)
  const burst = await Promise.all(
    Array.from({ length: 20 }, (_, i) => call('POST', `${root}/contacts`, here, { name: `Ráfaga ${i}` })),
  )
  assert.deepEqual([...new Set(burst.map(({ status }) => status))], [200])
  await use(5)
  const late = await call('GET', root, here)
  assert.equal(late.status, 429)
  assert.ok(Number(late.headers.get('retry-after')) > 10)
})

/** The address of the messages of a new customer. */
async function enter(): Promise<string> {
  const { body: contact } = await call('POST', `${root}/contacts`, address(), { name: 'Cliente' })
  const path = `${root}/contacts/${contact.source_id}/conversations`
  const { body } = await call('POST', path, address())
  return `${path}/${body.id}/messages`
}

function call(method: string, path: string, ip: string, body?: unknown): Promise<Answer> {
  return ask(method, path, body, { 'x-forwarded-for': ip })
}

function form(): FormData {
  const made = new FormData()
  made.append('content', 'Mire')
  made.append('attachments[]', new Blob(['hola']), 'nota.txt')
  return made
}

/** A new network. */
function address(): string {
  return `2001:db8:0:${(++addresses).toString(16)}::1`
}

function refusedOnlyTheLast(answers: Answer[]): void {
  const last = answers.pop()!
  for (const { status, text } of answers) assert.equal(status, 200, text)
  assert.equal(last.status, 429, last.text)
  assert.ok(Number(last.headers.get('retry-after')) >= 1)
}
