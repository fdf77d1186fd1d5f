import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, only, addAccount } = await openWorkspace()

test('A team is deleted, its agents stay, its conversations have no team, and the event contains it', async () => {
  const team = await act('create_team', { name: 'Ventas', members: ['Ana Admin'] })
  const inbox = await act('create_inbox', { name: 'Sitio', channel: 'api' })
  const contact = await act('create_contact', { name: 'Ana', email: 'ana@example.com' })
  await sql`
    with identity as (
      insert into contact_identities (account_id, contact_id, inbox_id, source_id, created_at)
      values (${actor.account.id}, ${contact.id}, ${inbox.id}, 'ana', now()) returning *)
    insert into conversations (account_id, inbox_id, contact_id, identity_id, team_id, status, last_activity_at, created_at, updated_at)
    select account_id, inbox_id, contact_id, id, ${team.id}, 'open', now(), now(), now() from identity`
  assert.deepEqual(await act('delete_team', { team_id: team.id }), { id: team.id, deleted: true })
  assert.deepEqual((await act('list_teams', {})).items, [])
  assert.equal((await act('list_agents', {})).items.length, 1)
  assert.deepEqual(await sql`select team_id from conversations`, [{ team_id: null }])
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'team.deleted')
  assert.deepEqual(event?.payload, { team })
})

test('The audit log records the deletion', async () => {
  const { id: team_id } = await act('create_team', { name: 'Auditado' })
  await act('delete_team', { team_id })
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.deepEqual([entry?.action, entry?.details], ['delete_team', { team_id }])
})

test('A deleted record, or one of another workspace, is not found, and nothing is written', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_team', { name: 'Ajeno' })
  const gone = await act('create_team', { name: 'Ido' })
  await act('delete_team', { team_id: gone.id })
  const known = await events()
  for (const team_id of [gone.id, theirs.id])
    assert.equal((await refusal(act('delete_team', { team_id }))).code, 'not_found')
  assert.deepEqual(await events(), known)
})

test('Deleting a team requires permission to change the workspace', async () => {
  const problem = await refusal(act('delete_team', { team_id: '1' }, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
