import { useState } from 'preact/hooks'
import type { Props } from './chat.ts'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { Header } from './header.tsx'
import { PreChat } from './pre-chat.tsx'
import { isUnknown } from './state.ts'
import { useDrop } from './use-drop.ts'

export function App({ state, chat, words, alone }: Props & { alone: boolean }) {
  const [files, setFiles] = useState<File[]>([])
  const asking = isUnknown(state)
  const dropping = useDrop((dropped) => !asking && setFiles((before) => [...before, ...dropped]))
  return (
    <main class="panel">
      <Header {...{ state, chat, words, alone }} />
      <div role="status" class="bars">
        {state.lost && (
          <p class="bar">
            {words.offline} {words.waiting}
          </p>
        )}
        {state.gone && <p class="bar">{words.problems.gone}</p>}
      </div>
      {!state.session || !state.loaded ? (
        <div class="quiet">{!state.gone && words.loading}</div>
      ) : asking ? (
        <PreChat {...{ state, chat, words }} />
      ) : (
        <>
          <Conversation {...{ state, chat, words }} />
          <Composer {...{ state, chat, words, files, setFiles }} />
        </>
      )}
      {dropping && !asking && <div class="drop">{words.drop}</div>}
    </main>
  )
}
