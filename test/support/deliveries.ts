import type { Sql } from '#db/sql.ts'

/**
 * Makes all deliveries of a subscriber due at once, as if their leases had ended. Rows that a worker has locked are
 * skipped: each would wait for the other.
 */
export async function endDeliveryLeases(sql: Sql, subscriber: string): Promise<void> {
  await sql`
    update deliveries d set next_try_at = now() - interval '1 second', attempts = 0
      from (select account_id, event_id, subscriber from deliveries
             where subscriber = ${subscriber} and dead_at is null for update skip locked) due
     where d.account_id = due.account_id and d.event_id = due.event_id and d.subscriber = due.subscriber`
}
