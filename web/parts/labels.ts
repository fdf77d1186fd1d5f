import type { Label } from '#web/api.ts'
import { useAct, useRead } from '#web/query.ts'

const none: Label[] = []

/** The account's labels, and how to find the colour of one by its title. */
export function useLabels() {
  const { data } = useRead('list_labels', {})
  const labels = data?.items ?? none
  const find = (title: string) => labels.find((label) => label.title.toLowerCase() === title.toLowerCase())
  return { labels, find }
}

/** Labels are told apart by colour, so a new one takes the next of these. */
const palette = ['#3b6fd4', '#1f8a5b', '#c2571a', '#a23bb0', '#b8860b', '#c0364c', '#0f8599', '#6a5acd']

export function useCreateLabel() {
  const { labels } = useLabels()
  const create = useAct('create_label', { refreshes: ['list_labels'] })
  return (title: string) => create.mutateAsync({ title, color: palette[labels.length % palette.length]! })
}
