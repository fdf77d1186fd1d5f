import * as access from '#domains/access/operations/index.ts'
import * as assistant from '#domains/assistant/operations/index.ts'
import * as automations from '#domains/automations/operations/index.ts'
import * as bots from '#domains/bots/operations/index.ts'
import * as campaigns from '#domains/campaigns/operations/index.ts'
import * as channels from '#domains/channels/operations/index.ts'
import * as contacts from '#domains/contacts/operations/index.ts'
import * as conversations from '#domains/conversations/operations/index.ts'
import * as crm from '#domains/crm/operations/index.ts'
import * as knowledge from '#domains/knowledge/operations/index.ts'
import * as people from '#domains/people/operations/index.ts'
import * as properties from '#domains/properties/operations/index.ts'
import * as reports from '#domains/reports/operations/index.ts'
import * as search from '#domains/search/operations/index.ts'
import * as test_drives from '#domains/test_drives/operations/index.ts'
import * as views from '#domains/views/operations/index.ts'
import * as webhooks from '#domains/webhooks/operations/index.ts'
import * as workspace from '#domains/workspace/operations/index.ts'

/** Every operation of every domain. */
export const registry = {
  ...access,
  ...workspace,
  ...contacts,
  ...conversations,
  ...channels,
  ...crm,
  ...properties,
  ...test_drives,
  ...people,
  ...views,
  ...campaigns,
  ...automations,
  ...reports,
  ...knowledge,
  ...assistant,
  ...webhooks,
  ...bots,
  ...search,
}
export type Registry = typeof registry
