import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'

/** The domains in order; each may use those before it. */
const order = [
  'access',
  'workspace',
  'contacts',
  'conversations',
  'channels',
  'crm',
  'properties',
  'test_drives',
  'views',
  'people',
  'automations',
  'campaigns',
  'knowledge',
  'search',
  'assistant',
  'webhooks',
  'bots',
  'reports',
]

type Source = { path: string; text: string }
type Import = { from: string; typeOnly: boolean }

const sources: Source[] = globSync('{contract,server,web,widget}/**/*.{ts,tsx}')
  .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('.test.tsx') && !path.endsWith('.d.ts'))
  .sort()
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** The layers each layer may import from. Packages and node: modules are checked below. */
const table: Record<string, (source: Source, target: Import) => boolean> = {
  contract: (_, { from }) => isIn(from, '#contract'),
  db: (_, { from }) => isIn(from, '#contract', '#db'),
  gateways: (_, { from }) => isIn(from, '#contract', '#gateways'),
  channels: (_, { from }) => isIn(from, '#contract', '#channels') || from === '#kernel/connector.ts',
  kernel: (_, { from }) => isIn(from, '#contract', '#db', '#kernel'),
  domains: (source, target) => isIn(target.from, '#contract', '#db', '#kernel') || isEarlierDomain(source, target),
  subscribers: (_, { from }) =>
    isIn(from, '#contract', '#db', '#kernel', '#domains', '#gateways', '#subscribers') && !isOperation(from),
  doors: (source, { from }) =>
    isIn(from, '#contract', '#kernel', '#doors') ||
    // Only the access domain knows the caller.
    (isIn(from, '#domains/access') && !isOperation(from)) ||
    // Readiness depends on the migrations.
    (source.path === 'server/doors/health/plugin.ts' && from === '#db/migrate.ts'),
  boot: () => true,
  demo: () => true,
  imports: () => true,
  web: (_, { from, typeOnly }) => isIn(from, '#contract', '#web') || (from === '#registry' && typeOnly),
  widget: (_, { from }) => isIn(from, '#contract', '#widget'),
}

test('Every file imports only from the layers its own layer may use', () => {
  const wrong = eachImport(({ from }) => from.startsWith('#')).filter(([source, target]) => {
    const may = table[layerOf(source.path)]
    return !may || !may(source, target)
  })
  assert.deepEqual(named(wrong), [])
})

test('A screen never imports another screen: shared pieces live in web/features or web/ui', () => {
  const screenOf = (path: string) => /^#?web\/screens\/([^/]+)\//.exec(path)?.[1]
  const wrong = eachImport(({ from }) => screenOf(from) !== undefined).filter(
    ([{ path }, { from }]) => screenOf(path) !== undefined && screenOf(path) !== screenOf(from),
  )
  assert.deepEqual(named(wrong), [])
})

test('Nothing shared in the web app imports a screen, except the routes', () => {
  const wrong = eachImport(({ from }) => from.startsWith('#web/screens/')).filter(
    ([{ path }]) => !path.startsWith('web/screens/') && path !== 'web/app/routes.tsx',
  )
  assert.deepEqual(named(wrong), [])
})

test('Relative imports stay in their own folder', () => {
  const wrong = eachImport(({ from }) => from.startsWith('.')).filter(([, { from }]) => from.split('/').includes('..'))
  assert.deepEqual(named(wrong), [])
})

test('The contract imports only zod', () => {
  const wrong = eachImport(({ from }) => isOutside(from)).filter(
    ([source, { from }]) => layerOf(source.path) === 'contract' && from !== 'zod',
  )
  assert.deepEqual(named(wrong), [])
})

test('The web app and the widget use nothing of Node.js or the server', () => {
  const server = /^(node:|pg$|fastify|pino|@modelcontextprotocol)/
  const wrong = eachImport(({ from }) => server.test(from)).filter(([source]) =>
    ['web', 'widget'].includes(layerOf(source.path)),
  )
  assert.deepEqual(named(wrong), [])
})

test('Domains make no network calls; gateways do', () => {
  const network = /^(node:)?(http|https|http2|net|tls|dgram|dns)(\/|$)|^undici$/
  const wrong = eachImport(({ from }) => network.test(from)).filter(([source]) => layerOf(source.path) === 'domains')
  assert.deepEqual(named(wrong), [])
  const fetching = sources.filter(
    ({ path, text }) => layerOf(path) === 'domains' && /(?<![.\w])fetch\(/.test(bare(text)),
  )
  assert.deepEqual(fetching.map(pathOf), [])
})

test('Rules use no database, clock or randomness', () => {
  const rules = sources.filter(({ path }) => /^server\/domains\/.+\/([\w-]+-)?rules\.ts$/.test(path))
  assert.ok(rules.length > 0)
  const pure =
    /^(#contract\/|#kernel\/(changes|problem|filters\/reference)\.ts$|#domains\/[\w/-]+\/([\w-]+-)?rules\.ts$|\.\/([\w-]+-)?rules\.ts$)/
  const impure = /^(pg|node:.*|undici|fastify)$/
  for (const source of rules) {
    const wrong = importsOf(source).filter(
      ({ from, typeOnly }) => impure.test(from) || (!typeOnly && !isOutside(from) && !pure.test(from)),
    )
    assert.deepEqual(
      wrong.map(({ from }) => from),
      [],
      source.path,
    )
    const used = /\bnew Date\(\s*\)|\bDate\.now\(|\bMath\.random\(|\bperformance\.now\(|\bcrypto\./.exec(
      bare(source.text),
    )
    assert.equal(used?.[0], undefined, source.path)
  }
})

test('Every domain is in the registry and in the order of domains', () => {
  const domains = globSync('server/domains/*').map((path) => basename(path))
  assert.deepEqual(
    domains.filter((domain) => !order.includes(domain)),
    [],
  )
  const registry = readFileSync('server/boot/registry.ts', 'utf8')
  const listed = [...registry.matchAll(/#domains\/(\w+)\/operations\/index\.ts/g)].map((match) => match[1]!)
  const withOperations = domains.filter((domain) => existsSync(`server/domains/${domain}/operations`))
  assert.deepEqual(listed.toSorted(), withOperations.toSorted())
  for (const domain of listed) assert.match(registry, new RegExp(`\\.\\.\\.${domain}\\b`))
})

test('An operation is one file, exported under its name and listed in the index', async () => {
  for (const folder of globSync('server/domains/*/operations')) {
    const files = globSync(`${folder}/*.ts`).filter((path) => !path.endsWith('.test.ts') && !path.endsWith('/index.ts'))
    const names = files.map((path) => basename(path, '.ts')).sort()
    const lines = readFileSync(join(folder, 'index.ts'), 'utf8').trim().split('\n')
    assert.deepEqual(
      lines.toSorted(),
      names.map((name) => `export { ${name} } from './${name}.ts'`),
      folder,
    )
    for (const path of files) {
      const exported = [...readFileSync(path, 'utf8').matchAll(/^export (?:const|function|async function) (\w+)/gm)]
      assert.deepEqual(
        exported.map((match) => match[1]),
        [basename(path, '.ts')],
        path,
      )
    }
  }
})

test('Every subscriber is its own file, listed in boot/subscribers.ts', () => {
  const listed = readFileSync('server/boot/subscribers.ts', 'utf8')
  const opened = listed.slice(listed.indexOf('  return {'))
  for (const { path, text } of sources.filter((source) => source.path.startsWith('server/subscribers/'))) {
    const name = basename(path, '.ts')
    // Subscribers that need gateways are functions of them.
    assert.match(text, new RegExp(`^export (const ${name} = subscriber\\(|function ${name}\\()`, 'm'), path)
    assert.match(listed, new RegExp(`import \\{ ${name} \\} from '#subscribers/${name}\\.ts'`), path)
    assert.match(opened, new RegExp(`^    ${name}\\b`, 'm'), path)
  }
})

test('Every operation test lies beside its operation', () => {
  const orphans = globSync('server/domains/*/operations/*.test.ts').filter(
    (path) => !existsSync(path.replace('.test.ts', '.ts')),
  )
  assert.deepEqual(orphans, [])
})

test('There are no default exports, and no barrels but operations/index.ts', () => {
  const defaults = sources.filter(({ text }) => /^export default\b|^export \{[^}]*\bas default\b/m.test(bare(text)))
  assert.deepEqual(defaults.map(pathOf), [])
  const barrels = sources.filter(
    ({ path, text }) => /^export (\*|\{[^}]*\}) from /m.test(bare(text)) && !path.endsWith('/operations/index.ts'),
  )
  assert.deepEqual(barrels.map(pathOf), [])
})

test('Files are never named utils, helpers, services, managers or types', () => {
  const vague = /^(utils?|helpers?|services?|managers?|types?|common|misc)$/
  const wrong = sources.filter(({ path }) =>
    path.split(/[/.]/).some((word) => word.split('-').some((each) => vague.test(each))),
  )
  assert.deepEqual(wrong.map(pathOf), [])
})

test('The server has no classes but errors', () => {
  const classes = sources.filter(({ path, text }) => {
    if (['web', 'widget'].includes(layerOf(path))) return false
    return /^\s*(?:export )?(?:abstract )?class \w+(?! extends Error\b)/m.test(
      bare(text).replaceAll(/class \w+ extends Error/g, ''),
    )
  })
  assert.deepEqual(classes.map(pathOf), [])
})

function layerOf(path: string): string {
  const [first, second] = path.split('/')
  return first === 'server' ? second! : first!
}

function isIn(from: string, ...layers: string[]): boolean {
  return layers.some((layer) => from.startsWith(`${layer}/`))
}

function isOperation(from: string): boolean {
  return /^#domains\/[^/]+\/operations\//.test(from)
}

/** A domain may use its own files, and those of an earlier domain that are not its operations. */
function isEarlierDomain({ path }: Source, { from }: Import): boolean {
  const own = path.split('/')[2]!
  const other = /^#domains\/([^/]+)\//.exec(from)?.[1]
  if (other === undefined) return false
  if (other === own) return true
  return order.includes(other) && order.indexOf(other) < order.indexOf(own) && !isOperation(from)
}

function isOutside(from: string): boolean {
  return !from.startsWith('#') && !from.startsWith('.')
}

function eachImport(which: (target: Import) => boolean): [Source, Import][] {
  return sources.flatMap((source) =>
    importsOf(source)
      .filter(which)
      .map((target): [Source, Import] => [source, target]),
  )
}

/** All imports of a file: static, dynamic and re-exports. */
function importsOf({ text }: Source): Import[] {
  const code = withoutComments(text)
  const statics = [...code.matchAll(/^\s*(import|export)\s+(type\s+)?([\w*{}\s,$]*?)from\s+'([^']+)'/gm)]
  const effects = [...code.matchAll(/^\s*import\s+'([^']+)'/gm)]
  const dynamic = [...code.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)]
  return [
    ...statics.map((match) => ({ from: match[4]!, typeOnly: match[2] !== undefined || onlyTypes(match[3]!) })),
    ...effects.map((match) => ({ from: match[1]!, typeOnly: false })),
    ...dynamic.map((match) => ({ from: match[1]!, typeOnly: false })),
  ]
}

/** `{ type A, type B }` imports no value either. */
function onlyTypes(clause: string): boolean {
  const inside = /^\{([^}]*)\}\s*$/.exec(clause.trim())?.[1]
  const members = inside?.split(',').map((member) => member.trim())
  return members?.filter(Boolean).every((member) => member.startsWith('type ')) ?? false
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

/** The code without comments and strings. */
function bare(text: string): string {
  return withoutComments(text)
    .replace(/\/\/ .*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
}

function named(wrong: [Source, Import][]): string[] {
  return wrong.map(([{ path }, { from, typeOnly }]) => `${path} imports ${typeOnly ? 'type ' : ''}${from}`)
}

function pathOf({ path }: Source): string {
  return join(dirname(path), basename(path))
}
