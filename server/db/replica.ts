import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Chooses the pool for each read of search and reports. */
export type PoolChoice = {
  primary: pg.Pool
  choose(): Promise<pg.Pool>
  /** Whether a failed statement should run again on the primary. */
  shouldRepeat(pool: pg.Pool, error: unknown): boolean
}

const PAUSES_MILLISECONDS = [0, 3, 9, 27]
/** Reads go to the primary for this long after the replica was behind or unreachable. */
const LAGGING_MILLISECONDS = 1_000
const LOST_MILLISECONDS = 5_000

/** Everything is read from one server. */
export function withoutReplica(primary: pg.Pool): PoolChoice {
  return { primary, choose: async () => primary, shouldRepeat: () => false }
}

/**
 * Reads from a replica that has replayed all the primary had written when the read began. So a caller reads their own
 * writes, whichever node made them. While it is behind or lost, the primary is read.
 */
export function withReplica(
  work: pg.Pool,
  primary: pg.Pool,
  replica: pg.Pool,
  onLoss: (error: Error) => void,
): PoolChoice {
  let avoidUntil = 0
  const avoid = (milliseconds: number) => (avoidUntil = Date.now() + milliseconds)

  const lose = (error: unknown) => {
    avoid(LOST_MILLISECONDS)
    onLoss(error as Error)
  }

  const isFresh = async () => {
    const { rows } = await work.query<{ position: string }>(currentPosition)
    for (const pause of PAUSES_MILLISECONDS) {
      if (pause > 0) await sleep(pause)
      const answer = await replica.query<{ is_fresh: boolean | null }>({ ...hasReplayed, values: [rows[0]!.position] })
      if (answer.rows[0]!.is_fresh) return true
    }
    return false
  }

  return {
    primary,
    choose: async () => {
      if (Date.now() < avoidUntil) return primary
      try {
        if (await isFresh()) return replica
        avoid(LAGGING_MILLISECONDS)
      } catch (error) {
        lose(error)
      }
      return primary
    },
    shouldRepeat: (pool, error) => {
      if (pool !== replica || isOfStatement(error)) return false
      lose(error)
      return true
    },
  }
}

// All acknowledged writes are on the disk; only bulk imports commit without waiting for it.
const currentPosition = {
  name: 'wal_position',
  text: 'select pg_current_wal_flush_lsn()::text as position',
  query_timeout: 2_000,
}
// Null on a server that was promoted.
const hasReplayed = {
  name: 'wal_replayed',
  text: 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_fresh',
  query_timeout: 2_000,
}

/** Whether the statement itself is at fault; a replica also cancels statements that are in the way of its replay. */
function isOfStatement(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|40|53|57P|58|XX)/.test(code)
}
