import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { reject } from '#kernel/problem.ts'

const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const derive = promisify(argon2)

/** Hashes with argon2id and a random salt, in PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await limitConcurrency(() => derive('argon2id', { message: password, nonce: salt, ...cost }))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(tag)}`
}

/** Checks a password. Without a hash it takes as long, so response times don't reveal which accounts exist. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '')
  if (!match) {
    await hashPassword(password)
    return false
  }
  const [, memory, passes, parallelism, salt, tag] = match.map(String)
  const expected = Buffer.from(tag!, 'base64')
  const actual = await limitConcurrency(() =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(salt!, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(actual, expected)
}

/** Only the length is checked: composition rules don't make passwords stronger. */
export function checkPassword(password: string): void {
  if (password.length < 10) reject('invalid_value', 'Use a password of at least 10 characters.', 'password')
  if (password.length > 128) reject('invalid_value', 'Use a password of at most 128 characters.', 'password')
}

function toUnpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

const MAX_CONCURRENT = 4
const queue: (() => void)[] = []
let running = 0

/** Each hash needs 19 MB and a core, so a burst of sign-ins must not run all at once. */
async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => queue.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    queue.shift()?.()
  }
}
