import type { Condition, Filter } from '#contract/filters.ts'
import type { Conversation } from '#contract/records/conversation.ts'
import { showConversations } from '#doors/classic/around.ts'
import { type Keys, readFilter } from '#doors/classic/filter.ts'
import { given, type Query, readId, readList, readPage, readText } from '#doors/classic/reading.ts'
import type { Act, Asked, Routes } from '#doors/classic/route.ts'

const PAGE = 25

const keys: Keys = {
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

/** Lists of conversations, by pages of twenty-five. */
export function openConversationLists(routes: Routes): void {
  routes('GET', '/conversations', async (asked) => {
    const [meta, payload] = await Promise.all([count(asked), list(asked)])
    return { data: { meta, payload } }
  })

  routes('GET', '/conversations/meta', async (asked) => ({ meta: await count(asked) }))

  routes('POST', '/conversations/filter', async (asked) => {
    const filter = await readFilter(asked, keys)
    const wanted = { status: 'all', ...(filter && { filter }) }
    const [{ mine, unassigned, all }, { items }] = await Promise.all([
      asked.act<Counts>('count_conversations', wanted),
      asked.act<{ items: Conversation[] }>('list_conversations', { ...wanted, ...pageOf(asked.query) }),
    ])
    const meta = { mine_count: mine, unassigned_count: unassigned, all_count: all }
    return { meta, payload: await showConversations(asked, items) }
  })
}

/** How many there are, whoever has them: the assignee asked for does not count here. */
async function count({ act, query }: Asked) {
  const nobody = { all: 0, mine: 0, assigned: 0, unassigned: 0 }
  const { mine, assigned, unassigned, all } = isPersonal(query.conversation_type)
    ? nobody
    : await act<Counts>('count_conversations', wantedOf(query, []))
  return { mine_count: mine, assigned_count: assigned, unassigned_count: unassigned, all_count: all }
}

async function list(asked: Asked) {
  const { act, query } = asked
  if (query.assignee_type === 'me' || isPersonal(query.conversation_type)) return []
  return showConversations(asked, await page(act, query))
}

async function page(act: Act, query: Query): Promise<Conversation[]> {
  const assigned = condition('assignee_id', 'is_present')
  const wanted = wantedOf(query, query.assignee_type === 'assigned' ? [assigned] : [])
  const unassigned = query.assignee_type === 'unassigned' ? { unassigned_only: true } : {}
  const input = { ...wanted, ...unassigned, ...pageOf(query) }
  return (await act<{ items: Conversation[] }>('list_conversations', input)).items
}

/** Whoever calls with the account's token is nobody a conversation could be assigned to or mention. */
function isPersonal(type: unknown): boolean {
  return type === 'mention' || type === 'participating'
}

function wantedOf(query: Query, more: Condition[]) {
  const words = readText(query.q)
  return given({
    // Words are looked for in every status.
    status: words ? 'all' : (readText(query.status) ?? 'open'),
    query: words,
    inbox_id: readId(query.inbox_id),
    team: readId(query.team_id),
    source_id: readText(query.source_id),
    filter: filterOf(query, more),
  })
}

function filterOf(query: Query, more: Condition[]): Filter | undefined {
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
