import type { Action } from '#contract/records/automation.ts'
import type { Label } from '#contract/records/label.ts'
import { ensureLabels } from '#doors/classic/labels.ts'
import { readId, readObject, readText } from '#doors/classic/request.ts'
import type { ClassicCall } from '#doors/classic/route.ts'
import { reject } from '#kernel/problem.ts'

type Loose = { type: string; [field: string]: unknown }

/** The actions of a classic rule or macro as ours. */
export async function readActions(call: ClassicCall, given: unknown): Promise<Loose[]> {
  const read: Loose[] = []
  for (const item of [given ?? []].flat()) {
    const { action_name, action_params } = readObject(item) ?? {}
    const name = String(action_name ?? '')
    const convert = Object.hasOwn(conversions, name) ? conversions[name]! : rejectAction(name)
    const params = [action_params ?? []].flat().filter((each) => each !== null && each !== '')
    if (name === 'add_label' || name === 'remove_label') await ensureLabels(call.invoke, params)
    read.push(...convert(params))
  }
  return read
}

/** Clients write "nil" for nobody. */
const isNobody = (value: unknown) => value === undefined || value === 'nil' || readId(value) === '0'

const setStatus = (status: unknown): Loose =>
  status === 'snoozed' ? { type: 'snooze', minutes: null } : { type: 'set_status', status }

const conversions: Record<string, (params: unknown[]) => Loose[]> = {
  assign_agent: ([agent]) => [
    isNobody(agent) ? { type: 'unassign_agent' } : { type: 'assign_agent', agent: String(agent) },
  ],
  remove_assigned_agent: () => [{ type: 'unassign_agent' }],
  assign_team: ([team]) => [{ type: 'assign_team', team: isNobody(team) ? null : String(team) }],
  remove_assigned_team: () => [{ type: 'assign_team', team: null }],
  add_label: (labels) => labels.map((label) => ({ type: 'add_label', label: String(label) })),
  remove_label: (labels) => labels.map((label) => ({ type: 'remove_label', label: String(label) })),
  change_status: ([status]) => [setStatus(status)],
  open_conversation: () => [setStatus('open')],
  resolve_conversation: () => [setStatus('resolved')],
  pending_conversation: () => [setStatus('pending')],
  snooze_conversation: () => [setStatus('snoozed')],
  change_priority: ([priority]) => [{ type: 'set_priority', priority: isNobody(priority) ? 'none' : priority }],
  send_message: ([content]) => [{ type: 'send_message', content: readText(content) ?? '' }],
  add_private_note: ([content]) => [{ type: 'add_note', content: readText(content) ?? '' }],
  send_webhook_event: ([url]) => [{ type: 'send_webhook', url: readText(url) ?? '', format: 'classic' }],
}

function rejectAction(name: string): never {
  return reject(
    'invalid_value',
    `The action ${name || '(none)'} is not available; use one of: ${Object.keys(conversions).join(', ')}.`,
    'actions',
  )
}

/** The titles of the labels, by id: classic actions name labels by title. */
export async function loadTitles({ invoke }: ClassicCall): Promise<ReadonlyMap<string, string>> {
  const { items } = await invoke<{ items: Label[] }>('list_labels')
  return new Map(items.map(({ id, title }) => [id, title]))
}

/** Our actions as classic clients know them; those they do not know keep our names. */
export function classicActions(actions: readonly Action[], titles: ReadonlyMap<string, string>) {
  return actions.map((action) => {
    const [action_name, action_params] = classicAction(action, titles)
    return { action_name, action_params }
  })
}

function classicAction(action: Action, titles: ReadonlyMap<string, string>): [name: string, params: unknown[]] {
  switch (action.type) {
    case 'assign_agent':
      return ['assign_agent', [Number(action.agent)]]
    case 'unassign_agent':
      return ['remove_assigned_agent', []]
    case 'assign_team':
      return action.team === null ? ['remove_assigned_team', []] : ['assign_team', [Number(action.team)]]
    case 'add_label':
    case 'remove_label':
      return [action.type, [titles.get(action.label) ?? action.label]]
    case 'set_status':
      return ['change_status', [action.status]]
    case 'snooze':
      return ['snooze_conversation', []]
    case 'set_priority':
      return ['change_priority', [action.priority === 'none' ? 'nil' : action.priority]]
    case 'send_message':
      return ['send_message', [action.content]]
    case 'add_note':
      return ['add_private_note', [action.content]]
    case 'send_webhook':
      return ['send_webhook_event', [action.url]]
    default: {
      const { type, ...params } = action
      return [type, [params]]
    }
  }
}
