import type { AutomationRule, Trigger } from '#contract/records/automation.ts'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import { type FilterKeys, fromFilter, toFilter } from '#doors/classic/filter.ts'
import { type Body, pickDefined, readBoolean, readObject, readText, requireId, unwrap } from '#doors/classic/request.ts'
import { type AddRoute, type ClassicCall, UPDATE } from '#doors/classic/route.ts'
import { classicActions, loadTitles, readActions } from '#doors/classic/rule-actions.ts'
import { seconds } from '#doors/classic/shapes/timestamps.ts'
import { reject } from '#kernel/problem.ts'

const PATH = '/automation_rules'

/** Automation rules. A classic rule about a message runs for messages of either side. */
export function addAutomationRuleRoutes(addRoute: AddRoute): void {
  addRoute('GET', PATH, async (call) => {
    const { items } = await call.invoke<{ items: AutomationRule[] }>('list_automation_rules')
    return { payload: await present(call, items) }
  })

  addRoute('POST', PATH, async (call) => {
    const input = await fieldsOf(call, { active: true, ...unwrap(call.body, 'automation_rule') })
    return show(call, await call.invoke('create_automation_rule', input))
  })

  addRoute('GET', `${PATH}/:rule_id`, async (call) => {
    const rule = await call.invoke<AutomationRule>('get_automation_rule', { rule_id: requireId(call.params.rule_id) })
    return { payload: await show(call, rule) }
  })

  addRoute(UPDATE, `${PATH}/:rule_id`, async (call) => {
    const fields = await fieldsOf(call, unwrap(call.body, 'automation_rule'))
    const input = { rule_id: requireId(call.params.rule_id), ...fields }
    return { payload: await show(call, await call.invoke<AutomationRule>('update_automation_rule', input)) }
  })

  // A copy is not active until somebody has adapted it.
  addRoute('POST', `${PATH}/:rule_id/clone`, async (call) => {
    const rule = await call.invoke<AutomationRule>('get_automation_rule', { rule_id: requireId(call.params.rule_id) })
    const { name, description, event, conditions, actions } = rule
    const copy = { name, description, event, conditions, actions, active: false }
    return { payload: await show(call, await call.invoke<AutomationRule>('create_automation_rule', copy)) }
  })

  addRoute('DELETE', `${PATH}/:rule_id`, async ({ invoke, params }) => {
    await invoke('delete_automation_rule', { rule_id: requireId(params.rule_id) })
  })
}

const events = {
  message_created: 'message.created',
  conversation_created: 'conversation.created',
  conversation_opened: 'conversation.opened',
  conversation_resolved: 'conversation.resolved',
} as const satisfies Record<string, Trigger>

const names = new Map<string, string>(Object.entries(events).map(([name, trigger]) => [trigger, name]))

function readEvent(value: unknown): Trigger | undefined {
  if (value === undefined || value === null) return undefined
  const event = Object.entries(events).find(([name]) => name === value)?.[1]
  const sentence = `'${String(value)}' is not a valid event_name; use one of: ${Object.keys(events).join(', ')}.`
  return event ?? reject('invalid_value', sentence, 'event_name')
}

const fields: FilterKeys['fields'] = {
  content: 'message_content',
  message_type: 'message_type',
  private_note: 'message_private',
  email: 'email',
  phone_number: 'phone_number',
  country_code: 'country',
  city: 'city',
  company_name: 'company_name',
  status: 'status',
  priority: 'priority',
  assignee_id: 'assignee_id',
  team_id: 'team_id',
  inbox_id: 'inbox_id',
  labels: 'labels',
  browser_language: 'browser_language',
  referer: 'referer',
  mail_subject: 'additional_attributes.subject',
}

async function fieldsOf(call: ClassicCall, body: Body): Promise<Body> {
  return pickDefined({
    name: readText(body.name),
    description: body.description === undefined ? undefined : (readText(body.description) ?? null),
    active: readBoolean(body.active),
    event: readEvent(body.event_name),
    conditions: body.conditions === undefined ? undefined : await readConditions(call, body.conditions),
    actions: body.actions === undefined ? undefined : await readActions(call, body.actions),
  })
}

async function readConditions({ invoke }: ClassicCall, given: unknown) {
  const items = [given ?? []].flat().map((item) => readObject(item) ?? {})
  if (items.length === 0) return null
  const { items: attributes } = await invoke<{ items: CustomAttribute[] }>('list_custom_attributes')
  const custom = attributes.map(({ model, key }) => [
    key,
    model === 'contact_attribute' ? `contact.custom_attributes.${key}` : `custom_attributes.${key}`,
  ])
  return toFilter(items, { model: 'conversation_attribute', fields: { ...Object.fromEntries(custom), ...fields } })
}

async function show(call: ClassicCall, rule: AutomationRule) {
  return (await present(call, [rule]))[0]!
}

async function present(call: ClassicCall, rules: readonly AutomationRule[]) {
  const titles = await loadTitles(call)
  return rules.map((rule) => ({
    id: Number(rule.id),
    account_id: Number(call.account.id),
    name: rule.name,
    description: rule.description,
    event_name: names.get(rule.event) ?? rule.event.replaceAll('.', '_'),
    conditions: fromFilter(rule.conditions, fields),
    actions: classicActions(rule.actions, titles),
    created_on: seconds(rule.created_at),
    active: rule.active,
  }))
}
