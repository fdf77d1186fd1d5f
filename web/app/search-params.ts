/** Search params people can read and share: `?q=ana&label=vip&label=nuevo`, not JSON. */
export function parseSearch(text: string) {
  const found = new URLSearchParams(text)
  return Object.fromEntries([...new Set(found.keys())].map((key) => [key, unwrap(found.getAll(key))]))
}

export function stringifySearch(search: Record<string, unknown>) {
  const pairs = Object.entries(search).flatMap(([key, value]) => [value].flat().map((each) => [key, each]))
  const text = new URLSearchParams(pairs.filter(([, value]) => value != null && value !== '') as string[][]).toString()
  return text && `?${text}`
}

function unwrap(values: string[]) {
  return values.length === 1 ? values[0] : values
}
