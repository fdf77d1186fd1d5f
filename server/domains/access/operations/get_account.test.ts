import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, only } = await openWorkspace()

test('The workspace is returned with its time zone, language, currency and modules', async () => {
  assert.deepEqual(await act('get_account', {}), {
    id: actor.account.id,
    name: 'Prueba',
    time_zone: 'America/Bogota',
    locale: 'es',
    country: 'CO',
    default_currency: 'COP',
    plan: 'self_hosted',
    modules: [],
    contacts_visibility: 'all',
  })
})

test('Reading the workspace requires permission to read the workspace', async () => {
  assert.equal((await refusal(act('get_account', {}, { as: only('crm:read') }))).code, 'permission_denied')
})
