/** A moment in whole seconds, as classic clients expect; 0 when there is none. */
export function seconds(moment: string | null): number {
  return Math.floor(fractionalSeconds(moment))
}

/** The same with the fraction. */
export function fractionalSeconds(moment: string | null): number {
  return moment === null ? 0 : Date.parse(moment) / 1000
}
