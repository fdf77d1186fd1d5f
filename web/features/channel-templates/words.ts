import { dictionary } from '#web/app/i18n.ts'
import { templateEn } from './words.en.ts'
import { templateEs } from './words.es.ts'

export const useTemplateWords = dictionary(templateEs, templateEn)
