// A browser opens few connections to a host, and the server has others to serve.
const AT_ONCE = 4

export type Failure<T> = { item: T; error: unknown }

/** Does something with each of many, a few at a time. What fails does not stop the others. */
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
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work))
  return { done, failed }
}
