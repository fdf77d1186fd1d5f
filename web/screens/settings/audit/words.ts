import { dictionary } from '#web/app/i18n.ts'
import { auditEn } from './words.en.ts'
import { auditEs } from './words.es.ts'

export const useAuditWords = dictionary(auditEs, auditEn)
