/** The error of an attempt that an endpoint answered with this status. */
export const answeredWith = (status: number): string => `It answered ${status}.`

/** The status in such an error, so that it can be shown in any language. */
export function statusOfError(error: string | null): number | undefined {
  const [, status] = /^It answered (\d+)\.$/.exec(error ?? '') ?? []
  return status === undefined ? undefined : Number(status)
}

/** The error of a delivery whose webhook was disabled before its turn. */
export const DISABLED_BEFORE = 'The webhook was disabled before it could be sent.'
