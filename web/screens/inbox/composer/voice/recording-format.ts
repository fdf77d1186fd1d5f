/** How the browser records, and whether its WebM becomes Ogg, which channels play as a voice note. */
export type RecordingFormat = { recorded: string; sent: 'audio/ogg' | 'audio/mp4'; isRepackaged: boolean }

const formats: readonly RecordingFormat[] = [
  { recorded: 'audio/ogg;codecs=opus', sent: 'audio/ogg', isRepackaged: false },
  { recorded: 'audio/webm;codecs=opus', sent: 'audio/ogg', isRepackaged: true },
  { recorded: 'audio/mp4', sent: 'audio/mp4', isRepackaged: false },
]

/** The first format that both the browser and the channel know; no accepted types mean any. */
export function recordingFormat(
  accepted: readonly string[],
  isSupported: (type: string) => boolean,
): RecordingFormat | undefined {
  return formats.find(
    ({ recorded, sent }) => (accepted.length === 0 || accepted.includes(sent)) && isSupported(recorded),
  )
}
