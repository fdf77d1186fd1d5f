import { setImmediate as breath } from 'node:timers/promises'
import { builtIn } from '#domains/knowledge/embedder/built-in.ts'
import type { Chunk } from '#domains/knowledge/chunk-rules.ts'
import type { Embedder } from '#kernel/embedder.ts'
import type { Context } from '#kernel/operation.ts'

const AT_ONCE = 64

/** What makes vectors here: what the operator chose, or else the one that is built in. */
export function embedderOf({ embedder }: Pick<Context, 'embedder'>): Embedder {
  return embedder ?? builtIn
}

/** The vectors of the pieces of a document. Title and headings speak with each, since a piece alone may not say what it is about. */
export async function embedAll(
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
        some.map((chunk) => toText(title, chunk)),
        'passage',
      )),
    )
    await onProgress(vectors.length)
    // Others are served in between.
    await breath()
  }
  return vectors
}

/** All a piece says. */
export function toText(title: string, { heading, content }: Chunk): string {
  return [title, heading ?? [], content].flat().join('\n')
}
