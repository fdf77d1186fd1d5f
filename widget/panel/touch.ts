/** On touch devices nothing is focused automatically, because the keyboard would cover half of the panel. */
export function isTouchDevice(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
