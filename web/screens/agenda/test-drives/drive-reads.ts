/** Queries that a booking changes. */
export const driveQueries = ['list_test_drives', 'list_test_drive_slots'] as const
