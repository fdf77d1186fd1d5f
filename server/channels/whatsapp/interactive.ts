import type { EventContent } from '#kernel/connector.ts'
import { compact, object, objects, type Payload, readPayload, text } from '#channels/meta/payload.ts'

/** A tapped quick reply of a template. */
export function readButton({ payload, text: title }: Payload): EventContent | undefined {
  return toChoice(payload, title)
}

/** A reply to buttons, a list or a form; or, from the business, the buttons or the list itself. */
export function readInteractive(interactive: Payload): EventContent | undefined {
  const { button_reply, list_reply, nfm_reply } = interactive
  const reply = object(button_reply ?? list_reply)
  return toChoice(reply.id, reply.title) ?? readForm(object(nfm_reply)) ?? readQuestion(interactive)
}

function toChoice(id: unknown, title: unknown): EventContent | undefined {
  const [chosen, shown] = [text(id) ?? text(title), text(title) ?? text(id)]
  if (chosen === undefined || shown === undefined) return undefined
  return { content: shown, content_type: 'choice', content_attributes: { id: chosen, title: shown } }
}

/** A completed form (flow) or address; the answers are kept as they are. */
function readForm({ name, body, response_json }: Payload): EventContent | undefined {
  const choice = toChoice(text(name) ?? (response_json === undefined ? undefined : 'flow'), body)
  const response = text(response_json)
  if (!choice || response === undefined) return choice
  return {
    ...choice,
    content_attributes: { ...choice.content_attributes, response: readPayload(response) ?? response },
  }
}

/** Buttons or a list that the business sent from elsewhere. */
function readQuestion({ body, action }: Payload): EventContent | undefined {
  const content = text(object(body).text)
  if (content === undefined) return undefined
  const { buttons, sections, button } = object(action)
  const items = objects(buttons).map(({ reply }) => ({ id: text(object(reply).id), title: text(object(reply).title) }))
  if (items.length > 0) return { content, content_type: 'buttons', content_attributes: { items } }
  const list = objects(sections)
  if (list.length === 0) return { content }
  return { content, content_type: 'list', content_attributes: compact({ button: text(button), sections: list }) }
}
