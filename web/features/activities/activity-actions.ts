import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { Activity } from '#contract/records/crm.ts'
import type { Input } from '#web/app/api.ts'
import { useWords } from '#web/app/i18n.ts'
import { useAct } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { toast } from '#web/ui/toast.tsx'
import { useActivityWords } from './words.ts'
import { patchActivity } from './patch-activity.ts'

export const activity_reads = [
  'crm_list_activities',
  'list_agenda',
  'count_due_activities',
  'list_next_activities',
  'crm_get_lead',
  'crm_get_opportunity',
] as const

/** Changes shown by `useActivityCache`. */
const patched = { optimistic: () => [] }

/** Completes an activity optimistically and offers to undo it; the outcome text becomes a note. */
export function useComplete(activity: Activity) {
  const words = useActivityWords()
  const { common } = useWords()
  const { patch, restore } = useActivityCache()
  const addNote = useAddNote(activity)
  const reopen = useReopen()
  const complete = useAct('crm_complete_activity', {
    ...patched,
    invalidates: activity_reads,
    onSuccess: ({ id }) => toast.undo(words.completed, common.undo, () => void reopen(id)),
  })
  const { id } = activity
  return async (outcome: string) => {
    const before = await patch(id, { done: true, completed_at: new Date().toISOString() })
    try {
      await complete.mutateAsync({ activity_id: id })
      if (outcome.trim()) await addNote(outcome.trim())
    } catch {
      restore(before)
    }
  }
}

/** A note on the timeline of the lead or deal, or in the notes of the contact. */
function useAddNote({ entity_type, entity_id }: Activity) {
  const note = useAct('crm_add_note', { invalidates: activity_reads })
  const contactNote = useAct('add_contact_note', { invalidates: ['get_contact', 'get_contact_timeline'] })
  return (body: string) =>
    entity_type === 'contact'
      ? contactNote.mutateAsync({ contact_id: entity_id, body })
      : note.mutateAsync({ entity_type, entity_id, body })
}

/** Reopens a completed activity optimistically. */
export function useReopen() {
  const { patch, restore } = useActivityCache()
  const reopen = useAct('reopen_activity', { ...patched, invalidates: [...activity_reads, 'get_contact_timeline'] })
  return async (id: string) => {
    const before = await patch(id, { done: false, completed_at: null, completed_by: null })
    try {
      await reopen.mutateAsync({ activity_id: id })
      return true
    } catch {
      restore(before)
      return false
    }
  }
}

/** Reschedules an activity optimistically and offers to undo it. */
export function useReschedule() {
  const words = useActivityWords()
  const time = useTime()
  const { patch, restore } = useActivityCache()
  const { common } = useWords()
  const update = useAct('update_activity', { ...patched, invalidates: activity_reads })
  const set = async (id: string, due_at: string) => {
    const before = await patch(id, { due_at })
    try {
      await update.mutateAsync({ activity_id: id, due_at })
      return true
    } catch {
      restore(before)
      return false
    }
  }
  return async ({ id, due_at: was }: Pick<Activity, 'id' | 'due_at'>, due_at: string) => {
    if (due_at === was || !(await set(id, due_at))) return
    toast.undo(words.moved(time.full(due_at)), common.undo, () => was !== null && void set(id, was))
  }
}

export function useChangeActivity(onDone: () => void) {
  const words = useActivityWords()
  return useAct('update_activity', {
    silent: true,
    invalidates: activity_reads,
    onSuccess: () => {
      onDone()
      toast.good(words.changed)
    },
  })
}

export function useSchedule(onDone: () => void) {
  const words = useActivityWords()
  return useAct('crm_schedule_activity', {
    silent: true,
    invalidates: activity_reads,
    onSuccess: () => {
      onDone()
      toast.good(words.saved)
    },
  })
}

export type NewActivity = Input<'crm_schedule_activity'>

/** Activities have no url of their own, so cached ones are patched by id wherever they are listed. */
function useActivityCache() {
  const { id: account_id } = useAccount()
  const client = useQueryClient()
  const isListing = ({ queryKey: [, name] }: { queryKey: QueryKey }) =>
    (activity_reads as readonly unknown[]).includes(name)
  const find = { queryKey: [account_id], predicate: isListing }
  return {
    patch: async (id: string, change: Partial<Activity>) => {
      // A read still in flight would bring back the state before the change.
      await client.cancelQueries({ ...find, predicate: (query) => isListing(query) && query.state.data !== undefined })
      const before = client.getQueriesData(find)
      client.setQueriesData(find, (data: unknown) => patchActivity(data, id, change))
      return before
    },
    restore: (before: [QueryKey, unknown][]) => before.forEach(([key, data]) => client.setQueryData(key, data)),
  }
}
