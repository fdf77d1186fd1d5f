import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldReports } from '#domains/reports/folding.ts'
import { actAs } from '#kernel/act.ts'
import type { Actor } from '#kernel/operation.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const house = await openInbox()
const { runtime, sql } = house

type Hands = Awaited<ReturnType<typeof house.addAccount>>

/** A local moment in Bogota. */
const at = (local: string) => new Date(`${local}-05:00`)
const march = { from: '2026-03-01', to: '2026-03-31' }
const report = (hands: Hands, asked: Input<'get_agent_response_times'> = march, as?: Actor) =>
  hands.act('get_agent_response_times', asked, { now: at('2026-04-10T12:00'), ...(as && { as }) })

/** What is said in one conversation, by the customer or somebody, in its order. */
async function talk({ act, write }: Hands, said: readonly (readonly [string, Actor?])[], inbox_id?: string) {
  const source_id = `quien ${Math.random()}`
  let conversation_id = ''
  for (const [moment, as] of said) {
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

test('first answers and every answer are credited to who wrote them; everybody is listed, and summed up', async () => {
  const hands = await house.addAccount()
  const [ines, luis] = [await hands.addAgent('Inés'), await hands.addAgent('Luis')]
  // Asked and answered in ten minutes by her; asked again and answered by him in twenty; he adds something nobody waited for.
  await talk(hands, [
    ['02T09:00'],
    ['02T09:10', ines],
    ['02T10:00'],
    ['02T10:05'],
    ['02T10:20', luis],
    ['02T10:30', luis],
  ])
  await talk(hands, [['03T09:00'], ['03T09:30', ines]])
  const expected = [
    ['all', [2, 1200, 1200, 1800], 1200, [3, 1200]],
    ['Ana Admin', [0, null, null, null], null, [0, null]],
    ['Inés', [2, 1200, 1200, 1800], 1200, [2, 1200]],
    ['Luis', [0, null, null, null], null, [1, 1200]],
  ]
  assert.deepEqual(brief(await report(hands)), expected)
  await foldReports(runtime)
  assert.deepEqual(brief(await report(hands)), expected)
})

test('a machine between question and answer ends the waiting, but is nobody’s answer', async () => {
  const hands = await house.addAccount()
  const ai = await actAs(sql, hands.actor.account.id, { type: 'ai_agent', id: null, name: 'Asistente' })
  await talk(hands, [['02T09:00'], ['02T09:01', ai], ['02T10:00', hands.actor]])
  assert.deepEqual(brief(await report(hands)), [
    ['all', [1, 3600, 3600, 3600], 3600, [0, null]],
    ['Ana Admin', [1, 3600, 3600, 3600], 3600, [0, null]],
  ])
})

test('working time counts where the inbox has hours, and each inbox by itself', async () => {
  const hands = await house.addAccount()
  const intervals = [{ day: 1, from: '08:00', to: '17:00' }]
  const business_hours = { time_zone: 'America/Bogota', intervals, holidays: [], out_of_office_message: null }
  const made = { name: 'Oficina', channel: 'api' as const, auto_assign: false, business_hours }
  const office = await hands.act('create_inbox', made)
  await talk(hands, [['02T07:00'], ['02T08:05', hands.actor]], office.id)
  await talk(hands, [['02T07:00'], ['02T07:01', hands.actor]])
  const [all] = brief(await report(hands, { ...march, inbox_id: office.id }))
  assert.deepEqual(all, ['all', [1, 3900, 3900, 3900], 300, [1, 3900]])
})

test('who left is listed with what they answered; who sees their own sees these times', async () => {
  const hands = await house.addAccount()
  const { act, addAgent } = hands
  const [luis, own] = [await addAgent('Luis'), await addAgent('Propia', { visibility: 'own' })]
  const theirs = await talk(hands, [['02T09:00'], ['02T09:01', luis]])
  await talk(hands, [['02T09:00'], ['02T09:05', luis]])
  await act('assign_conversation', { conversation_id: theirs, agent: own.id! })
  await act('deactivate_member', { member_id: luis.id!, leave: true })
  const { agents } = await report(hands)
  const his = agents.find(({ name }) => name === 'Luis')!
  assert.deepEqual([his.active, his.first_response.count, his.first_response.mean_seconds], [false, 2, 180])
  const seen = await report(hands, march, own)
  assert.deepEqual([seen.totals.first_response.count, seen.totals.answers], [1, { count: 1, mean_seconds: 60 }])
})

test('it needs the right to read reports, and an inbox there is', async () => {
  const as = house.only('conversations:read')
  assert.equal((await refusal(house.act('get_agent_response_times', {}, { as }))).code, 'permission_denied')
  assert.equal((await refusal(house.act('get_agent_response_times', { inbox_id: '999999' }))).code, 'not_found')
})
