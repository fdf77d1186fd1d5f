/** One or several values of a URL parameter, as texts. */
export const toTexts = (value: unknown): string[] => [value ?? []].flat().map(String).filter(Boolean)

/** Whether a URL parameter is a date such as 2026-11-30. */
export const isDay = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)

/** A URL parameter that must be one of the choices; it is left out when it is not. */
export function parseChoice<K extends string, T extends string>(
  key: K,
  value: unknown,
  choices: readonly T[],
): { [_ in K]?: T } {
  const choice = choices.find((each) => each === value)
  return (choice ? { [key]: choice } : {}) as { [_ in K]?: T }
}
