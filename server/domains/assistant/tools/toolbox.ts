import { z } from 'zod'
import { ai_tools, type AiTool, type HandoverReason } from '#contract/records/assistant.ts'
import type { Settings } from '#domains/assistant/config/rules.ts'
import { type ToolContext, definitions } from './definitions.ts'
import type { Tool } from '#kernel/model.ts'
import { Problem } from '#kernel/problem.ts'

export type ToolCall = { tool: string; input: Record<string, z.core.util.JSONType> }

/** The tools of one turn, and their calls. */
export type Toolbox = {
  tools: Record<string, Tool>
  used: ToolCall[]
  /** Results of the tools, which the reply may quote. */
  results: unknown[]
  /** Reason of the handover, if any. */
  handed_over: HandoverReason | undefined
  /** An internal error, which is not shown to the model. */
  failure: Error | undefined
}

export type ToolboxOptions = {
  settings: Settings
  modules: readonly string[]
  /** Titles of labels it may add to the conversation. */
  labels: readonly string[]
  /** The customer served; without one it is a dry run, which only records the calls. */
  toolContext?: ToolContext | undefined
}

/** Opens the tools the agent may use in this turn. */
export function openToolbox({ settings, modules, labels, toolContext }: ToolboxOptions): Toolbox {
  const toolbox: Toolbox = { tools: {}, used: [], results: [], handed_over: undefined, failure: undefined }
  for (const name of ai_tools.filter((tool) => settings.enabled_tools.includes(tool))) {
    if (name === 'hand_over' || !isAvailable(name, modules, labels)) continue
    const { description, input, run } = definitions[name]
    const tool = name === 'add_label' ? z.strictObject({ label: z.enum(labels) }) : input
    const act = async (given: Record<string, unknown>) => (toolContext ? run(toolContext, given) : dry_run_result)
    toolbox.tools[name] = { description, input: tool, run: (given) => callTool(toolbox, name, given, act) }
  }
  const reasons = reasonsOf(settings)
  if (reasons.length > 0) toolbox.tools.hand_over = handOverTool(toolbox, reasons)
  return toolbox
}

const dry_run_result = { note: 'This is a dry run: nothing was looked up or done. Go on as if it had been.' }

function isAvailable(name: AiTool, modules: readonly string[], labels: readonly string[]): boolean {
  if (name === 'search_properties') return modules.includes('real_estate')
  return name !== 'add_label' || labels.length > 0
}

/** Calls in one answer. A text that makes the model call tools without end must not keep the database busy. */
const MAX_CALLS = 20

/** A refusal is returned to the model, which may try again; any other error ends the turn. */
async function callTool(
  toolbox: Toolbox,
  tool: string,
  given: Record<string, unknown>,
  act: (given: Record<string, unknown>) => Promise<unknown>,
): Promise<unknown> {
  toolbox.used.push({ tool, input: given as ToolCall['input'] })
  if (toolbox.used.length > MAX_CALLS) return { refused: 'No more calls in this answer; reply with what you know.' }
  try {
    const result = await act(given)
    toolbox.results.push(result)
    return result
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { refused: error.message }
    toolbox.failure = error as Error
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

function handOverTool(toolbox: Toolbox, reasons: readonly Reason[]): Tool {
  return {
    description: 'Pass the conversation on to a person of the team. It ends your turn, and the customer is told.',
    input: z.strictObject({
      reason: z.enum(reasons).describe('requested: they ask for a person; cannot_answer: you have no answer'),
    }),
    run: async ({ reason }) => {
      toolbox.used.push({ tool: 'hand_over', input: { reason: reason as Reason } })
      toolbox.handed_over = reason as Reason
      return {}
    },
  }
}
