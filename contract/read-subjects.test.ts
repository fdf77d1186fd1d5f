import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { events } from '#contract/events.ts'
import { readSubjects } from '#contract/read-subjects.ts'
import { isRead } from '#kernel/operation.ts'
import { registry } from '#registry'

const reads = Object.entries(registry).flatMap(([name, op]) => (isRead(op) ? [name] : []))

test('Every read names the kinds of records it shows, and nothing else does', () => {
  assert.deepEqual(Object.keys(readSubjects).toSorted(), reads.toSorted())
})

test('A read whose name contains a kind of record shows that kind, unless it is a report or a bot', () => {
  const nouns = new Set(
    Object.entries(events).flatMap(([name, { payload }]) => [
      name.split('.')[0]!,
      ...Object.entries<z.ZodType>(payload.shape).flatMap(([key, type]) => (type instanceof z.ZodObject ? [key] : [])),
    ]),
  )
  for (const name of reads.filter((each) => !/report|analyze|metrics|agent_bot/.test(each))) {
    const subjects: readonly string[] = readSubjects[name as keyof typeof readSubjects]
    for (const noun of nouns)
      if (name.includes(noun.replace(/y$/, ''))) assert.ok(subjects.includes(noun), `${name} shows ${noun}`)
  }
})

test('Lists and details show the records that belong to theirs', () => {
  const shown = (noun: string) =>
    Object.entries<readonly string[]>(readSubjects).flatMap(([name, subjects]) =>
      subjects.includes(noun) ? [name] : [],
    )
  const contains = (noun: string, ...names: string[]) => {
    for (const name of names) assert.ok(shown(noun).includes(name), `${name} shows ${noun}`)
  }
  contains('message', 'list_conversations', 'get_conversation_detail', 'get_contact', 'get_contact_timeline')
  contains('conversation', 'get_contact', 'get_contact_timeline')
  for (const noun of ['lead', 'opportunity'])
    contains(noun, 'get_board_totals', 'list_bin', 'list_agenda', 'crm_list_activities', 'get_contact')
  contains('contact', 'list_agenda', 'crm_list_activities')
  contains('activity', 'list_agenda', 'crm_get_lead', 'crm_get_opportunity', 'get_contact_timeline')
  contains('pipeline', 'get_board_totals')
  contains('label', 'search_contacts', 'get_contact', 'list_conversations', 'get_conversation_detail')
})
