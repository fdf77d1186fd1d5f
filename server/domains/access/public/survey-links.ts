import { createHmac } from 'node:crypto'
import type { Message } from '#contract/records/conversation.ts'
import type { Context } from '#kernel/operation.ts'

/** The workspace, and what links to its surveys are made of. */
export type SurveyLinks = { account_id: string; secret: Buffer; base_url: string }

export function surveyLinks({ actor, secret, base_url }: Context): SurveyLinks {
  return { account_id: actor.account.id, secret, base_url }
}

type SurveyMessage = Pick<Message, 'id' | 'content' | 'content_type' | 'content_attributes'>

/**
 * The token of the survey that this message asks for. It is derived from the message and stored with none, so that only
 * customers get to see it: nobody of the team can answer in their place.
 */
export function surveyToken({ account_id, secret }: SurveyLinks, message_id: string): string {
  const hex = createHmac('sha256', secret)
    .update(JSON.stringify(['survey', account_id, message_id]))
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Whether a message asks the customer for a rating. */
export function isSurvey({ content_attributes }: Pick<Message, 'content_attributes'>): boolean {
  return content_attributes['survey'] === true
}

/** The text as its customer receives it: in channels without forms, a survey ends with the link to answer it. */
export function contentForCustomer(links: SurveyLinks, message: SurveyMessage): string | null {
  if (!isSurvey(message) || message.content_type === 'input_csat') return message.content
  return `${message.content}\n${links.base_url}/survey/${surveyToken(links, message.id)}`
}

/** A text without the tokens of surveys, for the team. */
export function withoutSurveyTokens(text: string): string {
  return text.replaceAll(/(\/survey\/|"survey_token":")[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '$1…')
}
