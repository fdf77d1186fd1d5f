import { dictionary } from '#web/i18n.ts'
import { pipelineEn } from '#web/locales/pipeline.en.ts'
import { pipelineEs } from '#web/locales/pipeline.es.ts'

export const usePipelineWords = dictionary(pipelineEs, pipelineEn)
