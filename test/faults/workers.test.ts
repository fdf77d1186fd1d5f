import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { raw } from '#test/raw.ts'
import { childrenOf, untilEnded, installHilo, send } from '#test/server-process.ts'
import { until } from '#test/wait.ts'
import { findLosses, nothingLost, startWriters } from '#test/writers.ts'

const hilo = await installHilo({ HILO_WORKERS: '2', HILO_DRAIN_SECONDS: '1' })
let server = await hilo.start()
const { key } = await hilo.makeWorkspace()

const workers = () => childrenOf(server.child.pid!).filter((pid) => pid !== server.postmaster)
const isReplaced = (old: number[]) => workers().length === 2 && workers().every((pid) => !old.includes(pid))
const areReady = async () => (await readMetrics()).match(/^process_cpu_seconds_total\{worker="[12]"\}/gm)?.length === 2
const readMetrics = async () => (await raw(hilo.url, 'GET', '/metrics')).text

async function losses(acknowledged: Parameters<typeof findLosses>[1]) {
  const database = await hilo.open()
  return findLosses(database.sql, acknowledged).finally(() => database.close())
}

test('Two processes serve one port, and the metrics name each of them', async () => {
  assert.equal(workers().length, 2)
  const isServedByBoth = async () => {
    await raw(hilo.url, 'GET', '/api/v1/me', { headers: ['authorization', `Bearer ${key}`, 'connection', 'close'] })
    const text = await readMetrics()
    return [1, 2].every((worker) =>
      new RegExp(`duration_seconds_count\\{worker="${worker}",method="GET",route="/api/v1/me"`).test(text),
    )
  }
  await until(isServedByBoth, 'both have answered requests')
  const text = await readMetrics()
  assert.equal(text.match(/^# TYPE process_cpu_seconds_total /gm)?.length, 1)
  assert.equal(text.match(/^hilo_deliveries\{measure="waiting"\}/gm)?.length, 1, 'the queue is one for all')
})

test('A killed process loses no acknowledged write; the other one goes on, and it is replaced', async () => {
  const old = workers()
  const writers = startWriters(hilo.url, key)
  await until(() => writers.acknowledged.length > 20, 'there is load')
  send([old[0]!], 'SIGKILL')
  const before = writers.acknowledged.length
  await until(() => writers.acknowledged.length > before + 20, 'writes go on')
  await until(
    async () => workers().length === 2 && !workers().includes(old[0]!) && (await areReady()),
    'it is replaced',
  )
  assert.ok(workers().includes(old[1]!), 'the other one was left alone')
  await writers.stop()
  assert.deepEqual(await losses(writers.acknowledged), nothingLost)
})

test('SIGHUP replaces every process without a refused request', async () => {
  const old = workers()
  const writers = startWriters(hilo.url, key, { retry: false })
  await until(() => writers.acknowledged.length > 20, 'there is load')
  server.child.kill('SIGHUP')
  await until(() => isReplaced(old), 'all are new')
  await writers.stop()
  assert.equal(writers.totals.cut, 0)
  assert.deepEqual([...new Set(writers.answers.map(({ status }) => status))], [201])
  assert.deepEqual(await losses(writers.acknowledged), nothingLost)
})

test('Workers end with the first process, even if it is killed, and a new start takes over', async () => {
  const old = workers()
  server.child.kill('SIGKILL')
  await until(() => old.every((pid) => !existsSync(`/proc/${pid}`)), 'the workers are gone')
  server = await hilo.start()
  assert.equal((await raw(hilo.url, 'GET', '/api/v1/me', { headers: ['authorization', `Bearer ${key}`] })).status, 200)

  const last = workers()
  server.child.kill('SIGTERM')
  await untilEnded(server.child)
  assert.equal(server.child.exitCode, 0)
  assert.ok(
    [...last, server.postmaster].every((pid) => !existsSync(`/proc/${pid}`)),
    'nothing is left running',
  )
})
