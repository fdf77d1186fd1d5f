import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export type Ending = { code: number; signal: NodeJS.Signals | null; output: string }

const running = new Set<ChildProcess>()

/** Starts a process that leads a group of its own, so that it can be killed with all it started. */
export function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}

/** How a process ended, with the end of its output. */
export function waitFor(child: ChildProcess): Promise<Ending> {
  let output = ''
  const collect = (text: Buffer) => (output = (output + text).slice(-20_000))
  child.stdout!.on('data', collect)
  child.stderr!.on('data', collect)
  return new Promise((done) => {
    child.once('error', (error) => done({ code: 1, signal: null, output: String(error) }))
    child.once('close', (code, signal) => done({ code: code ?? 1, signal, output }))
  })
}

export function killGroup(child: ChildProcess): void {
  if (child.pid && child.exitCode === null && child.signalCode === null) kill(-child.pid)
}

export function killAll(): void {
  for (const child of running) killGroup(child)
}

/** Kills every other process that works in this folder: its command line or environment names it. Linux only. */
export function killProcessesIn(folder: string): void {
  for (const pid of processIds()) {
    const words = `${read(`/proc/${pid}/cmdline`)}\0${read(`/proc/${pid}/environ`)}`
    if (pid !== process.pid && words.includes(folder)) kill(pid)
  }
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // The process ended, or belongs to another user.
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended first.
  }
}
