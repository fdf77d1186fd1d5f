/** Parses JSON so that PostgreSQL can store every text and name in it: NUL and unpaired surrogates are removed. */
export function parseStorableJson(body: Uint8Array | string): unknown {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return ESCAPES.test(text) ? JSON.parse(text, (_, value: unknown) => makeStorable(value)) : JSON.parse(text)
}

/** Only escapes can produce them: the bytes themselves are valid UTF-8, and JSON takes no bare NUL. */
const ESCAPES = /\\u(?:0000|d[89a-f])/i

function makeStorable(value: unknown): unknown {
  if (typeof value === 'string') return clean(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [clean(name), each]))
}

const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()
