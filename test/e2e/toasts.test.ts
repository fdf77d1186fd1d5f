import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { threadEs } from '#web/screens/inbox/thread/words.es.ts'
import { openApp } from '#test/app.ts'
import { pressSequence } from '#test/browser.ts'
import { until } from '#test/wait.ts'

const app = await openApp()
const { user, key, enter } = app

const make = async <T = { id: string }>(path: string, body: object) => {
  await app.resetRateLimits()
  return (await app.rest<T>('POST', path, { key, body })).body
}
const inbox = await make('/inboxes', { name: 'Avisos', channel: 'api', auto_assign: false })
const ids: string[] = []
// More than a screen has room for, so that the list reaches its end.
for (let n = 0; n < 20; n++) {
  const body = { source_id: `avisos-${n}`, content: `Hola ${n}`, contact: { name: `Persona ${n}` } }
  ids.push((await make<{ conversation: { id: string } }>(`/inboxes/${inbox.id}/messages`, body)).conversation.id)
}

/** Controls of which a toast covers a part that could be seen. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    type Edges = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>
    const toasts = [...document.querySelectorAll('[data-toast]')].map((each) => each.getBoundingClientRect())
    const cut = (a: Edges, b: Edges): Edges => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    })
    const isEmpty = ({ left, top, right, bottom }: Edges) => right - left < 1 || bottom - top < 1
    /** The part that no scrolling parent cuts off. */
    const seen = (element: Element) => {
      let edges: Edges = element.getBoundingClientRect()
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (getComputedStyle(parent).overflowY !== 'visible') edges = cut(edges, parent.getBoundingClientRect())
      return edges
    }
    return [...document.querySelectorAll('a, button, input, textarea, select, [role="option"], [data-row]')]
      .filter((each) => !each.closest('[data-toast]') && each.checkVisibility({ visibilityProperty: true }))
      .filter((each) => !isEmpty(seen(each)) && toasts.some((toast) => !isEmpty(cut(seen(each), toast))))
      .map((each) => each.outerHTML.slice(0, 120))
  })

for (const [width, height, nth] of [
  [1440, 900, 1],
  [1024, 768, 2],
  [390, 844, 3],
] as const)
  test(`A toast covers no control of any screen (${width} wide)`, async () => {
    const page = await enter(user, `conversations?inbox=${inbox.id}`, { language: 'es', viewport: { width, height } })
    await page.locator(`[data-row="${ids.at(-nth)}"]`).click()
    const send = page.getByRole('button', { name: threadEs.composer.send, exact: true })
    await send.waitFor()
    const place = async () => (await send.boundingBox())!
    const before = await place()
    await page.keyboard.press('p')
    await page.locator('[role="menuitemradio"]:focus').waitFor()
    await page.keyboard.press('Enter')
    const toast = page.locator('[data-toast]').first()
    // The pointer keeps it from disappearing.
    await toast.hover()
    await until(async () => (await coveredControls(page)).length === 0, 'a conversation without covered controls')
    const covered = (await toast.boundingBox())!
    const composer = (await page.getByRole('region', { name: threadEs.composer.reply, exact: true }).boundingBox())!
    const isBeside = covered.x + covered.width <= composer.x
    assert.ok(isBeside || covered.y >= composer.y + composer.height, 'the composer is free')
    // Beside a conversation it does not even move the composer.
    if (width >= 1024) assert.deepEqual(await place(), before)

    for (const [keys, path] of [
      ['c', 'contacts'],
      ['p', 'pipeline'],
      ['r', 'reports'],
      ['s', 'settings'],
      ['i', 'conversations'],
    ] as const) {
      await pressSequence(page, 'g', keys)
      await page.waitForURL(new RegExp(`/${path}`))
      await page.getByRole('heading').first().waitFor()
      await until(async () => (await coveredControls(page)).length === 0, `${path} without covered controls`)
      assert.equal(await toast.count(), 1)
    }
    assert.deepEqual(page.faults, [])
  })
