/** What a booking changes: the list of them, and which slots are free. */
export const drive_reads = ['list_test_drives', 'list_test_drive_slots'] as const
