import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { part, type Part } from '#db/sql.ts'
import { readStreamRights } from '#domains/access/stream-credentials.ts'
import {
  isActivityVisible,
  isOwnerVisible,
  isVisible,
  type Viewer,
  whereActivityVisible,
  whereMemberSees,
  whereOwnerVisible,
  whereVisible,
} from '#domains/access/visibility.ts'
import type { Actor } from '#kernel/operation.ts'
import { openWorkspace } from '#test/workspace.ts'

const { sql, act, actor } = await openWorkspace()
const account_id = actor.account.id

const people = await Promise.all(
  ['Ana', 'Beto', 'Carla', 'Dora'].map(async (name) => {
    const email = `viewer.${name.toLowerCase()}.${account_id}@example.com`
    const [user] = await sql<{ id: string }>`insert into users (name, email) values (${name}, ${email}) returning id`
    await sql`insert into memberships (account_id, user_id, role) values (${account_id}, ${user!.id}, 'agent')`
    return user!.id
  }),
)
const teams = await Promise.all(
  ['Ventas', 'Soporte', 'Caja'].map(async (name) => (await act('create_team', { name })).id),
)

type Row = { assignee: string | null; team: string | null; owner: string | null }

const oneOf = (ids: string[]) => fc.option(fc.constantFrom(...ids), { nil: null })
const row: fc.Arbitrary<Row> = fc.record({ assignee: oneOf(people), team: oneOf(teams), owner: oneOf(people) })
const member = fc.record({ user: fc.constantFrom(...people), team: fc.constantFrom(...teams) })
const visibility = fc.constantFrom('all', 'team', 'own')
const world = fc.record({
  viewer: fc.constantFrom(...people),
  visibilities: fc.array(visibility, { minLength: people.length, maxLength: people.length }),
  members: fc.uniqueArray(member, { maxLength: 8, selector: ({ user, team }) => `${user}/${team}` }),
  rows: fc.array(row, { minLength: 1, maxLength: 12 }),
})

test('A record is visible in an event exactly when it is visible in the database', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ viewer, visibilities, members, rows }) => {
      await sql`delete from team_members where account_id = ${account_id}`
      for (const { user, team } of members)
        await sql`insert into team_members (account_id, team_id, user_id) values (${account_id}, ${team}, ${user})`
      await sql`
        update memberships m set visibility = v.visibility
          from unnest(${people}::bigint[], ${visibilities}::text[]) v (user_id, visibility)
         where m.account_id = ${account_id} and m.user_id = v.user_id`
      const everyone = await readRights()
      const rights = everyone.find(({ user_id }) => user_id === viewer)!
      const reader = { ...actor, user_id: viewer, visibility: visibilities[people.indexOf(viewer)] } as Actor

      const [assignee, team, owner] = [part`r.assignee`, part`r.team`, part`r.owner`]
      for (const [condition, isSeen] of [
        [
          whereVisible(reader, assignee, team),
          (each: Row) => isVisible(rights, named(each.assignee), named(each.team)),
        ],
        [whereOwnerVisible(reader, owner), (each: Row) => isOwnerVisible(rights, named(each.owner))],
        [
          whereActivityVisible(reader, assignee, owner),
          (each: Row) => isActivityVisible(rights, named(each.assignee), named(each.owner)),
        ],
      ] as const) {
        const expected = rows.flatMap((each, i) => (isSeen(each) ? [i] : []))
        assert.deepEqual(await select(rows, condition), expected)
      }

      const seeing = rows.map((each) =>
        everyone
          .filter((person) => isVisible(person, named(each.assignee), named(each.team)))
          .map(({ user_id }) => user_id),
      )
      assert.deepEqual(await listSeeing(rows, whereMemberSees(part`m`, assignee, team)), seeing)
    }),
    { numRuns: 100 },
  )
})

/** The rights of the streams of all people, read as streams read them. */
async function readRights(): Promise<Viewer[]> {
  const credentials = people.map((user_id) => ({ account_id, user_id, session: Buffer.from(`session of ${user_id}`) }))
  for (const { user_id, session } of credentials)
    await sql`
      insert into sessions (hash, user_id, expires_at) values (${session}, ${user_id}, now() + interval '1 day')
      on conflict do nothing`
  return (await readStreamRights(sql, credentials)).map((rights) => rights!)
}

/** The indexes of the rows that the condition selects. */
async function select(rows: Row[], condition: Part): Promise<number[]> {
  const found = await sql<{ i: number }>`
    select (r.i - 1)::int as i from ${tableOf(rows)} where true ${condition} order by r.i`
  return found.map(({ i }) => i)
}

/** Of each row, the people whose membership the condition selects. */
async function listSeeing(rows: Row[], condition: Part): Promise<string[][]> {
  const found = await sql<{ user_ids: string[] }>`
    select array(select m.user_id::text from memberships m
                  where m.account_id = ${account_id} and m.user_id = any(${people}::bigint[]) ${condition}
                  order by array_position(${people}::bigint[], m.user_id)) as user_ids
      from ${tableOf(rows)} order by r.i`
  return found.map(({ user_ids }) => user_ids)
}

function tableOf(rows: Row[]): Part {
  return part`unnest(
    ${rows.map((each) => each.assignee)}::bigint[], ${rows.map((each) => each.team)}::bigint[],
    ${rows.map((each) => each.owner)}::bigint[]) with ordinality as r (assignee, team, owner, i)`
}

function named(id: string | null) {
  return id === null ? null : { id }
}
