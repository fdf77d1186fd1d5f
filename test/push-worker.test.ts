import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPushWorker } from '#test/push-worker.ts'

const notice = (at: string, body: string | null = 'Hola') => ({
  id: '7',
  title: 'Ida escribió',
  body,
  url: 'https://hilo.example.com/app/1/conversations/9?tab=all',
  at,
})
const show = (at: string, body?: string | null) => ({ show: [notice(at, body)], close: [], unread: 3 })

test('The push worker handles notices only: it answers no request, so an upgrade leaves no old app behind', () => {
  assert.deepEqual(openPushWorker().listens(), ['activate', 'install', 'notificationclick', 'push'])
})

test('A closed app shows a notice once, with the number on its icon, and a further message replaces it', async () => {
  const worker = openPushWorker()
  await worker.receive(show('2026-11-17T12:00:00.000Z'))
  await worker.receive(show('2026-11-17T12:00:00.000Z'))
  assert.deepEqual([worker.shown(), worker.announced.length, worker.badge()], [[['Ida escribió', 'Hola']], 1, 3])
  await worker.receive(show('2026-11-17T12:00:05.000Z', 'Otra'))
  assert.deepEqual([worker.shown(), worker.announced.length], [[['Ida escribió', 'Otra']], 2])
  await worker.receive(show('2026-11-17T12:00:09.000Z', null))
  assert.deepEqual(worker.shown(), [['Ida escribió', '']])
})

test('An app in view gets no notice, one out of view does', async () => {
  const [inView, behind] = [
    openPushWorker({ visibilityState: 'visible' }),
    openPushWorker({ visibilityState: 'hidden' }),
  ]
  for (const worker of [inView, behind]) await worker.receive(show('2026-11-17T12:00:00.000Z'))
  assert.deepEqual([inView.announced, behind.announced], [[], ['Ida escribió']])
})

test('A notice that was read elsewhere is closed', async () => {
  const worker = openPushWorker()
  await worker.receive(show('2026-11-17T12:00:00.000Z'))
  await worker.receive({ show: [], close: ['8'], unread: 1 })
  assert.equal(worker.shown().length, 1)
  await worker.receive({ show: [], close: ['7'], unread: 0 })
  assert.deepEqual([worker.shown(), worker.badge()], [[], 0])
})

test('A click opens the record in the open app, or in a new page', async () => {
  for (const [pages, how] of [
    [[{ visibilityState: 'hidden' }], 'in the page'],
    [[], 'in a new page'],
  ] as const) {
    const worker = openPushWorker(...pages)
    await worker.receive(show('2026-11-17T12:00:00.000Z'))
    await worker.click()
    assert.deepEqual([worker.opened, worker.shown()], [[`${how}: /app/1/conversations/9?tab=all`], []])
  }
})
