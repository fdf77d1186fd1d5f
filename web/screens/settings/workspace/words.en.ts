import type { WorkspaceWords } from './words.es.ts'

export const workspaceEn: WorkspaceWords = {
  title: 'Workspace',
  hint: 'Settings for all people and channels.',
  about: 'Workspace details',
  name: 'Name',
  nameHint: 'Shown to your team and your customers, for example in e-mails and as {{account.name}}.',
  language: 'Language',
  languageHint: 'For automatic notifications and messages. Each person chooses their own display language.',
  languages: { es: 'Spanish', en: 'English' },
  zone: 'Time zone',
  zoneHint: 'Used to show times and to count days in reports.',
  zoneSearch: 'Search for a city or zone',
  country: 'Country',
  countryHint: 'Completes phone numbers that have no country code.',
  countrySearch: 'Search for a country',
  currency: 'Currency',
  currencyHint: 'For new deals. Existing deals keep theirs.',
  currencySearch: 'Search for a currency',
  contacts: 'Contacts for agents with limited visibility',
  contactsHint: 'For agents who see only their own or their team’s conversations, leads and deals.',
  contactsChoices: { all: 'All contacts', related: 'Contacts of records they see, and contacts without any' },
  nothing: 'No results.',
  saved: 'Workspace saved',
  modules: 'Modules',
  modulesHint:
    'Optional parts of the product. Turning one off keeps its data, which returns when you turn it on again.',
  moduleNames: {
    real_estate: ['Real estate', 'Adds a catalogue of properties with photos, which you can offer in leads and deals.'],
    test_drives: ['Test drives', 'Adds vehicles to test, their slots and bookings, with a reminder to the agent.'],
  },
  moduleOn: (name) => `${name}: on`,
  moduleOff: (name) => `${name}: off`,
  retention: 'Log retention',
  retentionHint:
    'Older entries are deleted for good within an hour. Contacts, conversations, leads and deals are not affected.',
  retentionFailed: 'Could not load log retention',
  saveRetention: 'Save retention',
  retentionSaved: 'Log retention saved',
  retentionFields: {
    events_days: ['Events', 'Recent changes, for connected programs and the history of contacts.'],
    audit_days: ['Audit log', 'Actions of administrators and changes of settings.'],
    inbound_log_days: ['Inbound log', 'Raw messages received from channels.'],
    webhook_log_days: ['Webhook deliveries', 'Delivery attempts and their responses.'],
  },
  keptFor: (days) =>
    days === null
      ? 'Forever'
      : days === 1
        ? '1 day'
        : days % 365 === 0
          ? days === 365
            ? '1 year'
            : `${days / 365} years`
          : `${days} days`,
}
