import { z } from 'zod'
import { surveyCloses } from '#contract/records/quality.ts'
import { text, timestamp } from '#contract/scalars.ts'
import { visitorOf } from '#domains/conversations/chat/visitor.ts'
import * as surveys from '#domains/conversations/surveys/store.ts'
import { operation } from '#kernel/operation.ts'

export const answer_survey = operation({
  summary: 'Answer a satisfaction survey with a rating from 1 to 5 and a comment. Answers can be changed for 14 days.',
  rest: 'POST /widget/survey',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    token: z.uuid().describe('Token sent with the question'),
    rating: z.int().min(1).max(5).describe('1 is worst, 5 is best'),
    comment: text.max(2000).nullable().optional().describe('Omit to keep an earlier comment; null removes it'),
  }),
  output: z.object({ rating: z.int(), comment: z.string().nullable(), closes_at: timestamp }),

  async run(ctx, { token, rating, comment }) {
    const survey = await surveys.getLocked(ctx, visitorOf(ctx), token)
    const answer = { rating, comment: comment === undefined ? survey.comment : comment?.trim() || null }
    await surveys.answer(ctx, survey, answer)
    return { ...answer, closes_at: surveyCloses(survey.sent_at) }
  },
})
