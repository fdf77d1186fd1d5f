import { useEffect, useRef, useState } from 'react'
import { concat, writeOgg } from './ogg.ts'
import type { RecordingFormat } from './recording-format.ts'
import { readWebm } from './webm.ts'

export type RecorderState = 'requesting' | 'recording' | 'denied' | 'absent'

/** Records the microphone from the moment it is mounted until it is stopped or unmounted. */
export function useRecorder(format: RecordingFormat) {
  const [state, setState] = useState<RecorderState>('requesting')
  const [startedAt, setStartedAt] = useState<number>()
  const recorder = useRef<MediaRecorder>(null)
  const pieces = useRef<Blob[]>([])
  const { recorded } = format
  useEffect(() => {
    let isLeft = false
    const begin = async () => {
      // Browsers offer the microphone to https pages only.
      const stream = await navigator.mediaDevices?.getUserMedia({ audio: true })
      if (!stream) return setState('absent')
      if (isLeft) return release(stream)
      const started = new MediaRecorder(stream, { mimeType: recorded })
      started.addEventListener('dataavailable', ({ data }) => pieces.current.push(data))
      started.start(1000)
      recorder.current = started
      setStartedAt(Date.now())
      setState('recording')
    }
    begin().catch((error: unknown) =>
      setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'absent'),
    )
    return () => {
      isLeft = true
      const started = recorder.current
      if (started?.state === 'recording') started.stop()
      if (started) release(started.stream)
    }
  }, [recorded])

  /** Stops recording and returns the voice note. */
  const finish = async (): Promise<File> => {
    const started = recorder.current
    if (started && started.state !== 'inactive') {
      const stopped = new Promise((resolve) => started.addEventListener('stop', resolve, { once: true }))
      started.stop()
      await stopped
      release(started.stream)
    }
    return toFile(pieces.current, format)
  }
  return { state, startedAt, finish }
}

const release = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop())

async function toFile(pieces: readonly Blob[], { sent, isRepackaged }: RecordingFormat): Promise<File> {
  const name = `voice-note.${sent === 'audio/ogg' ? 'ogg' : 'm4a'}`
  if (!isRepackaged) return new File([...pieces], name, { type: sent })
  const parts = await Promise.all(pieces.map(async (piece) => new Uint8Array(await piece.arrayBuffer())))
  const { head, packets } = readWebm(concat(parts))
  return new File([writeOgg(head, packets)], name, { type: sent })
}
