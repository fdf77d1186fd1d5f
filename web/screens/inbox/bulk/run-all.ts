// Browsers limit the connections to one host, and the server has others to serve.
const CONCURRENCY = 4

export type Failure<T> = { item: T; error: unknown }

/** Runs an action for each item, a few at a time. A failure does not stop the others. */
export async function runAll<T>(
  items: readonly T[],
  act: (item: T) => Promise<void>,
  onStep: (count: number) => void = () => {},
): Promise<{ done: T[]; failed: Failure<T>[] }> {
  const waiting = items[Symbol.iterator]()
  const done: T[] = []
  const failed: Failure<T>[] = []
  const work = async () => {
    for (const item of waiting) {
      await act(item).then(
        () => done.push(item),
        (error: unknown) => failed.push({ item, error }),
      )
      onStep(done.length + failed.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, work))
  return { done, failed }
}
