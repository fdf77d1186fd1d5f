import { asProblem } from '#kernel/refusals.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** Runs database work outside an operation; errors of the database become problems, such as 503 while it is away. */
export async function attempt<T>(database: Runtime['database'], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw await asProblem(error, database)
  }
}
