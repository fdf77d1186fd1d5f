/** A moment in whole seconds, as classic clients count it; absent is nought. */
export function seconds(moment: string | null): number {
  return Math.floor(precise(moment))
}

/** The same with the fraction. */
export function precise(moment: string | null): number {
  return moment === null ? 0 : Date.parse(moment) / 1000
}
