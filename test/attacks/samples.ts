import type { Name } from '#test/workspace.ts'
import { access } from './samples/access.ts'
import { assistant } from './samples/assistant.ts'
import { automations } from './samples/automations.ts'
import { bots } from './samples/bots.ts'
import { campaigns } from './samples/campaigns.ts'
import { contacts } from './samples/contacts.ts'
import { conversations } from './samples/conversations.ts'
import { crm } from './samples/crm.ts'
import { knowledge } from './samples/knowledge.ts'
import { people } from './samples/people.ts'
import { properties } from './samples/properties.ts'
import { reports } from './samples/reports.ts'
import { search } from './samples/search.ts'
import { views } from './samples/views.ts'
import { visitors } from './samples/visitors.ts'
import { webhooks } from './samples/webhooks.ts'
import { workspace } from './samples/workspace.ts'
import type { Sample } from './samples/tenant.ts'

/**
 * For every operation an input that works, made in the workspace given. It names every id the operation can take, and
 * gives references as ids, so that each can be tried with an id of somebody else; no other text is made of digits only.
 */
export const samples: { [N in Name]: Sample<N> } = {
  ...access,
  ...workspace,
  ...bots,
  ...people,
  ...contacts,
  ...conversations,
  ...views,
  ...automations,
  ...knowledge,
  ...assistant,
  ...webhooks,
  ...campaigns,
  ...crm,
  ...properties,
  ...reports,
  ...visitors,
  ...search,
}
