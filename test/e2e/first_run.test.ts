import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locales, openApp, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'
import { firstStepsEn } from '#web/screens/inbox/first-steps/words.en.ts'
import { firstStepsEs } from '#web/screens/inbox/first-steps/words.es.ts'

const { key, rest, enter, makeUser, user, sql } = await openApp({})

for (const [language, steps] of sample([
  ['es', firstStepsEs],
  ['en', firstStepsEn],
] as const)) {
  test(`An administrator is led through the first steps until they are dismissed (${language})`, async () => {
    await sql`update accounts set first_steps_dismissed_at = null`
    const desk = await enter(user, 'conversations', { language, viewport: { width: 1440, height: 900 } })
    const list = desk.getByRole('region', { name: steps.title }).last()
    await list.getByText(steps.steps.connect_channel[0]).waitFor()
    assert.deepEqual(await axeViolations(desk), [])
    const phone = await enter(user, 'conversations', { language, viewport: { width: 390, height: 844 } })
    const card = phone.getByRole('region', { name: steps.title }).first()
    await card.getByText(steps.steps.invite_people[0]).waitFor()
    const { x, width } = (await card.boundingBox())!
    assert.ok(x > 0 && x + width < 390, 'the card fits the screen')
    assert.equal(await overflow(phone), 0)
    assert.deepEqual(await axeViolations(phone), [])
    await list.getByRole('link', { name: steps.steps.invite_people[0] }).click()
    await desk.waitForURL('**/settings/people')
    await desk.goBack()
    await list.getByRole('button', { name: steps.dismiss }).click()
    await list.waitFor({ state: 'detached' })
    assert.deepEqual([desk.faults, phone.faults], [[], []])
  })
}

test('Agents see no first steps, and set their own availability', async () => {
  const agent = await makeUser('agent')
  const page = await enter(agent, 'conversations')
  const { shell } = locales.es.words
  const menu = page.getByRole('button', { name: new RegExp(`^${shell.me}: `) })
  await menu.click()
  await page.getByRole('menuitemradio', { name: shell.availabilities.busy }).click()
  await menu.click()
  const busy = page.getByRole('menuitemradio', { name: shell.availabilities.busy })
  await busy.and(page.locator('[aria-checked=true]')).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  const { body } = await rest<{ items: { id: string; availability: string }[] }>('GET', '/agents', { key })
  assert.equal(body.items.find(({ id }) => id === agent.id)?.availability, 'busy')

  // People see until when they are away, and their capacity.
  await page.getByRole('menuitemradio', { name: shell.availabilities.tomorrow }).click()
  await menu.click()
  await page.getByText(new RegExp(shell.awayUntil('').trim())).waitFor()
  const ten = page.getByRole('menuitemradio', { name: '10', exact: true })
  await ten.click()
  await until(async () => {
    const { body } = await rest<{ items: { id: string; capacity: number | null }[] }>('GET', '/agents', { key })
    return body.items.find(({ id }) => id === agent.id)?.capacity === 10
  }, 'the capacity')
  assert.equal(await page.getByRole('region', { name: firstStepsEs.title }).count(), 0)
  assert.deepEqual(page.faults, [])
})
