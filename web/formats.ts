/** Making a format is slow, using one is fast, and a list uses hundreds: each is made once. */
function once<O extends object, F>(make: new (locale: string, options: O) => F) {
  const made = new Map<string, F>()
  return (locale: string, options: O): F => {
    const key = locale + JSON.stringify(options)
    const known = made.get(key) ?? new make(locale, options)
    made.set(key, known)
    return known
  }
}

export const numberFormat = once<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
export const dateFormat = once<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)
export const relativeFormat = once<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(Intl.RelativeTimeFormat)
