import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import type { Conversation } from '#contract/records/conversation.ts'
import { contactEn } from '#web/features/contacts/words.en.ts'
import { contactEs } from '#web/features/contacts/words.es.ts'
import { conversationEn } from '#web/features/conversations/words.en.ts'
import { conversationEs } from '#web/features/conversations/words.es.ts'
import { drawerEn } from '#web/screens/pipeline/deal/words.en.ts'
import { drawerEs } from '#web/screens/pipeline/deal/words.es.ts'
import { threadEn } from '#web/screens/inbox/thread/words.en.ts'
import { threadEs } from '#web/screens/inbox/thread/words.es.ts'
import { mailEn } from '#web/features/mail/words.en.ts'
import { mailEs } from '#web/features/mail/words.es.ts'
import { locales, openApp, overflow } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { openFakeSmtp } from '#test/channels/fakes/smtp.ts'
import { connectMail, writeMail } from '#test/channels/mail.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const smtp = await openFakeSmtp()
const app = await openApp({ HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const { user, enter } = app
const shop = { address: 'ventas@tienda.example', smtp: smtp.server, from_name: 'Tienda' }
const { receive, conversations, message } = await connectMail(app, shop, app, 'Correo')
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const bubbleOf = (page: Page, text: string) => page.locator('[data-message]', { hasText: text }).first()
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** An e-mail with an image in its text, one given as data, a remote one and a file. */
function writePictures(subject: string): string {
  const html = [
    '<p style="color: #b91c1c">Llegó roto:</p><img src="cid:foto1@x" alt="El plato roto" width="240" height="120">',
    `<p>Así era:</p><img src="data:image/png;base64,${pixel}" alt="El plato entero" width="40" height="40">`,
    '<p>Saludos</p><img src="http://pictures.example/logo.png" alt="Logo" width="900" height="60">',
  ].join('')
  const parts = [
    `Content-Type: text/html; charset=utf-8\n\n${html}`,
    `Content-Type: image/png; name="foto.png"\nContent-ID: <foto1@x>\nContent-Disposition: inline\nContent-Transfer-Encoding: base64\n\n${pixel}`,
    'Content-Type: application/pdf; name="recibo.pdf"\nContent-Disposition: attachment\n\n%PDF-1.4',
  ]
  const body = `${parts.map((part) => `--BB\n${part}\n`).join('')}--BB--`
  return writeMail(body, { Subject: subject, 'Content-Type': 'multipart/related; boundary="BB"' })
}

const findConversation = async (subject: string): Promise<Conversation> => {
  await app.resetRateLimits()
  const all = await conversations()
  return all.find(({ additional_attributes }) => additional_attributes['subject'] === subject)!
}
const widthOf = (page: Page, title: string, alt: string) =>
  page
    .frameLocator(`iframe[title="${title}"]`)
    .getByAltText(alt)
    .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)

for (const [language, words, mail, { create }, contact, drawer] of sample([
  ['es', threadEs, mailEs, conversationEs, contactEs, drawerEs],
  ['en', threadEn, mailEn, conversationEn, contactEn, drawerEn],
] as const)) {
  const { profile } = locales[language].settings

  test(`The whole of an e-mail shows its images, remote ones on request (${language})`, async () => {
    const subject = `Plato roto ${language}`
    await receive(writePictures(subject))
    await message(({ attachments }) => attachments.length > 0 && attachments.every(({ state }) => state === 'stored'))
    const { id } = await findConversation(subject)
    const asked: string[] = []
    const showPicture = async (route: Route) => {
      asked.push(route.request().url())
      await route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') })
    }
    const routes = { 'https://pictures.example/**': showPicture }
    const page = await enter(user, `conversations/${id}`, { language, ...phone, routes })
    const bubble = bubbleOf(page, subject)
    await bubble.getByRole('button', { name: words.thread.open('foto.png') }).waitFor()
    await bubble.getByRole('button', { name: words.mail.showWhole }).click()
    await bubble.getByRole('button', { name: words.thread.open('foto.png') }).waitFor({ state: 'detached' })
    await bubble.getByText('recibo.pdf').waitFor()
    for (const alt of ['El plato roto', 'El plato entero'])
      await until(async () => (await widthOf(page, words.mail.whole, alt)) === 1, alt)
    assert.equal(await widthOf(page, words.mail.whole, 'Logo'), 0)
    assert.deepEqual(asked, [])
    assert.deepEqual(await axeViolations(page), [], 'the e-mail')
    await bubble.getByRole('button', { name: words.mail.showImages(1) }).click()
    await until(async () => (await widthOf(page, words.mail.whole, 'Logo')) === 1, 'the remote image')
    assert.deepEqual(asked, ['https://pictures.example/logo.png'])
    assert.equal(await overflow(page), 0)
    assert.deepEqual(page.faults, [])
  })

  test(`An answer goes to all of the thread whom the agent leaves in copy (${language})`, async () => {
    const subject = `Entrega ${language}`
    const others = { To: 'ventas@tienda.example, eva@correo.example', Cc: 'luis@correo.example' }
    await receive(writeMail('¿Cuándo llega?', { ...others, Subject: subject }))
    const { id } = await findConversation(subject)
    const page = await enter(user, `conversations/${id}`, { language, ...phone })
    const copies = page.getByRole('group', { name: words.mail.cc, exact: true })
    await copies.getByText('eva@correo.example').waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the composer')
    assert.equal(await overflow(page), 0)
    await copies.getByRole('button', { name: mail.remove('luis@correo.example') }).click()
    await copies.getByRole('textbox').fill('nadie')
    await page.getByLabel(words.composer.replyField).fill(`Mañana ${language}`)
    assert.ok(await page.getByRole('button', { name: words.composer.send, exact: true }).isDisabled())
    await copies.getByRole('button', { name: mail.remove('nadie') }).click()
    await page.getByRole('button', { name: words.mail.parts }).click()
    await page
      .getByRole('group', { name: words.mail.bcc, exact: true })
      .getByRole('textbox')
      .fill('jefa@correo.example')
    await page.getByLabel(words.mail.subject).fill(`Tu entrega ${language}`)
    await page.getByRole('button', { name: words.composer.send, exact: true }).click()
    await until(() => smtp.sent.some(({ data }) => data.includes(`Tu entrega ${language}`)), 'the e-mail is sent')
    const { to } = smtp.sent.find(({ data }) => data.includes(`Tu entrega ${language}`))!
    assert.deepEqual(to, ['ana@correo.example', 'eva@correo.example', 'jefa@correo.example'])
    await bubbleOf(page, `Mañana ${language}`).getByText('jefa@correo.example').waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`An agent writes a new e-mail to an address, with a signature of their own (${language})`, async () => {
    const address = `nueva.${language}@correo.example`
    const settings = await enter(user, 'settings/profile', { language, ...phone })
    await settings.getByRole('button', { name: profile.signature.own }).click()
    await settings.getByLabel(profile.signature.text).fill(`Rosa ${language}\nVentas`)
    await settings.getByRole('button', { name: profile.signature.save }).click()
    await settings.getByText(profile.signature.saved).waitFor()
    assert.deepEqual(await axeViolations(settings), [], 'the profile')
    assert.equal(await overflow(settings), 0)

    const page = await enter(user, 'conversations', { language })
    await page.getByRole('button', { name: create.open }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(create.find).fill(address)
    await page.getByRole('button', { name: contact.writeTo(address) }).click()
    await dialog.getByText(address).first().waitFor()
    await dialog.getByLabel(create.message).fill('Le escribo por su cotización.')
    await dialog.getByRole('button', { name: create.submit }).click()
    await dialog.getByText(create.noSubject).waitFor()
    await dialog.getByLabel(create.subject).fill(`Cotización ${language}`)
    await dialog.getByRole('group', { name: create.cc }).getByRole('textbox').fill('socia@correo.example')
    assert.deepEqual(await axeViolations(page), [], 'the dialog')
    await dialog.getByRole('button', { name: create.submit }).click()
    await until(() => smtp.sent.some(({ to }) => to[0] === address), 'the e-mail is sent')
    const { to, data } = smtp.sent.find((each) => each.to[0] === address)!
    assert.deepEqual(to, [address, 'socia@correo.example'])
    assert.match(data, new RegExp(`\\r\\nRosa ${language}\\r\\nVentas\\r\\n`))
    await page.getByRole('note', { name: words.mail.signature }).getByText(`Rosa ${language}`).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test(`The history of a lead shows the e-mails with its contact, and writes another (${language})`, async () => {
    await app.resetRateLimits()
    const { body } = await app.rest<{ id: string }>('POST', '/contacts', {
      key: app.key,
      body: { name: `Rita ${language}`, email: `rita.${language}@correo.example` },
    })
    const { body: lead } = await app.rest<{ id: string }>('POST', '/leads', {
      key: app.key,
      body: { name: `Casa ${language}`, contact_id: body.id },
    })
    const page = await enter(user, `leads/${lead.id}`, { language, ...phone })
    await page.getByRole('button', { name: drawer.write }).click()
    const dialog = page.getByRole('dialog', { name: create.writeTo(`Rita ${language}`) })
    await dialog.getByLabel(create.subject).fill(`Visita ${language}`)
    await dialog.getByLabel(create.message).fill('¿Le queda bien el lunes?')
    assert.equal(await overflow(page), 0)
    await dialog.getByRole('button', { name: create.send }).click()
    await until(() => smtp.sent.some(({ to }) => to[0] === `rita.${language}@correo.example`), 'the e-mail is sent')
    const again = await enter(user, `leads/${lead.id}`, { language, ...phone })
    await again.getByRole('link', { name: `${drawer.timeline.mails.outgoing}: Visita ${language}` }).waitFor()
    assert.deepEqual(await axeViolations(again), [], 'the history')
    assert.equal(await overflow(again), 0)
    assert.deepEqual(page.faults, [])
  })
}
