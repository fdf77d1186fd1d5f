import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { en } from '#web/locales/en.ts'
import { es } from '#web/locales/es.ts'
import { barriers, openBrowser } from '#test/browser.ts'
import { openNode, PASSWORD } from '#test/node.ts'

const openPage = await openBrowser()
const { url, rest, key, user, account_id } = await openNode()
await rest('POST', '/labels', { key, body: { title: 'vip', color: '#d97706' } })
for (const [i, name] of ['Íngrid Peña Muñoz', 'José Ángel Ñáñez', 'Wilson Acuña', 'Ximena Peña'].entries()) {
  await rest('POST', '/contacts', { key, body: { name, phone_number: `+57300000000${i}`, city: 'Bogotá' } })
}

async function signIn(page: Page, words: typeof es) {
  await page.goto(`${url}/app`)
  await page.getByLabel(words.signIn.email).fill(user.email)
  await page.getByLabel(words.signIn.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: words.signIn.submit }).click()
  await page.getByRole('heading', { name: words.contacts.title, exact: true }).waitFor()
}

const shown = (page: Page, name: string) => page.getByText(name, { exact: true }).first()

for (const [language, words, colorScheme] of [
  ['es', es, 'light'],
  ['en', en, 'dark'],
] as const) {
  test(`a person signs in, finds, makes and annotates a contact (${language}, ${colorScheme})`, async () => {
    const page = await openPage({ colorScheme, locale: language === 'es' ? 'es-CO' : 'en-US' })
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(`${url}/app`)
    await page.evaluate(`localStorage.setItem('hilo.language', '${language}')`)
    await signIn(page, words)
    await shown(page, 'Wilson Acuña').waitFor()
    assert.deepEqual(await barriers(page), [], 'the list')

    await page.getByRole('searchbox').or(page.getByLabel(words.contacts.search)).first().fill('pena')
    await shown(page, 'Wilson Acuña').waitFor({ state: 'detached' })
    await shown(page, 'Ximena Peña').waitFor()
    await page.getByRole('searchbox').or(page.getByLabel(words.contacts.search)).first().fill('')

    const name = `Nueva Persona ${language}`
    await page.getByRole('button', { name: words.contacts.create.open }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words.contacts.fields.name).fill(name)
    await dialog.getByLabel(words.contacts.fields.phone_number).fill('300 000 0001')
    await dialog.getByRole('button', { name: words.contacts.create.submit }).click()
    // The number is taken: the form says so and keeps what was written.
    await dialog.getByText(words.problems['phone_number.taken']).waitFor()
    assert.deepEqual(await barriers(page), [], 'the form with an error')
    await dialog
      .getByLabel(words.contacts.fields.phone_number)
      .fill(language === 'es' ? '301 000 0001' : '302 000 0001')
    await dialog.getByRole('button', { name: words.contacts.create.submit }).click()
    await shown(page, name).waitFor()

    const found = await rest<{ items: { id: string }[] }>('GET', `/contacts?query=${encodeURIComponent(name)}`, { key })
    const [contact] = found.body.items
    await page.goto(`${url}/app/${account_id}/contacts/${contact!.id}`)
    await page.getByRole('heading', { name }).waitFor()
    await page
      .getByPlaceholder(words.contacts.notes.write)
      .or(page.getByLabel(words.contacts.notes.write))
      .first()
      .fill('Llamar el lunes')
    await page.getByRole('button', { name: words.contacts.notes.add }).click()
    await shown(page, 'Llamar el lunes').waitFor()
    assert.deepEqual(await barriers(page), [], 'the profile')

    const profile = await rest<{ notes: { body: string; author: { name: string } }[] }>(
      'GET',
      `/contacts/${contact!.id}`,
      { key },
    )
    assert.equal(profile.body.notes[0]?.body, 'Llamar el lunes')
    assert.equal(profile.body.notes[0]?.author.name, user.name)
    assert.deepEqual(faults, [])
  })
}

test('a wrong password is told as such', async () => {
  const page = await openPage({ locale: 'es-CO' })
  await page.goto(`${url}/app/${account_id}/contacts`)
  await page.evaluate(`localStorage.setItem('hilo.language', 'es')`)
  await page.reload()
  await page.getByLabel(es.signIn.email).fill(user.email)
  await page.getByLabel(es.signIn.password, { exact: true }).fill('not the password')
  await page.getByRole('button', { name: es.signIn.submit }).click()
  await page.getByText(es.signIn.refused).waitFor()
  assert.deepEqual(await barriers(page), [])
})

test('a name with markup is text on every screen', async () => {
  const markup = '<img src=x onerror="document.title=\'owned\'">'
  const made = await rest<{ id: string }>('POST', '/contacts', {
    key,
    body: { name: markup, email: 'x@example.com', bio: markup },
  })
  const page = await openPage({ locale: 'es-CO' })
  await page.goto(`${url}/app`)
  await page.evaluate(`localStorage.setItem('hilo.language', 'es')`)
  await signIn(page, es)
  await shown(page, markup).waitFor()
  await page.goto(`${url}/app/${account_id}/contacts/${made.body.id}`)
  await page.getByRole('heading', { name: markup }).waitFor()
  assert.notEqual(await page.title(), 'owned')
})
