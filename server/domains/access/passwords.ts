import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { reject } from '#kernel/problem.ts'

const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const derive = promisify(argon2)

/** An argon2id hash in the common PHC notation, with its own salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await inTurn(() => derive('argon2id', { message: password, nonce: salt, ...cost }))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Whether the password is the one hashed. Without a hash it takes as long, so that nobody learns who has an account. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '')
  if (!match) {
    await hashPassword(password)
    return false
  }
  const [, memory, passes, parallelism, salt, tag] = match.map(String)
  const expected = Buffer.from(tag!, 'base64')
  const given = await inTurn(() =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(salt!, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(given, expected)
}

/** Long is strong; no other rule helps. */
export function checkPassword(password: string): void {
  if (password.length < 10) reject('invalid_value', 'Choose a password of at least 10 characters.', 'password')
  if (password.length > 128) reject('invalid_value', 'Choose a password of at most 128 characters.', 'password')
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

const AT_ONCE = 4
const waiting: (() => void)[] = []
let busy = 0

/** Each hash takes 19 MB and a core; a flood of sign-ins must not take them all. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (busy >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  busy++
  try {
    return await work()
  } finally {
    busy--
    waiting.shift()?.()
  }
}
