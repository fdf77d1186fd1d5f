import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { browserPath, ensureBrowser, flags } from '../test/browser.ts'
import { openDemo } from '../test/screens.ts'
import { median } from './load.ts'

/**
 * `npm run bench:lighthouse`: the first load of the inbox and the board on a slow phone, by Lighthouse's mobile preset:
 * the median of five runs (`TIMES`). npm downloads Lighthouse on first use. Not meaningful on a busy machine.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const TIMES = Number(process.env.TIMES ?? 5)
const GOAL = { score: 95, paint: 2_500 }

type Report = {
  categories: Record<'performance' | 'accessibility', { score: number }>
  audits: Record<string, { numericValue: number }>
}

await ensureBrowser()
const { url, demo, close } = await openDemo()
try {
  const cookie = await signIn()
  for (const [name, path] of [
    ['inbox', 'conversations'],
    ['board', 'pipeline'],
  ] as const) {
    const reports: Report[] = []
    for (let run = 0; run < TIMES; run++) reports.push(await audit(`${url}/app/${demo.account_id}/${path}`, cookie))
    const of = (read: (report: Report) => number) => median(reports.map(read))
    const score = of(({ categories }) => categories.performance.score * 100)
    const paint = of(({ audits }) => audits['largest-contentful-paint']!.numericValue)
    const blocked = of(({ audits }) => audits['total-blocking-time']!.numericValue)
    const accessibility = of(({ categories }) => categories.accessibility.score * 100)
    const verdict = score >= GOAL.score && paint <= GOAL.paint ? 'reached' : 'missed'
    const scores = reports.map(({ categories }) => Math.round(categories.performance.score * 100))
    console.log(
      `${name}: ${score.toFixed(0)} of 100 (${scores.join(', ')}), largest paint after ${paint.toFixed(0)} ms, ` +
        `input blocked for ${blocked.toFixed(0)} ms, accessibility ${accessibility.toFixed(0)}; ` +
        `goal of ${GOAL.score} and ${GOAL.paint} ms ${verdict}`,
    )
  }
} finally {
  await close()
}

async function signIn(): Promise<string> {
  const { email, password } = demo
  const answer = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return answer.headers.get('set-cookie')!.split(';')[0]!
}

async function audit(page: string, cookie: string): Promise<Report> {
  const chrome = ['--headless', ...flags].join(' ')
  const child = spawn(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      page,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility',
      `--chrome-flags=${chrome}`,
      `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, CHROME_PATH: browserPath() } },
  )
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`Lighthouse ended with ${String(code)}.`)
  return JSON.parse(output) as Report
}
