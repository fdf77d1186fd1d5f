import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#kernel/problem.ts'

/** Streams that may be open at once on this node: in all, per address, per API key or session, and per visitor. */
export type StreamQuotas = { node: number; address: number; credential: number; visitor: number }

export type StreamHolder = { credential: string } | { visitor: string }

export type StreamLimits = {
  /** Counts a stream until its connection closes; rejects it if its address, its holder or the node has too many. */
  enter(request: FastifyRequest, reply: FastifyReply, holder: StreamHolder): void
}

const RETRY_SECONDS = 30

export function createStreamLimits(quotas: StreamQuotas): StreamLimits {
  const open = new Map<string, number>()
  let total = 0

  const count = (subjects: readonly string[], change: 1 | -1) => {
    total += change
    for (const subject of subjects) {
      const left = (open.get(subject) ?? 0) + change
      if (left > 0) open.set(subject, left)
      else open.delete(subject)
    }
  }

  return {
    enter: ({ address }, { raw }, holder) => {
      const [name, quota, who] =
        'visitor' in holder
          ? [holder.visitor, quotas.visitor, 'This visitor']
          : [holder.credential, quotas.credential, 'This credential']
      if (total >= quotas.node) throw nodeIsFull()
      if ((open.get(address) ?? 0) >= quotas.address) throw tooMany('This address', quotas.address)
      if ((open.get(name) ?? 0) >= quota) throw tooMany(who, quota)
      if (raw.closed) return
      const subjects = [address, name]
      count(subjects, 1)
      raw.once('close', () => count(subjects, -1))
    },
  }
}

function tooMany(who: string, quota: number): Problem {
  const detail = `${who} has ${quota} streams open already; close one, or connect again in ${RETRY_SECONDS} seconds.`
  return new Problem('rate_limited', detail, { retry_after: RETRY_SECONDS })
}

function nodeIsFull(): Problem {
  const detail = `This node has as many streams open as it can serve; connect again in ${RETRY_SECONDS} seconds.`
  return new Problem('unavailable', detail, { retry_after: RETRY_SECONDS })
}
