const RATE = 8000
const SECONDS = 4

/** A recording of four seconds as WAV: a hum in syllables, so that the demo needs no file of a real voice. */
export function hum(): Buffer {
  const samples = Buffer.alloc(RATE * SECONDS)
  for (let i = 0; i < samples.length; i++) {
    const t = i / RATE
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 2.4 * t)) * (t % 1.7 < 1.3 ? 1 : 0)
    const pitch = 2 * Math.PI * (130 + 14 * Math.sin(2 * Math.PI * 0.6 * t)) * t
    const voice = Math.sin(pitch) + 0.5 * Math.sin(2 * pitch) + 0.25 * Math.sin(3 * pitch)
    samples[i] = 128 + Math.round(45 * syllable * voice)
  }
  return Buffer.concat([header(samples.length), samples])
}

export const HUM_SECONDS = SECONDS

/** The header of 8-bit PCM with one channel. */
function header(bytes: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return head
}
