import { dictionary } from '#web/app/i18n.ts'
import { firstStepsEn } from './words.en.ts'
import { firstStepsEs } from './words.es.ts'

export const useFirstStepsWords = dictionary(firstStepsEs, firstStepsEn)
