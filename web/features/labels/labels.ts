import type { Label } from '#web/app/api.ts'
import { useAct, useRead } from '#web/app/query.ts'

const none: Label[] = []

/** The account's labels, and a lookup by title. */
export function useLabels() {
  const { data } = useRead('list_labels', {})
  const labels = data?.items ?? none
  const find = (title: string) => labels.find((label) => label.title.toLowerCase() === title.toLowerCase())
  return { labels, find }
}

/** A new label takes the next of these colours. */
const palette = ['#3b6fd4', '#1f8a5b', '#c2571a', '#a23bb0', '#b8860b', '#c0364c', '#0f8599', '#6a5acd']

export function useCreateLabel() {
  const { labels } = useLabels()
  const create = useAct('create_label', { invalidates: ['list_labels'] })
  return (title: string) => create.mutateAsync({ title, color: palette[labels.length % palette.length]! })
}
