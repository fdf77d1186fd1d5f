import { metrics } from '#doors/health/metrics.ts'

/** Messages between the first process and its workers. Without a value the message is the request. */
export type WorkerMessage =
  | { kind: 'ready' }
  /** Another process has taken the worker's place. */
  | { kind: 'retire' }
  /** The metrics of one process. */
  | { kind: 'metrics'; text: string }
  /** The metrics of all processes. */
  | { kind: 'all_metrics'; texts: string[] }

const send = (message: WorkerMessage) => void process.send?.(message)

/** Tells the first process that this worker serves requests, and answers its questions from now on. */
export function announceReady(worker: number, retire: () => void): void {
  metrics.setDefaultLabels({ worker })
  process.on('message', ({ kind }: WorkerMessage) => {
    if (kind === 'retire') retire()
    if (kind === 'metrics') void metrics.metrics().then((text) => send({ kind, text }))
  })
  send({ kind: 'ready' })
}

/** The metrics of all workers as one text. */
export async function readAllMetrics(): Promise<string> {
  const texts = await new Promise<string[]>((resolve) => {
    const listen = (message: WorkerMessage) => {
      if (message.kind !== 'all_metrics') return
      process.off('message', listen)
      resolve(message.texts)
    }
    process.on('message', listen)
    send({ kind: 'all_metrics', texts: [] })
  })
  return mergeMetrics(texts)
}

/** Joins texts of metrics, so that all samples of a metric are together, as the format demands. */
export function mergeMetrics(texts: string[]): string {
  const metricsByHelp = new Map<string, string[]>()
  for (const block of texts.flatMap((text) => text.split(/^(?=# HELP )/m))) {
    const [help = '', type = '', ...samples] = block.trimEnd().split('\n')
    if (help) metricsByHelp.set(help, [...(metricsByHelp.get(help) ?? [type]), ...samples])
  }
  return [...metricsByHelp].map(([help, lines]) => [help, ...lines, ''].join('\n')).join('\n')
}
