import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeMetrics } from './worker-messages.ts'

test('Metrics of several processes are joined, with all samples of a metric together', () => {
  const text = (worker: number) =>
    `# HELP a First\n# TYPE a counter\na{worker="${worker}"} 1\n\n# HELP b Second\n# TYPE b gauge\nb{worker="${worker}"} 2\n`
  assert.equal(
    mergeMetrics([text(1), '', text(2)]),
    [
      '# HELP a First\n# TYPE a counter\na{worker="1"} 1\na{worker="2"} 1\n',
      '# HELP b Second\n# TYPE b gauge\nb{worker="1"} 2\nb{worker="2"} 2\n',
    ].join('\n'),
  )
})
