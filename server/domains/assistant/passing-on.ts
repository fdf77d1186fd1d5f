import type { Conversation } from '#contract/records/conversation.ts'
import { unanswered } from '#domains/assistant/history.ts'
import type { Turn } from '#domains/assistant/reading-turn.ts'
import { languageIn, type Thought } from '#domains/assistant/thinking.ts'
import * as turns from '#domains/assistant/turns.ts'
import { wordsIn } from '#domains/assistant/words.ts'
import * as messages from '#domains/conversations/messages.ts'
import * as conversationRules from '#domains/conversations/rules.ts'
import { speakingOf } from '#domains/conversations/speaking.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as teams from '#domains/workspace/teams.ts'
import { fillIn } from '#domains/workspace/variables.ts'
import type { Context } from '#kernel/operation.ts'
import type { Hands } from '#kernel/subscriber.ts'

/**
 * Hands the conversation over to people: the customer is told, the team gets it, and it becomes open, all at once. Whom
 * it is left to without a word, because of a label, is told nothing.
 */
export async function passOn(hands: Hands, turn: Turn, { handed_over, detail }: Thought): Promise<void> {
  const { agent, place, settings } = turn
  const { conversation_id } = place
  const reason = handed_over ?? undefined
  await hands.call('reopen_conversation', agent, { conversation_id }, async (ctx, reopen) => {
    if (!(await turns.take(ctx, place, { outcome: 'handed_over', reason, detail }))) return undefined
    const before = await conversations.get(ctx, conversation_id)
    if (reason !== 'bypassed') await tell(ctx, turn, before)
    await giveTo(ctx, before, settings.handover.team_id)
    return reopen()
  })
}

/** Tells the customer. It answers nothing, so that they go on waiting for a person as they did. */
async function tell(ctx: Context, { place, settings, matter }: Turn, before: Conversation): Promise<void> {
  const about = await speakingOf(ctx.sql, ctx.actor.account.id, before.id)
  const own = settings.handover.message && about ? fillIn(settings.handover.message, about).trim() : ''
  const content = own || wordsIn(languageIn(ctx, unanswered(matter.lines))).handing_over
  const author = conversationRules.authorOf(ctx.actor)
  const said = await messages.append(ctx, before, { direction: 'outgoing', author, content })
  const { waiting_since } = before
  const conversation = await conversations.update(ctx, before.id, { waiting_since, awaiting_customer_since: null })
  await turns.noteReply(ctx, place, said.message.id)
  ctx.emit('message.sent', { ...said, conversation })
}

/** The team of the handover gets it, while it is there; where none is named, it stays with the one it has. */
async function giveTo(ctx: Context, before: Conversation, team_id: string | null): Promise<void> {
  if (team_id === null || before.team?.id === team_id || !(await teams.find(ctx, team_id))) return
  const conversation = await conversations.update(ctx, before.id, { team_id })
  const changes = { team: { from: before.team, to: conversation.team } }
  ctx.emit('conversation.team_changed', { conversation, changes })
}
