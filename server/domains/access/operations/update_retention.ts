import { z } from 'zod'
import { Retention } from '#contract/records/retention.ts'
import * as account from '#domains/access/account.ts'
import * as retention from '#domains/access/retention/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_retention = operation({
  summary: 'Set how many days the workspace keeps events, audit entries and logs.',
  description: 'Older ones are deleted within the hour, for good.',
  rest: 'PATCH /account/retention',
  permission: 'admin',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject(Retention.partial().shape),
  output: Retention,

  async run(ctx, patch) {
    // Two people who change different days at once keep both changes.
    await account.getLocked(ctx)
    const rules = { ...(await retention.get(ctx)), ...patch }
    await retention.save(ctx, rules)
    return rules
  },
})
