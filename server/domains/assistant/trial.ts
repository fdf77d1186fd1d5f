import type { AiTrial } from '#contract/records/assistant.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { settingsOf } from '#domains/assistant/configuring.ts'
import { visible } from '#domains/assistant/speech-rules.ts'
import * as agents from '#domains/assistant/store.ts'
import { languageIn, think } from '#domains/assistant/thinking.ts'
import { openToolbox } from '#domains/assistant/toolbox.ts'
import { wordsIn } from '#domains/assistant/words.ts'
import * as labels from '#domains/contacts/labels.ts'
import type { Line } from '#kernel/model.ts'
import type { Context } from '#kernel/operation.ts'

/** What the AI agent of an inbox would answer, whether it is switched on or not. Nothing is written, and no tool does anything. */
export async function rehearse(ctx: Context, inbox: Inbox, said: readonly Line[]): Promise<AiTrial> {
  const [settings, { prompt }, all] = await Promise.all([
    settingsOf(ctx, inbox.id),
    agents.getPrompt(ctx, inbox.id),
    labels.list(ctx),
  ])
  const lines = said.map(({ role, content }) => ({ role, content: visible(content) })).slice(-settings.memory.messages)
  const titles = all.filter(({ id }) => !settings.bypass_label_ids.includes(id)).map(({ title }) => title)
  const box = openToolbox({ settings, modules: ctx.actor.account.modules, labels: titles })
  const replies = said.filter(({ role }) => role === 'assistant').length
  const data = { customer: null, earlier: null, done: [] }
  const matter = { inbox: inbox.name, prompt, settings, lines, replies, data }
  const { content, handed_over, sources } = await think(ctx, matter, box)
  const words = wordsIn(languageIn(ctx, lines.at(-1)?.content ?? ''))
  const reply = handed_over ? (settings.handover.message ?? words.handing_over) : content
  return { reply, handed_over, tool_calls: box.used, sources, model: ctx.model?.name ?? null }
}
