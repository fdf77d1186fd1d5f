import { totalmem } from 'node:os'
import type { Settings } from '#db/embedded/cluster.ts'

const MB = 2 ** 20

/** Memory this process may use: that of the machine, or of its container if that is less. */
export function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}

/** PostgreSQL's memory settings, for a machine it shares with Hilo. */
export function memorySettings(memory: number): Settings {
  const within = (bytes: number, least: number, most: number) =>
    `${Math.round(Math.min(Math.max(bytes / MB, least), most))}MB`
  return {
    shared_buffers: within(memory / 8, 128, 4096),
    effective_cache_size: within(memory / 2, 256, 65_536),
    maintenance_work_mem: within(memory / 32, 64, 1024),
    work_mem: within(memory / 512, 8, 32),
  }
}
