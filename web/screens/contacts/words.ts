import { dictionary } from '#web/i18n.ts'
import { contactsEn } from '#web/locales/contacts.en.ts'
import { contactsEs } from '#web/locales/contacts.es.ts'

export const useContactWords = dictionary(contactsEs, contactsEn)
