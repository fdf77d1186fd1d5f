/** Whether the panel is used by finger. There nothing takes the cursor by itself: a keyboard would cover half of it. */
export function isTouched(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
