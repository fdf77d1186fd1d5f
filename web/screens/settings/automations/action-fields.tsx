import { CannedField, PriorityField, SnoozeFields, StatusField, TeamField } from './action-conversation-fields.tsx'
import { ActivityFields, EmailFields, WebhookField } from './action-external-fields.tsx'
import { Reference, Words, type ActionProps } from './action-parts.tsx'
import { CreateLeadFields, MoveStageFields } from './action-sales-fields.tsx'
import { SendMessageFields } from './send-message-fields.tsx'

/** The fields of an action, by its type. */
export function ActionFields(props: ActionProps) {
  const fields = fieldsOf(props)
  return fields && <div className="mt-3 grid grid-cols-1 gap-3 @lg:pl-6">{fields}</div>
}

function fieldsOf({ action, ...rest }: ActionProps) {
  switch (action.type) {
    case 'unassign_agent':
      return null
    case 'assign_agent':
      return <Reference {...rest} action={action} field="agent" list="agents" />
    case 'assign_team':
      return <TeamField {...rest} action={action} />
    case 'add_label':
    case 'remove_label':
      return <Reference {...rest} action={action} field="label" list="labels" />
    case 'set_priority':
      return <PriorityField {...rest} action={action} />
    case 'set_status':
      return <StatusField {...rest} action={action} />
    case 'snooze':
      return <SnoozeFields {...rest} action={action} />
    case 'send_canned_response':
      return <CannedField {...rest} action={action} />
    case 'send_message':
      return <SendMessageFields {...rest} action={action} />
    case 'add_note':
      return <Words {...rest} action={action} field="content" />
    case 'create_lead':
      return <CreateLeadFields {...rest} action={action} />
    case 'move_stage':
      return <MoveStageFields {...rest} action={action} />
    case 'schedule_activity':
      return <ActivityFields {...rest} action={action} />
    case 'send_email':
      return <EmailFields {...rest} action={action} />
    case 'send_webhook':
      return <WebhookField {...rest} action={action} />
  }
}
