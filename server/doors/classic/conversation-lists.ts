import type { Condition, Filter } from '#contract/filters.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { presentConversations } from '#doors/classic/loaders.ts'
import { type FilterKeys, readFilter } from '#doors/classic/filter.ts'
import { pickDefined, type Query, readGivenId, readId, readList, readPage, readText } from '#doors/classic/request.ts'
import type { Invoke, ClassicCall, AddRoute } from '#doors/classic/route.ts'
import { reject } from '#kernel/problem.ts'

const PAGE = 25

export const conversationKeys: FilterKeys = {
  model: 'conversation_attribute',
  fields: {
    status: 'status',
    priority: 'priority',
    assignee_id: 'assignee_id',
    inbox_id: 'inbox_id',
    team_id: 'team_id',
    contact_id: 'contact_id',
    display_id: 'id',
    labels: 'labels',
    browser_language: 'browser_language',
    referer: 'referer',
    created_at: 'created_at',
    last_activity_at: 'last_activity_at',
  },
}

type Counts = { all: number; mine: number; assigned: number; unassigned: number }

/** Lists of conversations, in pages of twenty-five. */
export function addConversationListRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/conversations', async (call) => {
    const [meta, payload] = await Promise.all([count(call), list(call)])
    return { data: { meta, payload } }
  })

  addRoute('GET', '/conversations/search', async (call) => {
    const query = readText(call.query.q)?.trim()
    if (!query) reject('invalid_value', 'Specify search string with parameter q')
    return find(call, { status: 'all', query })
  })

  addRoute('GET', '/conversations/meta', async (call) => ({ meta: await count(call) }))

  addRoute('POST', '/conversations/filter', async (call) => {
    const filter = await readFilter(call, conversationKeys)
    return find(call, { status: 'all', ...(filter && { filter }) })
  })
}

/** A page of conversations, and how many there are. */
async function find(call: ClassicCall, wanted: object) {
  const [{ mine, unassigned, all }, { items }] = await Promise.all([
    call.invoke<Counts>('count_conversations', wanted),
    call.invoke<{ items: Conversation[] }>('list_conversations', { ...wanted, ...pageOf(call.query) }),
  ])
  const meta = { mine_count: mine, unassigned_count: unassigned, all_count: all }
  return { meta, payload: await presentConversations(call, items) }
}

/** Counts for all assignees: the requested assignee does not narrow them. */
async function count({ invoke, query }: ClassicCall) {
  const none = { all: 0, mine: 0, assigned: 0, unassigned: 0 }
  const { mine, assigned, unassigned, all } = isPersonal(query.conversation_type)
    ? none
    : await invoke<Counts>('count_conversations', readCriteria(query, []))
  return { mine_count: mine, assigned_count: assigned, unassigned_count: unassigned, all_count: all }
}

async function list(call: ClassicCall) {
  const { invoke, query } = call
  if (query.assignee_type === 'me' || isPersonal(query.conversation_type)) return []
  return presentConversations(call, await page(invoke, query))
}

async function page(invoke: Invoke, query: Query): Promise<Conversation[]> {
  const assigned = condition('assignee_id', 'is_present')
  const wanted = readCriteria(query, query.assignee_type === 'assigned' ? [assigned] : [])
  const unassigned = query.assignee_type === 'unassigned' ? { unassigned_only: true } : {}
  const input = { ...wanted, ...unassigned, ...pageOf(query) }
  return (await invoke<{ items: Conversation[] }>('list_conversations', input)).items
}

/** The account token is no person, so no conversation mentions it or has it as a participant. */
function isPersonal(type: unknown): boolean {
  return type === 'mention' || type === 'participating'
}

function readCriteria(query: Query, more: Condition[]) {
  const words = readText(query.q)
  return pickDefined({
    // A search covers every status.
    status: words ? 'all' : (readText(query.status) ?? 'open'),
    query: words,
    inbox_id: readGivenId(query.inbox_id),
    team: readGivenId(query.team_id),
    source_id: readText(query.source_id),
    filter: readConditions(query, more),
  })
}

function readConditions(query: Query, more: Condition[]): Filter | undefined {
  const labels = readList(query, 'labels')
  const within = Number(readId(query.updated_within) ?? 0)
  const all = [
    ...more,
    ...(labels.length > 0 ? [condition('labels', 'equal_to', labels)] : []),
    ...(within > 0 ? [condition('updated_at', 'is_greater_than', [secondsAgo(within)])] : []),
  ]
  if (query.conversation_type !== 'unattended') return all.length > 0 ? { any: [{ all }] } : undefined
  const unanswered = [condition('first_reply_at', 'is_not_present'), condition('waiting_since', 'is_present')]
  return { any: unanswered.map((each) => ({ all: [each, ...all] })) }
}

function condition(field: string, operator: Condition['operator'], values: string[] = []): Condition {
  return { field, operator, values }
}

function secondsAgo(seconds: number): string {
  return new Date(Math.max(0, Date.now() - seconds * 1000)).toISOString()
}

function pageOf(query: Query) {
  const [, field, direction] =
    /^(last_activity_at|created_at|priority|waiting_since)_(asc|desc)$/.exec(String(query.sort_by)) ?? []
  const sort = field && (direction === 'desc' ? `-${field}` : field)
  return { limit: PAGE, offset: (readPage(query) - 1) * PAGE, ...(sort && { sort }) }
}
