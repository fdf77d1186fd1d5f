import type { Action } from '#contract/records/automation.ts'
import { blankOption, type Option } from '#web/features/message-options/option-content.ts'

export type MessageAction = Extract<Action, { type: 'send_message' }>
export type MessageKind = 'text' | 'buttons' | 'template'

export function kindOf({ buttons, template }: MessageAction): MessageKind {
  if (template) return 'template'
  return buttons ? 'buttons' : 'text'
}

/** The action as a message of another kind; its text stays. */
export function messageOf(kind: MessageKind, { type, content }: MessageAction): MessageAction {
  if (kind === 'template') return { type, content: '', template: { name: '', language: '', parameters: {} } }
  return kind === 'buttons' ? { type, content, buttons: buttonsOf([blankOption, blankOption]) } : { type, content }
}

/** The buttons of the action as options to edit. */
export function optionsOf({ buttons = [] }: MessageAction): Option[] {
  return buttons.map(({ title }) => ({ title, description: '' }))
}

/** Options as buttons. Their ids are their places. */
export function buttonsOf(options: readonly Option[]): NonNullable<MessageAction['buttons']> {
  return options.map(({ title }, index) => ({ id: String(index + 1), title }))
}

/** The actions as they are saved: buttons nobody filled in are left out. */
export function withoutBlankButtons(actions: readonly Action[]): Action[] {
  return actions.map((action) => {
    if (action.type !== 'send_message' || !action.buttons) return action
    const filled = optionsOf(action).filter(({ title }) => title.trim() !== '')
    return { ...action, buttons: buttonsOf(filled.map((option) => ({ ...option, title: option.title.trim() }))) }
  })
}
