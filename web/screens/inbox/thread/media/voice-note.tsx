import { useRef, useState } from 'react'
import type { Attachment } from '#contract/records/conversation.ts'
import { formatSeconds } from '#web/screens/inbox/thread/file-size.ts'
import { useThreadWords } from '#web/screens/inbox/thread/words.ts'
import { Mic, Pause, Play } from '#web/ui/icons.ts'

const speeds = [1, 1.5, 2] as const

/** Plays a voice note, with its duration, a place to seek and a choice of speed. */
export function VoiceNote({ file }: { file: Attachment }) {
  const { thread: words } = useThreadWords()
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [duration, setDuration] = useState(file.duration_seconds)
  const [speed, setSpeed] = useState<number>(1)
  const learnDuration = () => {
    const seconds = audio.current?.duration ?? NaN
    if (Number.isFinite(seconds)) setDuration(seconds)
  }
  const toggle = () => (isPlaying ? audio.current?.pause() : void audio.current?.play())
  const seek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seconds
    setAt(seconds)
  }
  const changeSpeed = () => {
    const next = speeds[(speeds.indexOf(speed as never) + 1) % speeds.length]!
    if (audio.current) audio.current.playbackRate = next
    setSpeed(next)
  }
  return (
    <div role="group" aria-label={words.voiceNote} className="flex w-72 max-w-full items-center gap-2">
      <audio
        ref={audio}
        src={file.url}
        preload="metadata"
        onLoadedMetadata={learnDuration}
        onDurationChange={learnDuration}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onEnded={() => seek(0)}
      />
      <button
        type="button"
        aria-label={isPlaying ? words.pause : words.play}
        onClick={toggle}
        className="grid size-9 shrink-0 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-press pointer-coarse:size-11"
      >
        {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </button>
      <div className="min-w-0 flex-1">
        <input
          type="range"
          aria-label={words.seek}
          aria-valuetext={formatSeconds(at)}
          min={0}
          max={Math.max(duration ?? 0, at, 0.1)}
          step={0.1}
          value={at}
          onChange={({ target }) => seek(Number(target.value))}
          className="block h-4 w-full accent-accent"
        />
        <div className="flex items-center gap-1 text-xs text-ink-2 tabular-nums">
          <Mic size={11} aria-hidden />
          {isPlaying || at > 0 ? formatSeconds(at) : duration !== null && formatSeconds(duration)}
        </div>
      </div>
      <button
        type="button"
        aria-label={words.speed(speed)}
        onClick={changeSpeed}
        className="h-7 shrink-0 rounded-full bg-surface px-2 text-xs font-medium tabular-nums ring-1 ring-line ring-inset hover:bg-hover pointer-coarse:h-9"
      >
        {speed}×
      </button>
    </div>
  )
}
