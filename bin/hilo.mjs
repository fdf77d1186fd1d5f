#!/usr/bin/env node
// `npx hilo …`: the command line. On a recent Node.js it runs right here; otherwise on the one Hilo brought.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))
const args = [at('../server/boot/cli.ts'), ...process.argv.slice(2)]

if (!existsSync(at('../node_modules/pg'))) {
  const { runCurrent } = await import('./run.mjs')
  await runCurrent(args)
} else if (Number.parseInt(process.versions.node, 10) < 24) {
  const { runFile } = await import('./run.mjs')
  await runFile(args)
} else {
  module.enableCompileCache(at('../node_modules/.cache/hilo'))
  await import('./imports.mjs')
  await import('../server/boot/cli.ts')
}
