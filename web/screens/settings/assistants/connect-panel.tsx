import { useState } from 'react'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ExternalLink } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select.tsx'
import { clients, isRemote, type Client } from './clients.ts'
import { useAssistantsWords } from './words.ts'

/** The address or snippet to use in each assistant. */
export function ConnectPanel() {
  const words = useAssistantsWords()
  const [client, choose] = useState<Client>('claude')
  const { code, link }: { code: string; link?: string } = clients(location.origin)[client]
  const isWeb = link?.startsWith('https:')
  return (
    <Panel title={words.connect} hint={words.connectHint}>
      <div className="grid grid-cols-1 gap-3">
        <SelectField
          label={words.client}
          hint={words.steps[client]}
          value={client}
          choices={words.clients}
          onChange={choose}
        />
        {isRemote(client) && location.protocol !== 'https:' && <Notice tone="warn">{words.privateNotice}</Notice>}
        <CodeBlock label={client === 'claude_code' ? words.command : words.address} code={code} />
        {link && client in words.open && (
          <div>
            <a href={link} className={buttonClass('primary')} {...(isWeb && { target: '_blank', rel: 'noreferrer' })}>
              <ExternalLink size={15} aria-hidden />
              {words.open[client as keyof typeof words.open]}
            </a>
          </div>
        )}
        <p className="text-sm text-ink-2">{words.keys}</p>
      </div>
    </Panel>
  )
}
