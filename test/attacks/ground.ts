import { type Permission, rightsOfUser, type Scope, scopes } from '#contract/permissions.ts'
import { readClassicToken } from '#domains/access/setup.ts'
import { actAs } from '#kernel/act.ts'
import { invoke } from '#kernel/invoke.ts'
import { type AnyOperation, permissionsOf } from '#kernel/operation.ts'
import { registry } from '#registry'
import type { openNode } from '#test/node.ts'
import type { Name } from '#test/workspace.ts'
import { type Ground, samples } from './samples.ts'

export const operations = Object.entries(registry) as [Name, AnyOperation][]

let numbers = 0

/** A workspace to make samples in, with a key of every kind. */
export async function openGround(node: Awaited<ReturnType<typeof openNode>>, mark: string) {
  const { runtime } = node.node
  const workspace = await node.addAccount()
  const { account_id, user, makeUser, makeKey } = workspace
  await node.sql`update accounts set modules = array['real_estate', 'test_drives'] where id = ${account_id}`
  const actor = {
    ...(await actAs(node.sql, account_id, { type: 'user', id: user.id, name: user.name })),
    permissions: rightsOfUser('administrator', true),
  }
  const ground: Ground = {
    act: (name, input) => invoke(runtime, [name, registry[name]], actor, input, { request_id: 'sample' }) as never,
    user_id: user.id,
    mark,
    next: () => ++numbers,
  }
  const superKey = await makeKey('full', [], (await makeUser('administrator', true)).id)
  const agentKey = await makeKey('full', [], (await makeUser('agent')).id)
  const revoked = await makeKey('full')
  await node.sql`update api_keys set revoked_at = now() where id = (select max(id) from api_keys)`
  const [stored] = await node.sql<{ password_hash: string }>`select password_hash from users where id = ${user.id}`
  const partial = new Map<Scope, string>()
  return {
    ...workspace,
    ground,
    revoked,
    agentKey,
    readOnly: await makeKey('read_only'),
    /** What no answer may ever contain. */
    secrets: [workspace.key, stored!.password_hash, await readClassicToken(node.sql, runtime.secret, account_id)],
    sample: async (name: Name) => (await samples[name](ground)) as Record<string, unknown>,
    /** A key that may. */
    rightful: (op: AnyOperation) => (permissionsOf(op).includes('super_admin') ? superKey : workspace.key),
    /** A key that may do everything but this. */
    without: async (permission: Permission): Promise<string> => {
      if (permission === 'super_admin') return workspace.key
      if (permission === 'admin') return agentKey
      const others = scopes.filter((each) => each !== permission)
      const key = partial.get(permission) ?? (await makeKey('custom', others))
      partial.set(permission, key)
      return key
    },
  }
}
