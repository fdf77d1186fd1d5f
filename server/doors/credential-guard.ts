import type { FastifyRequest } from 'fastify'
import { rateLimited } from '#doors/rate-limit.ts'
import { createTokenBuckets } from '#doors/token-buckets.ts'

export type CredentialGuard = {
  /** Whether the credential was valid when it was last used on this node. It may have been revoked since. */
  isKnown(credential: string): boolean
  /**
   * Looks a credential up. An address that sent too many invalid ones is refused without a look-up. Credentials that
   * were valid before are exempt: many people and programs may share the address.
   */
  find<T>(request: FastifyRequest, credential: string, lookUp: () => Promise<T | undefined>): Promise<T | undefined>
}

/**
 * Wrong credentials a minute from one address. Keys cannot be guessed; this keeps programs with a wrong one, and floods of
 * them, from the database.
 */
const FAILURES_PER_MINUTE = 120
const MAX_KNOWN = 20_000

/** Remembers, in the memory of this node, valid credentials and the addresses that send invalid ones. */
export function createCredentialGuard(percent = 100): CredentialGuard {
  const limit = (FAILURES_PER_MINUTE * percent) / 100
  const failures = createTokenBuckets()
  const known = new Set<string>()

  const remember = (credential: string) => {
    // Added again, the credential becomes the last one of the set.
    known.delete(credential)
    known.add(credential)
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!)
  }

  return {
    isKnown: (credential) => known.has(credential),
    find: async ({ address }, credential, lookUp) => {
      const seconds = known.has(credential) ? 0 : failures.wait(address, limit)
      if (seconds > 0) throw rateLimited(seconds)
      const found = await lookUp()
      if (found) remember(credential)
      else {
        known.delete(credential)
        failures.take(address, limit)
      }
      return found
    },
  }
}
