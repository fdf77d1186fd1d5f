/** Longest times in milliseconds, so that a slow statement cannot hold up others. They hold for the whole process. */
export const limits = from(10)

/** Sets the longest time of a statement, from which the others follow. */
export function limitStatements(seconds: number): void {
  Object.assign(limits, from(seconds))
}

function from(seconds: number) {
  const statement = seconds * 1_000
  return {
    statement,
    /** Until a connection of the pool is free. */
    connection: statement / 2,
    /** A transaction whose client does nothing. */
    idle_transaction: statement * 3,
    /** A search or a report, and the same while connections are scarce. */
    analytics: statement * 1.5,
    analytics_crowded: statement / 2,
    /** Until it is the workspace's turn at a connection for search and reports. */
    turn: statement,
    /** A server that has not answered any statement by then is gone. */
    answer: statement * 1.5 + 2_000,
  }
}
