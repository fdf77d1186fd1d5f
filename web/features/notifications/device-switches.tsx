import { useState } from 'react'
import { Switch } from '#web/ui/switch.tsx'
import { allowDesktop, desktop, isBlocked, sound } from './device.ts'
import { PushSwitch } from './push-switch.tsx'
import { useDeviceWords } from './words.ts'

/** Desktop notices, push notifications and the sound of this browser. */
export function DeviceSwitches() {
  const words = useDeviceWords()
  const [isRefused, setRefused] = useState(isBlocked)
  const change = async (isOn: boolean) => {
    const isAllowed = isOn && (await allowDesktop())
    setRefused(isOn && !isAllowed)
    desktop.set(isAllowed ? 'on' : 'off')
  }
  return (
    <>
      <Switch
        label={words.desktop}
        hint={isRefused ? words.desktopBlocked : words.desktopHint}
        checked={desktop.use() === 'on' && !isRefused}
        onChange={(isOn) => void change(isOn)}
      />
      <PushSwitch />
      <Switch label={words.sound} checked={sound.use() === 'on'} onChange={(isOn) => sound.set(isOn ? 'on' : 'off')} />
    </>
  )
}
