/** What a unique constraint means to the caller: the field, and how a person calls it. */
export const constraints: Record<string, { field: string; what: string }> = {
  canned_responses_short_code_unique: { field: 'short_code', what: 'short code' },
  contact_identities_source_unique: { field: 'source_id', what: 'source id' },
  contacts_email_unique: { field: 'email', what: 'e-mail address' },
  contacts_identifier_unique: { field: 'identifier', what: 'identifier' },
  contacts_phone_number_unique: { field: 'phone_number', what: 'phone number' },
  custom_attribute_definitions_key_unique: { field: 'key', what: 'attribute key' },
  labels_title_unique: { field: 'title', what: 'label title' },
  messages_external_id_unique: { field: 'external_id', what: 'external id' },
  teams_name_unique: { field: 'name', what: 'team name' },
  users_email_unique: { field: 'email', what: 'e-mail address' },
}
