import { dictionary } from '#web/app/i18n.ts'
import { pipelineEn } from './words.en.ts'
import { pipelineEs } from './words.es.ts'

export const usePipelineWords = dictionary(pipelineEs, pipelineEn)
