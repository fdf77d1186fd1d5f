import { useMemo, useSyncExternalStore, type CSSProperties } from 'react'
import { useSession } from '#web/app/session.ts'
import { storedText } from '#web/ui/preference.ts'
import { clampWidth, inOrder, isHidden, readLayout, toLayout, toTemplate, type Column, type Layout } from './layout.ts'

/** The columns of a list as the person arranged them on this device. */
export function useColumns<C extends Column>(screen: string, all: readonly C[]) {
  const { user } = useSession()
  const store = storedText(`hilo.columns.${user.id}.${screen}`)
  const text = useSyncExternalStore(store.subscribe, store.get)
  const layout = useMemo(() => readLayout(text), [text])
  const shown = useMemo(() => inOrder(all, layout).filter((column) => !isHidden(column, layout)), [all, layout])
  const save = (change: Partial<Layout>) => store.set(JSON.stringify({ ...toLayout(all, layout), ...change }))
  const { columns, width } = toTemplate(shown, layout?.widths ?? {})
  return {
    shown,
    layout,
    /** Attributes of the list, which its style sheet turns into a grid; none while nothing was changed. */
    grid: layout && { 'data-columns': '', style: { '--columns': columns, '--columns-width': width } as CSSProperties },
    widths: layout?.widths ?? {},
    setWidth: (key: string, next: number | undefined) => {
      const { [key]: _, ...others } = layout?.widths ?? {}
      save({ widths: next === undefined ? others : { ...others, [key]: clampWidth(next) } })
    },
    setOrder: (order: string[]) => save({ order }),
    toggle: (key: string) => {
      const { hidden } = toLayout(all, layout)
      save({ hidden: hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key] })
    },
    reset: () => store.set(null),
  }
}

export type Columns<C extends Column = Column> = ReturnType<typeof useColumns<C>>
