import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rollUpReports } from '#domains/reports/rollup/rollup.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import type { Actor } from '#kernel/operation.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const root = await openInbox()
const { runtime, sql } = root

type Workspace = Awaited<ReturnType<typeof root.addAccount>>

/** A local moment in Bogota. */
const at = (local: string) => new Date(`${local}-05:00`)
const march = { from: '2026-03-01', to: '2026-03-31' }
const report = (workspace: Workspace, input: Input<'get_agent_response_times'> = march, as?: Actor) =>
  workspace.act('get_agent_response_times', input, { now: at('2026-04-10T12:00'), ...(as && { as }) })

/** A conversation with these messages, by the customer or an agent, in order. */
async function talk({ act, write }: Workspace, messages: readonly (readonly [string, Actor?])[], inbox_id?: string) {
  const source_id = `quien ${Math.random()}`
  let conversation_id = ''
  for (const [moment, as] of messages) {
    const now = at(`2026-03-${moment}`)
    if (as) await act('send_message', { conversation_id, content: 'Sí' }, { as, now })
    else conversation_id = (await write({ source_id, ...(inbox_id && { inbox_id }) }, { now })).conversation.id
  }
  return conversation_id
}

const brief = ({ agents, totals }: Awaited<ReturnType<typeof report>>) =>
  [{ name: 'all', ...totals }, ...agents].map(({ name, first_response, business_hours, answers }) => [
    name,
    [first_response.count, first_response.mean_seconds, first_response.median_seconds, first_response.p90_seconds],
    business_hours.mean_seconds,
    [answers.count, answers.mean_seconds],
  ])

test('Answers are credited to their authors, and all agents are listed with totals', async () => {
  const workspace = await root.addAccount()
  const [ines, luis] = [await workspace.addAgent('Inés'), await workspace.addAgent('Luis')]
  // She answers in ten minutes; he answers the next question in twenty and adds a message nobody waited for.
  await talk(workspace, [
    ['02T09:00'],
    ['02T09:10', ines],
    ['02T10:00'],
    ['02T10:05'],
    ['02T10:20', luis],
    ['02T10:30', luis],
  ])
  await talk(workspace, [['03T09:00'], ['03T09:30', ines]])
  const expected = [
    ['all', [2, 1200, 1200, 1800], 1200, [3, 1200]],
    ['Ana Admin', [0, null, null, null], null, [0, null]],
    ['Inés', [2, 1200, 1200, 1800], 1200, [2, 1200]],
    ['Luis', [0, null, null, null], null, [1, 1200]],
  ]
  assert.deepEqual(brief(await report(workspace)), expected)
  await rollUpReports(runtime)
  assert.deepEqual(brief(await report(workspace)), expected)
})

test('An automatic answer ends the waiting but is credited to nobody', async () => {
  const workspace = await root.addAccount()
  const ai = await loadSystemActor(sql, workspace.actor.account.id, { type: 'ai_agent', id: null, name: 'Asistente' })
  await talk(workspace, [['02T09:00'], ['02T09:01', ai], ['02T10:00', workspace.actor]])
  assert.deepEqual(brief(await report(workspace)), [
    ['all', [1, 3600, 3600, 3600], 3600, [0, null]],
    ['Ana Admin', [1, 3600, 3600, 3600], 3600, [0, null]],
  ])
})

test('Business hours count per inbox, where it has them', async () => {
  const workspace = await root.addAccount()
  const intervals = [{ day: 1, from: '08:00', to: '17:00' }]
  const business_hours = { time_zone: 'America/Bogota', intervals, holidays: [], out_of_office_message: null }
  const made = { name: 'Oficina', channel: 'api' as const, auto_assign: false, business_hours }
  const office = await workspace.act('create_inbox', made)
  await talk(workspace, [['02T07:00'], ['02T08:05', workspace.actor]], office.id)
  await talk(workspace, [['02T07:00'], ['02T07:01', workspace.actor]])
  const [all] = brief(await report(workspace, { ...march, inbox_id: office.id }))
  assert.deepEqual(all, ['all', [1, 3900, 3900, 3900], 300, [1, 3900]])
})

test('A former agent is listed with their answers, and limited visibility applies', async () => {
  const workspace = await root.addAccount()
  const { act, addAgent } = workspace
  const [luis, own] = [await addAgent('Luis'), await addAgent('Propia', { visibility: 'own' })]
  const theirs = await talk(workspace, [['02T09:00'], ['02T09:01', luis]])
  await talk(workspace, [['02T09:00'], ['02T09:05', luis]])
  await act('assign_conversation', { conversation_id: theirs, agent: own.id! })
  await act('deactivate_member', { member_id: luis.id!, leave: true })
  const { agents } = await report(workspace)
  const his = agents.find(({ name }) => name === 'Luis')!
  assert.deepEqual([his.active, his.first_response.count, his.first_response.mean_seconds], [false, 2, 180])
  const seen = await report(workspace, march, own)
  assert.deepEqual([seen.totals.first_response.count, seen.totals.answers], [1, { count: 1, mean_seconds: 60 }])
})

test('The report on response times requires reports:read and an existing inbox', async () => {
  const as = root.only('conversations:read')
  assert.equal((await refusal(root.act('get_agent_response_times', {}, { as }))).code, 'permission_denied')
  assert.equal((await refusal(root.act('get_agent_response_times', { inbox_id: '999999' }))).code, 'not_found')
})
