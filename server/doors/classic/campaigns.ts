import type { Campaign } from '#contract/records/campaign.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import type { Label } from '#contract/records/label.ts'
import { readTemplate } from '#doors/classic/message-fields.ts'
import { listAll } from '#doors/classic/pages.ts'
import {
  type Body,
  pickDefined,
  readBoolean,
  readId,
  readMoment,
  readObject,
  readText,
  requireId,
  unwrap,
} from '#doors/classic/request.ts'
import { type AddRoute, type ClassicCall, UPDATE } from '#doors/classic/route.ts'
import { classicInbox } from '#doors/classic/shapes/inbox.ts'
import { seconds } from '#doors/classic/shapes/timestamps.ts'
import { reject } from '#kernel/problem.ts'

const PATH = '/campaigns'

/** Campaigns: one message to everybody with a label. Greetings on pages of a site are no campaigns here. */
export function addCampaignRoutes(addRoute: AddRoute): void {
  addRoute('GET', PATH, (call) => list(call))

  addRoute('GET', '/inboxes/:inbox_id/campaigns', async (call) => {
    const { id } = await call.invoke<Inbox>('get_inbox', { inbox_id: requireId(call.params.inbox_id) })
    return list(call, id)
  })

  // Without a time a campaign goes out at once, unless it is not enabled yet.
  addRoute('POST', PATH, async (call) => {
    const body = unwrap(call.body, 'campaign')
    const { records, labels } = await load(call)
    const input = { ...readFields(body, labels), audience: readAudience(body.audience, labels) }
    const made = await call.invoke<Campaign>('create_campaign', input)
    const isNow = made.scheduled_at === null && readBoolean(body.enabled) !== false
    const campaign = isNow ? await call.invoke<Campaign>('start_campaign', { campaign_id: made.id }) : made
    return present(call, campaign, records, labels)
  })

  addRoute('GET', `${PATH}/:campaign_id`, async (call) => show(call, 'get_campaign'))

  addRoute(UPDATE, `${PATH}/:campaign_id`, async (call) => {
    const body = unwrap(call.body, 'campaign')
    const { labels } = await load(call)
    return show(call, 'update_campaign', readFields(body, labels))
  })

  addRoute('DELETE', `${PATH}/:campaign_id`, async ({ invoke, params }) => {
    await invoke('delete_campaign', { campaign_id: requireId(params.campaign_id) })
  })
}

async function list(call: ClassicCall, inbox_id?: string) {
  const { records, labels } = await load(call)
  const campaigns = await listAll<Campaign>(call.invoke, 'list_campaigns', {})
  return campaigns
    .filter(({ inbox }) => inbox_id === undefined || inbox.id === inbox_id)
    .map((each) => present(call, each, records, labels))
}

async function show(call: ClassicCall, operation: string, fields: Body = {}) {
  const { records, labels } = await load(call)
  const campaign_id = requireId(call.params.campaign_id)
  return present(call, await call.invoke<Campaign>(operation, { campaign_id, ...fields }), records, labels)
}

async function load({ invoke }: ClassicCall) {
  const [inboxes, labels] = await Promise.all([
    invoke<{ items: Inbox[] }>('list_inboxes'),
    invoke<{ items: Label[] }>('list_labels'),
  ])
  return { records: new Map(inboxes.items.map((each) => [each.id, each])), labels: labels.items }
}

function readFields(body: Body, labels: readonly Label[]): Body {
  if (Object.keys(readObject(body.trigger_rules) ?? {}).length > 0)
    reject('invalid_value', 'Messages on pages of a site are not offered; leave out trigger_rules.', 'trigger_rules')
  const template = readTemplate(body.template_params)
  return pickDefined({
    name: readText(body.title),
    inbox: readId(body.inbox_id),
    content: template ? undefined : readText(body.message),
    template,
    audience: body.audience === undefined ? undefined : readAudience(body.audience, labels),
    scheduled_at: readMoment(body.scheduled_at),
  })
}

/** The audience names labels by their id. */
function readAudience(audience: unknown, labels: readonly Label[]): Body {
  const ids = (Array.isArray(audience) ? audience : []).map((each) => readId(readObject(each)?.id))
  const titles = ids.map((id) => {
    const found = labels.find((label) => label.id === id)
    return (
      found?.title ?? reject('invalid_value', `There is no label with id ${id ?? ''}; see GET /labels.`, 'audience')
    )
  })
  if (titles.length === 0)
    reject('missing_field', 'Give audience: a list such as [{"id": 1, "type": "Label"}].', 'audience')
  return { labels: titles }
}

function present(
  { account }: ClassicCall,
  campaign: Campaign,
  inboxes: ReadonlyMap<string, Inbox>,
  labels: readonly Label[],
) {
  const inbox = inboxes.get(campaign.inbox.id)
  const { template, audience, scheduled_at } = campaign
  return {
    id: Number(campaign.id),
    title: campaign.name,
    description: null,
    account_id: Number(account.id),
    inbox: inbox ? classicInbox(inbox, account) : { id: Number(campaign.inbox.id), name: campaign.inbox.name },
    sender: null,
    message: campaign.content,
    template_params: template && {
      name: template.name,
      language: template.language,
      processed_params: template.parameters,
    },
    campaign_status: campaign.status === 'done' || campaign.status === 'stopped' ? 'completed' : 'active',
    enabled: campaign.status !== 'draft',
    campaign_type: 'one_off',
    scheduled_at: seconds(scheduled_at ?? campaign.started_at ?? campaign.created_at),
    audience: labels
      .filter(({ title }) => audience.labels.includes(title))
      .map(({ id }) => ({ id: Number(id), type: 'Label' })),
    trigger_rules: {},
    trigger_only_during_business_hours: false,
    created_at: campaign.created_at,
    updated_at: campaign.updated_at,
  }
}
