import type { AiTrial } from '#contract/records/assistant.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { loadSettings } from '#domains/assistant/config/settings.ts'
import { stripInvisible } from '#domains/assistant/text/output-rules.ts'
import * as agents from '#domains/assistant/store.ts'
import { customerLanguage, answer } from '#domains/assistant/turn/answer.ts'
import { openToolbox } from '#domains/assistant/tools/toolbox.ts'
import { phrasesIn } from '#domains/assistant/text/phrases.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import type { ModelMessage } from '#kernel/model.ts'
import type { Context } from '#kernel/operation.ts'

/** Tries out the AI agent of an inbox, enabled or not. Nothing is stored, and tools do nothing. */
export async function runTrial(ctx: Context, inbox: Inbox, messages: readonly ModelMessage[]): Promise<AiTrial> {
  const [settings, { prompt }, all] = await Promise.all([
    loadSettings(ctx, inbox.id),
    agents.getPrompt(ctx, inbox.id),
    labels.list(ctx),
  ])
  const lines = messages
    .map(({ role, content }) => ({ role, content: stripInvisible(content) }))
    .slice(-settings.memory.messages)
  const titles = all.filter(({ id }) => !settings.bypass_label_ids.includes(id)).map(({ title }) => title)
  const toolbox = openToolbox({ settings, modules: ctx.actor.account.modules, labels: titles })
  const replies = messages.filter(({ role }) => role === 'assistant').length
  const data = { customer: null, earlier: null, done: [] }
  const answerInput = { inbox: inbox.name, prompt, settings, lines, replies, data }
  const { content, handed_over, sources } = await answer(ctx, answerInput, toolbox)
  const words = phrasesIn(customerLanguage(ctx, lines.at(-1)?.content ?? ''))
  const reply = handed_over ? (settings.handover.message ?? words.handing_over) : content
  return { reply, handed_over, tool_calls: toolbox.used, sources, model: ctx.model?.name ?? null }
}
