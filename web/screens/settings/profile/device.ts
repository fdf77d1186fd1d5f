/** The browser and system of a user agent: `Chrome · Windows`. Undefined if unknown. */
export function deviceOf(user_agent: string | null): { name: string; isPhone: boolean } | undefined {
  const agent = user_agent ?? ''
  const browser = browsers.find(([sign]) => sign.test(agent))?.[1]
  const system = systems.find(([sign]) => sign.test(agent))?.[1]
  if (!browser && !system) return undefined
  return { name: [browser, system].filter(Boolean).join(' · '), isPhone: /Mobi|Android|iPhone|iPad/.test(agent) }
}

/** The order matters, because most browsers also name others. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]
