import type { Inbox } from '#contract/records/inbox.ts'
import { sendSurvey } from '#domains/conversations/surveys/send.ts'
import { MINUTE, type Past } from '#server/demo/past.ts'
import type { Dice } from '#server/demo/random.ts'
import type { Actor } from '#kernel/operation.ts'

const ANSWERING = 75

/** Ratings from best to worst, repeated by how often customers give them. */
const RATINGS = [5, 5, 5, 5, 5, 4, 4, 4, 3, 2, 1] as const

const COMMENTS: Record<number, readonly string[]> = {
  5: [
    'Excelente atención, muy amables.',
    'Me resolvieron todo el mismo día.',
    'Muy claros con los números del crédito. ¡Gracias!',
  ],
  4: ['Bien, aunque la respuesta tardó un poco.', 'Buena atención, faltaron más fotos.'],
  3: ['Regular, tuve que preguntar dos veces.'],
  2: ['Quedaron de llamarme y no llamaron.'],
  1: ['Muy demorados. Al final compré en otra parte.'],
}

type Resolved = { conversation_id: string; inbox: Inbox; visitor: Partial<Actor>; end: number; roll: Dice }

/** Sends a satisfaction survey for a resolved conversation; most customers answer within hours. */
export async function seedSurvey(past: Past, { conversation_id, inbox, visitor, end, roll }: Resolved): Promise<void> {
  const { act, happen, sql, account_id } = past
  const sentAt = end + MINUTE
  const sender = { type: 'automation', id: null, name: inbox.name } as const
  await happen('ask_satisfaction', sender, sentAt, (ctx) =>
    sendSurvey(ctx, conversation_id, new Date(end).toISOString()),
  )
  if (!roll.chance(ANSWERING)) return
  const [survey] = await sql<{ token: string }>`
    select token from csat_surveys where account_id = ${account_id} and conversation_id = ${conversation_id}`
  const rating = roll.one(RATINGS)
  const comment = roll.chance(60) ? roll.one(COMMENTS[rating]!) : null
  await act(
    'answer_survey',
    { token: survey!.token, rating, comment },
    sentAt + (5 + roll.below(600)) * MINUTE,
    visitor,
  )
}
