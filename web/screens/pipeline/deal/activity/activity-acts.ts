import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { Activity } from '#contract/records/crm.ts'
import type { Input } from '#web/api.ts'
import { useAct } from '#web/query.ts'
import { useAccount } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { toast } from '#web/ui/toast.tsx'
import { useDealWords } from '#web/screens/pipeline/deal/words.ts'
import { useUndo } from './use-undo.ts'
import { withActivity } from './with-activity.ts'

export const activity_reads = ['crm_list_activities', 'list_agenda', 'crm_get_lead', 'crm_get_opportunity'] as const

/** Marks it done at once; what was said about how it went becomes a note. */
export function useComplete(activity: Activity) {
  const { activities: words } = useDealWords()
  const { show, takeBack } = useShown()
  const note = useAct('crm_add_note', { refreshes: activity_reads })
  const complete = useAct('crm_complete_activity', {
    refreshes: activity_reads,
    onSuccess: () => toast.good(words.completed),
  })
  const { id, entity_type, entity_id } = activity
  return async (outcome: string) => {
    const before = show(id, { done: true, completed_at: new Date().toISOString() })
    try {
      await complete.mutateAsync({ activity_id: id })
      if (outcome.trim()) await note.mutateAsync({ entity_type, entity_id, body: outcome.trim() })
    } catch {
      takeBack(before)
    }
  }
}

/** Changes when something is due at once, and offers to take that back. */
export function useReschedule() {
  const { activities: words } = useDealWords()
  const time = useTime()
  const { show, takeBack } = useShown()
  const offer = useUndo()
  const update = useAct('update_activity', { refreshes: activity_reads })
  const set = async (id: string, due_at: string) => {
    const before = show(id, { due_at })
    try {
      await update.mutateAsync({ activity_id: id, due_at })
      return true
    } catch {
      takeBack(before)
      return false
    }
  }
  return async ({ id, due_at: was }: Pick<Activity, 'id' | 'due_at'>, due_at: string) => {
    if (due_at === was || !(await set(id, due_at))) return
    offer(words.moved(time.full(due_at)), () => was !== null && void set(id, was))
  }
}

/** Changes what it says or who does it. */
export function useChangeActivity(onDone: () => void) {
  const { activities: words } = useDealWords()
  return useAct('update_activity', {
    quiet: true,
    refreshes: activity_reads,
    onSuccess: () => {
      onDone()
      toast.good(words.changed)
    },
  })
}

export function useSchedule(onDone: () => void) {
  const { activities: words } = useDealWords()
  return useAct('crm_schedule_activity', {
    quiet: true,
    refreshes: activity_reads,
    onSuccess: () => {
      onDone()
      toast.good(words.saved)
    },
  })
}

export type Scheduled = Input<'crm_schedule_activity'>

/** An activity has no address of its own, so it is found by its id wherever it is listed. */
function useShown() {
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const isListing = ({ queryKey: [, name] }: { queryKey: QueryKey }) =>
    (activity_reads as readonly unknown[]).includes(name)
  const find = { queryKey: [account_id], predicate: isListing }
  return {
    show: (id: string, change: Partial<Activity>) => {
      const before = client.getQueriesData(find)
      client.setQueriesData(find, (data: unknown) => withActivity(data, id, change))
      return before
    },
    takeBack: (before: [QueryKey, unknown][]) => before.forEach(([key, data]) => client.setQueryData(key, data)),
  }
}
