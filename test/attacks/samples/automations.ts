import { isOpen, macro, reversed, rule, ruleActions, talk } from './records.ts'
import type { Samples } from './tenant.ts'

export const automations = {
  create_automation_rule: async (tenant) => ({
    name: `Regla ${tenant.mark}`,
    description: `Para probar ${tenant.mark}`,
    active: false,
    event: 'conversation.waiting',
    minutes: 30,
    conditions: isOpen,
    actions: await ruleActions(tenant),
  }),
  create_macro: async (tenant) => ({
    name: `Macro ${tenant.mark}`,
    visibility: 'shared',
    actions: await ruleActions(tenant),
  }),
  delete_automation_rule: async (tenant) => ({ rule_id: (await rule(tenant)).id }),
  delete_macro: async (tenant) => ({ macro_id: (await macro(tenant)).id }),
  get_automation_rule: async (tenant) => ({ rule_id: (await rule(tenant)).id }),
  get_macro: async (tenant) => ({ macro_id: (await macro(tenant)).id }),
  list_automation_rules: async (tenant) => {
    await rule(tenant)
    return {}
  },
  list_automation_runs: async (tenant) => ({
    rule_id: (await rule(tenant)).id,
    macro_id: (await macro(tenant)).id,
    subject_type: 'conversation',
    subject_id: (await talk(tenant)).id,
    status: 'done',
    limit: 5,
  }),
  list_macros: async (tenant) => {
    await macro(tenant)
    return {}
  },
  reorder_automation_rules: async (tenant) => {
    const { items } = await tenant.act('list_automation_rules', {})
    for (const { id } of items) await tenant.act('delete_automation_rule', { rule_id: id })
    return reversed(() => rule(tenant))
  },
  reorder_macros: async (tenant) => {
    const { items } = await tenant.act('list_macros', {})
    for (const { id } of items) await tenant.act('delete_macro', { macro_id: id })
    return { visibility: 'shared', ...(await reversed(() => macro(tenant))) }
  },
  run_macro: async (tenant) => ({
    macro_id: (await macro(tenant)).id,
    conversation_ids: [(await talk(tenant)).id, (await talk(tenant)).id],
  }),
  test_automation_rule: async (tenant) => ({
    rule_id: (await rule(tenant)).id,
    event: 'conversation.label_added',
    minutes: null,
    conditions: isOpen,
    actions: await ruleActions(tenant),
    subject_id: (await talk(tenant)).id,
    label: tenant.mark,
  }),
  undo_macro: async (tenant) => {
    const [{ id: macro_id }, { id: conversation_id }] = [await macro(tenant), await talk(tenant)]
    await tenant.requestMacro(macro_id, conversation_id)
    return { macro_id, conversation_id }
  },
  update_automation_rule: async (tenant) => ({
    rule_id: (await rule(tenant)).id,
    name: `Otra regla ${tenant.mark}`,
    actions: await ruleActions(tenant),
  }),
  update_macro: async (tenant) => ({
    macro_id: (await macro(tenant)).id,
    name: `Otra macro ${tenant.mark}`,
    visibility: 'private',
    actions: await ruleActions(tenant),
  }),
} satisfies Samples
