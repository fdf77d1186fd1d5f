import { after } from 'node:test'

/** Registers a cleanup: `after` of a file, or `atEnd` for something all files of a process share. */
export type AtEnd = (end: () => Promise<void>) => void

const ends: (() => Promise<void>)[] = []

export const atEnd: AtEnd = (end) => void ends.push(end)

/** Opens something once for all files of this process. */
export function share<T>(open: () => Promise<T>): () => Promise<T> {
  let shared: Promise<T> | undefined
  return () => {
    const opened = (shared ??= open())
    // A hook belongs to the file in which the promises it follows were made, so every file gets one of its own.
    return new Promise((resolve, reject) => opened.then(resolve, reject))
  }
}

/** Closes what the files of this process shared, the latest first. */
export async function closeShared(): Promise<void> {
  for (const end of ends.toReversed()) await end()
}

// A file that is run by itself, with `node --test`, has nobody else to close what it shares.
if (!process.env.HILO_TEST_BEGUN) after(closeShared)
