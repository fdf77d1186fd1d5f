import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { automationsEn } from '#web/screens/settings/automations/words.en.ts'
import { automationsEs } from '#web/screens/settings/automations/words.es.ts'
import { activityTypeEn } from '#web/screens/settings/activity-kinds/words.en.ts'
import { activityTypeEs } from '#web/screens/settings/activity-kinds/words.es.ts'
import { activityEn } from '#web/features/activities/words.en.ts'
import { activityEs } from '#web/features/activities/words.es.ts'
import { agendaEn } from '#web/screens/agenda/words.en.ts'
import { agendaEs } from '#web/screens/agenda/words.es.ts'
import { leadFormEn } from '#web/screens/settings/lead-forms/words.en.ts'
import { leadFormEs } from '#web/screens/settings/lead-forms/words.es.ts'
import { lostReasonEn } from '#web/screens/settings/lost-reasons/words.en.ts'
import { lostReasonEs } from '#web/screens/settings/lost-reasons/words.es.ts'
import { pipelineSettingsEn, stageEn } from '#web/screens/settings/pipelines/words.en.ts'
import { pipelineSettingsEs, stageEs } from '#web/screens/settings/pipelines/words.es.ts'
import { conditionsEn } from '#web/features/conditions/words.en.ts'
import { conditionsEs } from '#web/features/conditions/words.es.ts'
import { openApp, overflow, locales } from '#test/app.ts'
import { axeViolations } from '#test/browser.ts'
import { sample } from '#test/runs.ts'
import { until } from '#test/wait.ts'

const { sql, user, url, account_id, key, rest, enter } = await openApp()
const texts = {
  es: {
    ...locales.es,
    rules: automationsEs,
    sales: { pipelines: pipelineSettingsEs, stages: stageEs, lostReasons: lostReasonEs, forms: leadFormEs },
    asking: conditionsEs,
    doing: { types: activityTypeEs, activities: activityEs, agenda: agendaEs },
  },
  en: {
    ...locales.en,
    rules: automationsEn,
    sales: { pipelines: pipelineSettingsEn, stages: stageEn, lostReasons: lostReasonEn, forms: leadFormEn },
    asking: conditionsEn,
    doing: { types: activityTypeEn, activities: activityEn, agenda: agendaEn },
  },
}
const looks = sample([
  ['es', 'light'],
  ['en', 'dark'],
] as const)
// Disables animations, so that the accessibility check sees final states.
const still = { reducedMotion: 'reduce' as const }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

await rest('POST', '/labels', { key, body: { title: 'precio', color: '#d97706' } })
const inbox = await rest<{ id: string }>('POST', '/inboxes', { key, body: { name: 'Ventas', channel: 'api' } })
const write = (source_id: string, content: string) =>
  rest('POST', `/inboxes/${inbox.body.id}/messages`, {
    key,
    body: { source_id, content, contact: { name: source_id } },
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** No window is open any more, nor on its way out. */
const closed = (page: Page) => page.locator('[role*=dialog]:not([data-toast])').waitFor({ state: 'detached' })
const settled = (page: Page, loading: string) =>
  page.getByRole('status', { name: loading }).first().waitFor({ state: 'detached' })

for (const [language, colorScheme] of looks) {
  const { words, rules, sales, asking, doing } = texts[language]

  test(`A rule is created, tried out, runs and appears in the log (${language}, ${colorScheme})`, async () => {
    const name = `Preguntan precio ${language}`
    const page = await enter(user, 'settings/automations', { language, colorScheme, ...still })
    await button(page, rules.create).click()
    await page.getByRole('heading', { name: rules.newTitle, level: 1 }).waitFor()
    await page.getByLabel(rules.fields.name).fill(name)
    await button(page, asking.add).click()
    await page.getByLabel(asking.value).fill('precio')
    await button(page, rules.actions.add).click()
    await page.getByRole('menuitem', { name: rules.actions.names.add_label }).click()
    await button(page, words.common.save).click()
    // No label is chosen: the form shows the error at its field.
    await page.getByText(rules.actions.needed).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the rule with an error')
    await page.getByRole('combobox', { name: rules.actions.label }).click()
    await page.getByRole('option', { name: 'precio' }).click()
    await button(page, words.common.save).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()

    await write(`otra-${language}`, '¿Hola?')
    await write(`cliente-${language}`, '¿Qué precio tiene?')
    await page.getByRole('tab', { name: rules.tabs.test }).click()
    await page.getByLabel(rules.test.record.conversation).fill(`cliente-${language}`)
    const offered = page.getByRole('option')
    await until(
      async () =>
        (await offered.allTextContents())
          .join()
          .match(/(cliente|otra)-\w\w/g)
          ?.join() === `cliente-${language}`,
      'only who goes by the name is offered',
    )
    await offered.click()
    await button(page, rules.test.run).click()
    await page.getByText(rules.test.matches).waitFor()
    await page.getByRole('img', { name: rules.test.holds }).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the trial')

    await until(async () => {
      const [run] = await sql`select from automation_runs where name = ${name} and status = 'done'`
      return run !== undefined
    }, 'the run')
    await page.getByRole('tab', { name: rules.tabs.log }).click()
    await button(page, rules.log.refresh).click()
    await page.getByText(rules.log.statuses.done).first().waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the log')

    await page.getByRole('link', { name: rules.back }).click()
    const active = page.getByRole('switch', { name: rules.active(name) })
    await active.click()
    await until(async () => {
      const [rule] = await sql<{ active: boolean }>`select active from automation_rules where name = ${name}`
      return rule?.active === false
    }, 'the rule to be off')
    assert.deepEqual(await axeViolations(page), [], 'the list of rules')

    const small = await enter(user, 'settings/automations/new', { language, colorScheme, ...still, ...phone })
    await button(small, rules.actions.add).click()
    await small.getByRole('menuitem', { name: rules.actions.names.send_email }).click()
    await button(small, asking.add).click()
    assert.equal(await overflow(small), 0)
    assert.deepEqual(await axeViolations(small), [], 'the rule on a phone')
    assert.deepEqual([...page.faults, ...small.faults], [])
  })

  test(`A pipeline is created, its stages reordered, and one is emptied and deleted (${language})`, async () => {
    const name = `Embudo ${language}`
    const { pipelines, stages } = sales
    const page = await enter(user, 'settings/pipelines', { language, colorScheme, ...still })
    await button(page, pipelines.create).click()
    const dialog = page.getByRole('dialog', { name: pipelines.create })
    await dialog.getByLabel(pipelines.name, { exact: true }).fill(name)
    await dialog.getByRole('radio', { name: pipelines.kinds.leads }).click()
    assert.deepEqual(await axeViolations(page), [], 'the new pipeline')
    await button(page, pipelines.create).last().click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()

    await page.getByLabel(stages.addPlaceholder).fill('Visita')
    await button(page, stages.add).click()
    await page.getByText(stages.added('Visita')).waitFor()
    const rows = page.getByRole('list', { name: stages.open }).getByRole('listitem')
    await rows.filter({ hasText: 'Visita' }).locator('[data-handle]').press('ArrowUp')
    const order = async () => {
      const found = await sql<{ name: string }>`
        select s.name from stages s join pipelines p on p.account_id = s.account_id and p.id = s.pipeline_id
         where p.name = ${name} and s.type = 'open' order by s."order"`
      return found.map((stage) => stage.name)
    }
    await until(async () => (await order()).at(-2) === 'Visita', 'the new order')

    await button(page, 'Visita').click()
    const edit = page.getByRole('dialog', { name: stages.edit('Visita') })
    await edit.getByLabel(stages.rotting).fill('9')
    assert.deepEqual(await axeViolations(page), [], 'the stage')
    await button(page, words.common.save).last().click()
    await page.getByText(stages.rottingShort(9)).waitFor()

    const [first] = await order()
    await rest('POST', '/leads', {
      key,
      body: { name: 'Laura', phone: '+573001112233', pipeline: name, stage: 'Visita' },
    })
    await rows
      .filter({ hasText: 'Visita' })
      .getByRole('button', { name: new RegExp(words.common.more) })
      .click()
    await page.getByRole('menuitem', { name: words.common.delete }).click()
    const gone = page.getByRole('dialog', { name: stages.deleteTitle('Visita') })
    await gone.getByText(stages.deleteFull('1')).waitFor()
    await gone.getByRole('combobox', { name: stages.moveTo }).click()
    await page.getByRole('option', { name: first! }).click()
    assert.deepEqual(await axeViolations(page), [], 'where its records go')
    await gone.getByRole('button', { name: stages.moveAndDelete }).click()
    await page.getByText(stages.deleted('Visita')).waitFor()
    await closed(page)
    const [lead] = await sql<{ name: string }>`
      select s.name from leads l join stages s on s.account_id = l.account_id and s.id = l.stage_id
        join pipelines p on p.account_id = l.account_id and p.id = l.pipeline_id
       where p.name = ${name}`
    assert.equal(lead?.name, first)

    assert.deepEqual(await axeViolations(page), [], 'the pipeline')
    const small = await enter(user, 'settings/pipelines', { language, colorScheme, ...still, ...phone })
    await small.getByRole('link', { name }).click()
    await small.getByRole('heading', { name, level: 1 }).waitFor()
    assert.equal(await overflow(small), 0)
    assert.deepEqual(await axeViolations(small), [], 'the pipeline on a phone')
    assert.deepEqual([...page.faults, ...small.faults], [])
  })

  test(`A type of activities is created, used, archived and restored (${language})`, async () => {
    const { types, activities, agenda } = doing
    const name = `Visita ${language}`
    const lead = await rest('POST', '/leads', { key, body: { name: `Bodega ${language}`, owner_id: user.id } })
    assert.equal(lead.status, 201)
    const page = await enter(user, 'settings/activity-types', { language, colorScheme, ...still, ...phone })
    await settled(page, words.common.loading)
    await button(page, types.create).click()
    await page.getByLabel(types.name, { exact: true }).fill(name)
    await button(page, types.icons.house).click()
    await page.getByLabel(types.duration).fill('90')
    assert.deepEqual(await axeViolations(page), [], 'a new type')
    await button(page, words.common.add).click()
    await page.getByText(types.created(name)).waitFor()
    await button(page, types.create).click()
    await page.getByLabel(types.name, { exact: true }).fill(name)
    await button(page, words.common.add).click()
    await page.getByText(types.taken).waitFor()
    await button(page, words.common.cancel).click()
    await closed(page)

    await page.goto(`${url}/app/${account_id}/agenda`)
    await page.getByRole('button', { name: agenda.schedule }).first().click()
    const dialog = page.getByRole('dialog', { name: activities.scheduleTitle })
    await dialog.getByRole('combobox', { name: activities.about }).fill(`bodega ${language}`)
    await page.getByRole('option', { name: `Bodega ${language}` }).click()
    await dialog.getByRole('combobox', { name: activities.type }).click()
    await page.getByRole('option', { name }).click()
    await dialog.getByRole('combobox', { name: activities.duration }).getByText(activities.minutes(90)).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'scheduling one of its activities')
    await dialog.getByRole('button', { name: activities.save }).click()
    await closed(page)
    const planned = page.getByRole('listitem').filter({ hasText: name })
    await planned.waitFor()
    await page.getByRole('combobox', { name: agenda.type }).click()
    await page.getByRole('option', { name: agenda.types.call }).click()
    await planned.waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: agenda.type }).click()
    await page.getByRole('option', { name }).click()
    await planned.waitFor()

    await page.goto(`${url}/app/${account_id}/settings/activity-types`)
    const row = page.getByRole('listitem').filter({ hasText: name })
    const menu = row.getByRole('button', { name: new RegExp(words.common.more) })
    await menu.click()
    assert.equal(await page.getByRole('menuitem', { name: words.common.delete }).count(), 0, 'it is in use')
    await page.getByRole('menuitem', { name: types.archive }).click()
    await row.getByText(types.archived, { exact: true }).waitFor()
    assert.equal(await overflow(page), 0)
    assert.deepEqual(await axeViolations(page), [], 'the types on a phone')
    await menu.click()
    await page.getByRole('menuitem', { name: types.restore }).click()
    await row.getByText(types.archived, { exact: true }).waitFor({ state: 'detached' })
    assert.deepEqual(page.faults, [])
  })

  test(`Lost reasons and lead forms are created and deleted (${language})`, async () => {
    const { lostReasons, forms } = sales
    const page = await enter(user, 'settings/lost-reasons', { language, colorScheme, ...still })
    await settled(page, words.common.loading)
    await button(page, lostReasons.create).click()
    await page.getByLabel(lostReasons.name, { exact: true }).fill(`Motivo ${language}`)
    await button(page, words.common.add).click()
    await page.getByText(lostReasons.created(`Motivo ${language}`)).waitFor()
    await button(page, lostReasons.create).click()
    await page.getByLabel(lostReasons.name, { exact: true }).fill(`Motivo ${language}`)
    await button(page, words.common.add).click()
    await page.getByText(lostReasons.taken).waitFor()
    assert.deepEqual(await axeViolations(page), [], 'a reason that is taken')
    await button(page, words.common.cancel).click()
    const row = page.getByRole('listitem').filter({ hasText: `Motivo ${language}` })
    await row.getByRole('button', { name: new RegExp(words.common.more) }).click()
    await page.getByRole('menuitem', { name: words.common.delete }).click()
    await button(page, lostReasons.delete).click()
    await row.waitFor({ state: 'detached' })
    await closed(page)
    assert.deepEqual(await axeViolations(page), [], 'the reasons')

    await page.goto(`${url}/app/${account_id}/settings/lead-forms`)
    await page
      .getByText(forms.empty)
      .or(page.getByRole('list', { name: forms.title }))
      .first()
      .waitFor()
    await button(page, forms.create).click()
    const name = `Cotización ${language}`
    await page.getByLabel(forms.name, { exact: true }).fill(name)
    await button(page, forms.addField).click()
    await page.getByRole('menuitem', { name: forms.own }).click()
    await page.getByRole('textbox', { name: forms.label, exact: true }).last().fill('¿Para cuándo?')
    await button(page, words.common.save).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.getByText('<form method="post"').waitFor()
    assert.deepEqual(await axeViolations(page), [], 'the form')
    const [form] = await sql<{ token: string }>`select token from lead_forms where name = ${name}`
    const shown = await fetch(`${url}/forms/${form?.token}`)
    assert.match(await shown.text(), /¿Para cuándo\?/)

    await page.getByRole('switch', { name: forms.active(name) }).click()
    await until(async () => (await fetch(`${url}/forms/${form?.token}`)).status === 410, 'the form to be closed')
    await button(page, forms.delete).click()
    await button(page, forms.delete).last().click()
    await page.getByText(forms.deleted(name)).waitFor()
    await closed(page)
    assert.deepEqual(await axeViolations(page), [], 'the forms')
    assert.deepEqual(page.faults, [])
  })
}
