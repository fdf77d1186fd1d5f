import { z } from 'zod'
import { ai_tools, type AiTool, type HandoverReason } from '#contract/records/assistant.ts'
import type { Settings } from '#domains/assistant/config-rules.ts'
import { type Desk, ways } from '#domains/assistant/tools.ts'
import type { Tool } from '#kernel/model.ts'
import { Problem } from '#kernel/problem.ts'

export type Used = { tool: string; input: Record<string, z.core.util.JSONType> }

/** The tools of one turn, and what was done with them. */
export type Toolbox = {
  tools: Record<string, Tool>
  used: Used[]
  /** What the tools answered: whoever speaks of it has it from there. */
  results: unknown[]
  /** Why it handed over, once it did. */
  handed_over: HandoverReason | undefined
  /** What is our own fault, and not for the model to know. */
  failure: Error | undefined
}

export type Offer = {
  settings: Settings
  modules: readonly string[]
  /** Titles of labels it may put on the conversation. */
  labels: readonly string[]
  /** Whom the tools serve; without anybody nothing is done, and it is only noted what would be. */
  desk?: Desk | undefined
}

/** What the agent may do in this turn. */
export function openToolbox({ settings, modules, labels, desk }: Offer): Toolbox {
  const box: Toolbox = { tools: {}, used: [], results: [], handed_over: undefined, failure: undefined }
  for (const name of ai_tools.filter((tool) => settings.enabled_tools.includes(tool))) {
    if (name === 'hand_over' || !isAtHand(name, modules, labels)) continue
    const { description, input, run } = ways[name]
    const tool = name === 'add_label' ? z.strictObject({ label: z.enum(labels) }) : input
    const act = async (given: Record<string, unknown>) => (desk ? run(desk, given) : rehearsed)
    box.tools[name] = { description, input: tool, run: (given) => use(box, name, given, act) }
  }
  const reasons = reasonsOf(settings)
  if (reasons.length > 0) box.tools.hand_over = handingOver(box, reasons)
  return box
}

const rehearsed = { note: 'This is a rehearsal: nothing was looked up or done. Go on as if it had been.' }

function isAtHand(name: AiTool, modules: readonly string[], labels: readonly string[]): boolean {
  if (name === 'search_properties') return modules.includes('real_estate')
  return name !== 'add_label' || labels.length > 0
}

/** A refusal is told to the model, which may do better; anything else ends the turn. */
async function use(
  box: Toolbox,
  tool: string,
  given: Record<string, unknown>,
  act: (given: Record<string, unknown>) => Promise<unknown>,
): Promise<unknown> {
  box.used.push({ tool, input: given as Used['input'] })
  try {
    const result = await act(given)
    box.results.push(result)
    return result
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { refused: error.message }
    box.failure = error as Error
    return { refused: 'This is not possible just now.' }
  }
}

type Reason = 'requested' | 'cannot_answer'

function reasonsOf({ enabled_tools, handover }: Settings): Reason[] {
  const isTool = enabled_tools.includes('hand_over')
  return [
    ...(isTool || handover.on_request ? (['requested'] as const) : []),
    ...(isTool || handover.on_low_confidence ? (['cannot_answer'] as const) : []),
  ]
}

function handingOver(box: Toolbox, reasons: readonly Reason[]): Tool {
  return {
    description: 'Pass the conversation on to a person of the team. It ends your turn, and the customer is told.',
    input: z.strictObject({
      reason: z.enum(reasons).describe('requested: they ask for a person; cannot_answer: you have no answer'),
    }),
    run: async ({ reason }) => {
      box.used.push({ tool: 'hand_over', input: { reason: reason as Reason } })
      box.handed_over = reason as Reason
      return {}
    },
  }
}
