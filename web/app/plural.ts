/** Picks the form that fits the count: `plural(count, '1 message', `${count} messages`)`. */
export const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)
