/** Without data it is only a sign of life, which may still tell where the listener stands. */
export type ServerEvent = { name: string; id: string | undefined; data: string | undefined }

/** Server-sent events as they arrive. Our own reader, because the browser's can send no Authorization header. */
export async function* readEvents(chunks: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  let rest = ''
  let fields: [name: string, value: string][] = []
  for await (const chunk of chunks) {
    rest += chunk
    // A carriage return at the very end may be half of a line end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    for (const line of lines) {
      if (line !== '') {
        fields.push(split(line))
        continue
      }
      yield together(fields)
      fields = []
    }
  }
}

function split(line: string): [string, string] {
  const colon = line.indexOf(':')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}

function together(fields: [string, string][]): ServerEvent {
  const last = (wanted: string) => fields.findLast(([name]) => name === wanted)?.[1]
  const data = fields.filter(([name]) => name === 'data').map(([, value]) => value)
  return { name: last('event') ?? 'message', id: last('id'), data: data.length > 0 ? data.join('\n') : undefined }
}
