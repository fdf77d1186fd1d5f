import { Problem } from '#kernel/problem.ts'

/** The problem a call is refused with; throws if it succeeds. */
export async function refusal(call: Promise<unknown>): Promise<Problem> {
  return problemIn(await call.then(accepted, (error: unknown) => error))
}

/** The same for a synchronous call. */
export function refused(work: () => unknown): Problem {
  let outcome: unknown
  try {
    work()
    outcome = accepted()
  } catch (error) {
    outcome = error
  }
  return problemIn(outcome)
}

function accepted(): Error {
  return new Error('It was not refused')
}

function problemIn(outcome: unknown): Problem {
  if (outcome instanceof Problem) return outcome
  throw outcome
}
