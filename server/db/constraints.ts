/** What a unique constraint means to the caller: the field, and how a person calls it. */
export const constraints: Record<string, { field: string; what: string }> = {
  contacts_phone_number_unique: { field: 'phone_number', what: 'phone number' },
  contacts_email_unique: { field: 'email', what: 'e-mail address' },
  labels_title_unique: { field: 'title', what: 'label title' },
  users_email_unique: { field: 'email', what: 'e-mail address' },
}
