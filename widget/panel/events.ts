/** An event without data is a keep-alive, which may still carry a new position. */
export type ServerEvent = { name: string; id: string | undefined; data: string | undefined }

/** Reads server-sent events. The browser's EventSource cannot send an Authorization header. */
export async function* readEvents(chunks: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  let rest = ''
  let fields: [name: string, value: string][] = []
  for await (const chunk of chunks) {
    rest += chunk
    // A carriage return at the end of a chunk may be half of a CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    for (const line of lines) {
      if (line !== '') {
        fields.push(splitField(line))
        continue
      }
      yield toEvent(fields)
      fields = []
    }
  }
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(':')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}

function toEvent(fields: [string, string][]): ServerEvent {
  const last = (field: string) => fields.findLast(([name]) => name === field)?.[1]
  const data = fields.filter(([name]) => name === 'data').map(([, value]) => value)
  return { name: last('event') ?? 'message', id: last('id'), data: data.length > 0 ? data.join('\n') : undefined }
}
