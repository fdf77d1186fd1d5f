import type { Condition } from '#contract/filters.ts'
import type { Agent } from '#contract/records/people.ts'
import { pickDefined, readId } from '#doors/classic/request.ts'
import type { AddRoute, ClassicCall } from '#doors/classic/route.ts'

type Counts = { all: number; unassigned: number }

/** Conversations as they are now, of the account or of each agent. */
export function addLiveReportRoutes(addRoute: AddRoute): void {
  addRoute('GET', '/reports/conversations', (call) => {
    return call.query.type === 'agent' ? byAgent(call) : ofAccount(call)
  })
  addRoute('GET', '/live_reports/conversation_metrics', ofAccount)
}

async function ofAccount(call: ClassicCall) {
  const team = readId(call.query.team_id)
  const [{ all: open, unassigned }, { all: unattended }, { all: pending }] = await Promise.all([
    count(call, { status: 'open', team }),
    count(call, { status: 'open', team, filter: unanswered }),
    count(call, { status: 'pending', team }),
  ])
  return { open, unattended, unassigned, pending }
}

async function byAgent(call: ClassicCall) {
  const wanted = readId(call.query.user_id)
  const { items } = await call.invoke<{ items: Agent[] }>('list_agents')
  const agents = wanted === undefined ? items : items.filter(({ id }) => id === wanted)
  const shown = []
  for (const { id, name, email, availability } of agents) {
    const { all: open } = await count(call, { status: 'open', assignee: id })
    const { all: unattended } = await count(call, { status: 'open', assignee: id, filter: unanswered })
    shown.push({ id: Number(id), name, email, thumbnail: '', availability, metric: { open, unattended } })
  }
  return shown
}

function count({ invoke }: ClassicCall, filters: object): Promise<Counts> {
  return invoke<Counts>('count_conversations', pickDefined(filters))
}

const is = (field: string, operator: Condition['operator']) => ({ all: [{ field, operator, values: [] }] })

/** Nobody has answered yet, or the customer waits again. */
const unanswered = { any: [is('first_reply_at', 'is_not_present'), is('waiting_since', 'is_present')] }
