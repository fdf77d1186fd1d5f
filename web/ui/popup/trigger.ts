import type { ComponentProps, KeyboardEvent, ReactElement } from 'react'

/** The button that opens a popup. */
export type Trigger = ReactElement<ComponentProps<'button'>>

/** `open` where the parent controls the popup; else `defaultOpen`, because it mounts with the click that opens it. */
export type OpenState = { open?: boolean; defaultOpen?: true }

/** Keeps a closed picker from choosing by typed letters: on its screen they are shortcuts. */
export function ignoreLetters(event: KeyboardEvent & { preventBaseUIHandler: () => void }) {
  if (event.key.length === 1 && event.key !== ' ') event.preventBaseUIHandler()
}
