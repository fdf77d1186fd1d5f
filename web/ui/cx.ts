/** Class names that hold, in one string. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
