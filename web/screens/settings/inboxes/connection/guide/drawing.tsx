import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A simple picture of a provider's page: its menu, and the values to copy or paste. */
export type Page = { site: string; menu: readonly string[]; rows: readonly (readonly [label: string, value: string])[] }
/** A picture of a chat: messages of the other side and of oneself. */
export type Chat = { with: string; messages: readonly (readonly ['them' | 'me', string])[] }
export type Drawing = Page | Chat

/** Draws the place at the provider. It repeats the text of the step, so assistive technology skips it. */
export const DrawnPage = ({ drawing }: { drawing: Drawing }) => (
  <div aria-hidden className="overflow-hidden rounded-xl bg-sunken text-xs ring-1 ring-line select-none">
    {'site' in drawing ? <PageView page={drawing} /> : <ChatView chat={drawing} />}
  </div>
)

const PageView = ({ page: { site, menu, rows } }: { page: Page }) => (
  <>
    <Frame>{site}</Frame>
    <p className="border-b border-line px-3 py-1.5 text-ink-2 sm:hidden">{menu.join(' › ')}</p>
    <div className="flex">
      <ul className="hidden w-44 shrink-0 space-y-1 border-r border-line p-2 sm:block">
        {menu.map((item, index) => (
          <li
            key={item}
            className={cx(
              'truncate rounded px-1.5 py-1',
              index === menu.length - 1 && 'bg-accent-soft font-medium text-accent-text',
            )}
          >
            {item}
          </li>
        ))}
      </ul>
      <dl className="min-w-0 flex-1 space-y-2 p-3">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="text-ink-2">{label}</dt>
            <dd className="mt-0.5 truncate rounded bg-surface px-2 py-1 font-mono ring-2 ring-accent ring-inset">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  </>
)

const ChatView = ({ chat }: { chat: Chat }) => (
  <>
    <Frame>{chat.with}</Frame>
    <ul className="space-y-1.5 p-3">
      {chat.messages.map(([from, text]) => (
        <li
          key={text}
          className={cx(
            'w-fit max-w-[85%] rounded-xl px-2.5 py-1.5 wrap-anywhere',
            from === 'me' ? 'ml-auto rounded-tr-sm bg-accent-soft' : 'rounded-tl-sm bg-surface ring-1 ring-line',
          )}
        >
          {text}
        </li>
      ))}
    </ul>
  </>
)

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="flex items-center gap-1.5 border-b border-line bg-hover px-2.5 py-1.5">
    {[0, 1, 2].map((dot) => (
      <span key={dot} className="size-2 rounded-full bg-line" />
    ))}
    <span className="ml-1 truncate text-ink-2">{children}</span>
  </div>
)
