import { dictionary } from '#web/app/i18n.ts'
import { contactsEn } from './words.en.ts'
import { contactsEs } from './words.es.ts'

export const useContactsScreenWords = dictionary(contactsEs, contactsEn)
