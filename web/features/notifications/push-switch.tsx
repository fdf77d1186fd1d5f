import { useState } from 'react'
import { useAccount } from '#web/app/session.ts'
import { Switch } from '#web/ui/switch.tsx'
import { canPush, push, startPush, stopPush } from './push.ts'
import { useDeviceWords } from './words.ts'

/** Push notifications to this browser. */
export function PushSwitch() {
  const words = useDeviceWords()
  const { id } = useAccount()
  const [problem, setProblem] = useState<string>()
  const change = async (isOn: boolean) => {
    setProblem(undefined)
    try {
      if (!isOn) await stopPush(id)
      else if (!(await startPush(id))) setProblem(words.desktopBlocked)
    } catch {
      setProblem(words.pushFailed)
    }
  }
  const isOn = push.use() === 'on'
  if (!canPush()) return <p className="py-1 text-xs text-ink-3">{words.pushMissing}</p>
  return (
    <Switch label={words.push} hint={problem ?? words.pushHint} checked={isOn} onChange={(next) => void change(next)} />
  )
}
