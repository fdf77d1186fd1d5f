import { type NewTemplate, ProviderError } from '#kernel/connector.ts'
import { ask } from '#channels/meta/errors.ts'
import type { Graph } from '#channels/meta/graph.ts'
import { object, text } from '#channels/meta/payload.ts'
import { whatsappRefusal } from './errors.ts'

const MEGABYTE = 1024 * 1024
const MILLISECONDS = 120_000

/** Files Meta takes as the example of a header, by its format. */
const formats: Readonly<Record<string, { types: readonly string[]; megabytes: number; words: string }>> = {
  IMAGE: { types: ['image/jpeg', 'image/png'], megabytes: 5, words: 'a JPEG or PNG picture' },
  VIDEO: { types: ['video/mp4', 'video/3gpp'], megabytes: 16, words: 'an MP4 or 3GP video' },
  DOCUMENT: { types: ['application/pdf'], megabytes: 100, words: 'a PDF document' },
}

type HeaderFile = NonNullable<NewTemplate['header_file']>

/** The template with the handle of its example file, which is uploaded first. */
export async function withHeaderFile<T extends Pick<NewTemplate, 'components'>>(
  graph: Graph,
  template: T,
  file: HeaderFile,
): Promise<T> {
  const header = template.components.find(({ type }) => upper(type) === 'HEADER')
  const format = formats[upper(header?.format)]
  if (!header || !format)
    throw new ProviderError('rejected', 'Give the template a header of the format IMAGE, VIDEO or DOCUMENT.')
  if (!format.types.includes(file.content_type) || file.size_bytes > format.megabytes * MEGABYTE)
    throw new ProviderError('rejected', `The file must be ${format.words} of at most ${format.megabytes} MB.`)
  const example = { ...object(header.example), header_handle: [await upload(graph, file)] }
  const components = template.components.map((each) => (each === header ? { ...each, example } : each))
  return { ...template, components }
}

/** Meta's upload for files that are no media of a message: a session of the app, then the bytes. */
async function upload(graph: Graph, { file_name, content_type, size_bytes, read }: HeaderFile): Promise<string> {
  const bytes = await read()
  const query = { file_name, file_length: String(size_bytes), file_type: content_type }
  const session = await ask(graph(`${await appOf(graph)}/uploads`, { method: 'POST', query }), whatsappRefusal)
  const id = text(session.id)
  if (!id?.startsWith('upload:')) throw new ProviderError('unreachable', 'Meta did not open an upload.')
  const request = { method: 'POST', scheme: 'OAuth', headers: { file_offset: '0' }, body: bytes } as const
  const answer = await ask(graph(id, { ...request, milliseconds: MILLISECONDS }), whatsappRefusal)
  const handle = text(answer.h)
  if (handle === undefined) throw new ProviderError('unreachable', 'Meta did not confirm the upload.')
  return handle
}

/** The app the token belongs to. */
async function appOf(graph: Graph): Promise<string> {
  const id = text((await ask(graph('app', { query: { fields: 'id' } }), whatsappRefusal)).id)
  if (id === undefined) throw new ProviderError('unreachable', 'Meta did not name the app of the token.')
  return encodeURIComponent(id)
}

function upper(value: unknown): string {
  return typeof value === 'string' ? value.toUpperCase() : ''
}
