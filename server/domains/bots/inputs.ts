import { z } from 'zod'
import { id, line, text } from '#contract/scalars.ts'

export const agent_bot_id = id.describe('Id of the bot')

export const bot_fields = {
  name: line.trim().min(1, 'Enter a name'),
  description: text.nullable(),
  url: z.string().max(2000).nullable().describe('Address that receives its events; null for none'),
}
