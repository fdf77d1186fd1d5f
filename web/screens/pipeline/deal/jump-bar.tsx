import type { RefObject } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useDrawerWords } from './words.ts'

type Part = { name: string; part: RefObject<HTMLElement | null> }

/** Jumps to the parts of a deal, where they stand below each other. */
export function JumpBar({ parts }: { parts: Part[] }) {
  const { jump } = useDrawerWords()
  const go = ({ current }: Part['part']) => {
    current?.scrollIntoView()
    current?.focus({ preventScroll: true })
  }
  return (
    <nav
      aria-label={jump}
      className="sticky top-0 z-10 flex gap-1 overflow-x-auto border-b border-line bg-surface px-2 py-1 @2xl:hidden"
    >
      {parts.map(({ name, part }) => (
        <Button key={name} onClick={() => go(part)}>
          {name}
        </Button>
      ))}
    </nav>
  )
}
