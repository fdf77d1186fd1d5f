import type { MailWords } from './words.es.ts'

export const mailEn: MailWords = {
  remove: (address) => `Remove ${address}`,
}
