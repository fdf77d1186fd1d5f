import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { raw } from '#test/raw.ts'
import { childrenOf, installHilo, postmasterIn, send } from '#test/server-process.ts'
import { until } from '#test/wait.ts'
import { findLosses, nothingLost, startWriters } from '#test/writers.ts'

const hilo = await installHilo({ HILO_STATEMENT_SECONDS: '2' })
const { child } = await hilo.start()
const { key } = await hilo.makeWorkspace()

const faults = {
  'the database server is killed': () => process.kill(postmasterIn(hilo.folder), 'SIGKILL'),
  'one of its backends is killed, and it restarts all the others': async () => {
    const database = await hilo.open()
    const [busy] = await database.sql<{ pid: number }>`
      select pid from pg_stat_activity where application_name = 'hilo' and pid <> pg_backend_pid() limit 1`
    await database.close()
    process.kill(busy!.pid, 'SIGKILL')
  },
  'it is shut down immediately': () => process.kill(postmasterIn(hilo.folder), 'SIGQUIT'),
  'the server and all its processes are killed': () => {
    const postmaster = postmasterIn(hilo.folder)
    send([postmaster, ...childrenOf(postmaster)], 'SIGKILL')
  },
}

for (const [what, fault] of Object.entries(faults)) {
  test(`When ${what} under load, callers are asked to retry, and nothing acknowledged is lost`, async (t) => {
    const writers = startWriters(hilo.url, key)
    const others = watch()
    await until(() => writers.acknowledged.length > 20, 'there is load')
    const before = writers.acknowledged.length
    await fault()
    const begun = performance.now()
    await until(() => writers.acknowledged.length > before + 20, 'it works again')
    const away = performance.now() - begun
    await writers.stop()
    const seen = await others.stop()

    const counts: Record<string, number> = {}
    for (const { status } of writers.answers) counts[status] = (counts[status] ?? 0) + 1
    t.diagnostic(
      `works again after ${Math.round(away)} ms; answers ${JSON.stringify(counts)}, longest ${Math.round(writers.totals.longest)} ms; ` +
        `${writers.acknowledged.length} acknowledged, ${writers.totals.replayed} of them by replay`,
    )
    for (const { status, retry_after, type, text } of writers.answers) {
      if (status === 201) continue
      assert.ok(status === 503 || (status === 409 && text.includes('request_in_progress')), `${status} ${text}`)
      assert.match(type, /^application\/problem\+json/)
      if (status === 503) assert.ok(Number(retry_after) > 0, 'it says when to come back')
    }
    assert.equal(writers.totals.cut, 0, 'no connection was cut')
    assert.equal(child.exitCode, null, 'the process stays')

    for (const { door, status, text } of seen) {
      const fine = door === 'healthz' ? [200] : door === 'sign-in' ? [401, 429, 503] : [200, 503]
      assert.ok(fine.includes(status), `${door}: ${status} ${text}`)
    }
    const database = await hilo.open()
    assert.deepEqual(await findLosses(database.sql, writers.acknowledged), nothingLost)
    await database.close()
  })
}

test('During a longer database outage the node is alive but not ready, refuses quickly, and recovers by itself', async () => {
  // Stopped, not dead: it accepts connections and never answers.
  const postmaster = postmasterIn(hilo.folder)
  const stopped = [postmaster, ...childrenOf(postmaster)]
  send(stopped, 'SIGSTOP')
  try {
    // Any answer shows that no call waits for the database, which resumes only afterwards.
    const answers = await Promise.all([
      ask('/readyz'),
      ask('/healthz'),
      ...Array.from({ length: 30 }, () => ask('/api/v1/contacts')),
    ])
    assert.deepEqual([answers[0]!.status, answers[1]!.status], [503, 200])
    for (const each of answers.slice(2)) {
      assert.equal(each.status, 503, each.text)
      assert.ok(Number(each.headers['retry-after']) > 0)
    }
  } finally {
    send(stopped, 'SIGCONT')
  }
  await until(async () => (await ask('/readyz')).status === 200, 'it is ready again')
  assert.equal((await ask('/api/v1/contacts')).status, 200)
  assert.equal(child.exitCode, null)
})

test('A node that stops also stops its database server', async () => {
  const postmaster = postmasterIn(hilo.folder)
  child.kill('SIGTERM')
  await until(() => child.exitCode !== null, 'it ends')
  assert.equal(child.exitCode, 0)
  assert.throws(() => process.kill(postmaster, 0), { code: 'ESRCH' })
})

function ask(path: string) {
  return raw(hilo.url, 'GET', path, { headers: ['authorization', `Bearer ${key}`] })
}

/** Sends requests to the other doors meanwhile. */
function watch() {
  const seen: { door: string; status: number; text: string }[] = []
  const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_labels', arguments: {} } }
  const json = ['content-type', 'application/json', 'accept', 'application/json, text/event-stream']
  const doors = {
    healthz: () => ask('/healthz'),
    readyz: () => ask('/readyz'),
    list: () => ask('/api/v1/contacts?query=cliente&limit=1'),
    tool: () =>
      raw(hilo.url, 'POST', '/api/mcp', {
        headers: [...json, 'authorization', `Bearer ${key}`],
        body: JSON.stringify(tool),
      }),
    'sign-in': () =>
      raw(hilo.url, 'POST', '/api/session', { headers: json, body: '{"email": "a@example.com", "password": "x"}' }),
  }
  let stopping = false
  const running = Promise.all(
    Object.entries(doors).map(async ([door, visit]) => {
      while (!stopping) {
        const { status, text } = await visit()
        seen.push({ door, status, text })
        await sleep(20)
      }
    }),
  )
  return {
    stop: async () => {
      stopping = true
      await running
      return seen
    },
  }
}
