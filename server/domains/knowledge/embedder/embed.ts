import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { builtIn } from './built-in.ts'
import type { Chunk } from '#domains/knowledge/documents/chunk-rules.ts'
import type { Embedder } from '#kernel/embedder.ts'
import type { Context } from '#kernel/operation.ts'

const AT_ONCE = 64

/** The configured embedder, or the built-in one. */
export function embedderOf({ embedder }: Pick<Context, 'embedder'>): Embedder {
  return embedder ?? builtIn
}

/** Embeds the chunks of a document, each with title and headings for context. */
export async function embedChunks(
  embedder: Embedder,
  title: string,
  chunks: readonly Chunk[],
  onProgress: (done: number) => Promise<void> = async () => {},
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < chunks.length; from += AT_ONCE) {
    const some = chunks.slice(from, from + AT_ONCE)
    vectors.push(
      ...(await embedder.embed(
        some.map((chunk) => chunkText(title, chunk)),
        'passage',
      )),
    )
    await onProgress(vectors.length)
    // Lets other requests run in between.
    await yieldToEventLoop()
  }
  return vectors
}

/** The text of a chunk with title and heading. */
export function chunkText(title: string, { heading, content }: Chunk): string {
  return [title, heading ?? [], content].flat().join('\n')
}
