/** A column of a list. The first one of a list always stays first and visible. */
export type Column = {
  key: string
  name: string
  /** Hidden until a person chooses it. */
  optional?: boolean
  /** The orders its header switches between. */
  sort?: { ascending: string; descending: string }
}

/** The columns as a person arranged them; widths are in pixels. */
export type Layout = { order: string[]; hidden: string[]; widths: Record<string, number> }

export const MIN_WIDTH = 80
export const MAX_WIDTH = 640
const FIRST_WIDTH = 220
const OTHER_WIDTH = 112
const GAP = 20
const PADDING = 60

/** Reads a stored layout; anything else is none. */
export function readLayout(text: string | null): Layout | undefined {
  try {
    const { order, hidden, widths } = JSON.parse(text ?? '') as Partial<Layout>
    if (!isTexts(order) || !isTexts(hidden) || typeof widths !== 'object' || widths === null) return undefined
    const valid = Object.entries(widths).filter(([, width]) => Number.isFinite(width))
    return { order, hidden, widths: Object.fromEntries(valid.map(([key, width]) => [key, clampWidth(width)])) }
  } catch {
    return undefined
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

export const clampWidth = (width: number) => Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/** All columns in the chosen order; those the layout does not know, such as new custom fields, come last. */
export function inOrder<C extends Column>(all: readonly C[], layout: Layout | undefined): C[] {
  const place = ({ key }: C) => {
    const at = layout?.order.indexOf(key) ?? -1
    return at < 0 ? all.length : at
  }
  const [first, ...others] = all
  return first ? [first, ...others.toSorted((a, b) => place(a) - place(b))] : []
}

export function isHidden({ key, optional = false }: Column, layout: Layout | undefined): boolean {
  return layout?.order.includes(key) ? layout.hidden.includes(key) : optional
}

/** The layout that shows what is shown now, with every column in its place. */
export function toLayout(all: readonly Column[], layout: Layout | undefined): Layout {
  return {
    order: inOrder(all, layout).map(({ key }) => key),
    hidden: all.filter((column) => isHidden(column, layout)).map(({ key }) => key),
    widths: layout?.widths ?? {},
  }
}

/** Grid columns and the width below which the list scrolls sideways. */
export function toTemplate(shown: readonly Column[], widths: Layout['widths']): { columns: string; width: string } {
  const least = (key: string, place: number) => widths[key] ?? (place === 0 ? FIRST_WIDTH : OTHER_WIDTH)
  const columns = shown.map(({ key }, place) => {
    const chosen = widths[key]
    if (chosen !== undefined) return `${chosen}px`
    return `minmax(${least(key, place)}px, ${place === 0 ? 1.6 : 1}fr)`
  })
  const sum = shown.reduce((total, { key }, place) => total + least(key, place) + GAP, PADDING)
  return { columns: columns.join(' '), width: `${sum}px` }
}
