const FAILURES = 3
const PAUSE_MILLISECONDS = 30_000

type Circuit = { failures: number; openUntil: number }

/** By workspace; a workspace without failures has no entry. */
const circuits = new Map<string, Circuit>()

/**
 * Calls the language model unless it has just failed several times in a row for this workspace: then it fails at once for a
 * while, so that customers are not kept waiting, and one call tries again afterwards.
 */
export async function withBreaker<T>(account_id: string, call: () => Promise<T>, clock = Date.now): Promise<T> {
  const circuit = circuits.get(account_id)
  if (circuit && circuit.failures >= FAILURES) {
    if (clock() < circuit.openUntil) throw new Error('the model failed repeatedly and is paused for half a minute')
    // Only this call tries; the others go on failing at once meanwhile.
    circuit.openUntil = clock() + PAUSE_MILLISECONDS
  }
  try {
    const result = await call()
    circuits.delete(account_id)
    return result
  } catch (error) {
    const failures = (circuits.get(account_id)?.failures ?? 0) + 1
    circuits.set(account_id, { failures, openUntil: clock() + PAUSE_MILLISECONDS })
    throw error
  }
}
