/** Caches formatters: creating one is slow, and a list uses hundreds. */
function memoize<O extends object, F>(Format: new (locale: string, options: O) => F) {
  const cache = new Map<string, F>()
  return (locale: string, options: O): F => {
    const key = locale + JSON.stringify(options)
    const format = cache.get(key) ?? new Format(locale, options)
    cache.set(key, format)
    return format
  }
}

export const numberFormat = memoize<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat)
export const dateFormat = memoize<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat)
export const relativeFormat = memoize<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(Intl.RelativeTimeFormat)
