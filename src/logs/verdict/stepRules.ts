/** The steps of a deployment in their order. `clone` and `download` get the source from Git or from an archive. */
export const stepIds = ['clone', 'download', 'install', 'build', 'upload', 'start'] as const;
export type StepId = (typeof stepIds)[number];

interface StepRule {
  readonly step: StepId;
  /** Matches the beginning of a line without the prefixes of build tools. */
  readonly pattern: RegExp;
}

const rule = (step: StepId, pattern: RegExp): StepRule => ({ step, pattern });

/**
 * The lines with which steps begin in the output of usual tools and hosting services. The first matching rule applies.
 * Each pattern is anchored and has no nested repetition, so that it takes linear time.
 */
const stepRules: readonly StepRule[] = [
  rule('clone', /^cloning\b/i),
  rule('clone', /^git (?:clone|fetch|checkout)\b/i),
  rule('clone', /^(?:fetching|checking out) (?:the )?(?:source|repository|commit|branch)\b/i),
  rule('clone', /^checking out [\da-f]{7,40}\b/i),

  rule('download', /^downloading (?:the )?(?:archive|source|upload)/i),
  rule('download', /^(?:extracting|unpacking|unpacked) (?:the )?(?:archive|source|upload|\d+ files)/i),

  rule('install', /^installing (?:\w+ ){0,2}(?:dependencies|packages|requirements|modules|node_modules)\b/i),
  rule('install', /^(?:running|executing) (?:the )?["'`]?install\b/i),
  rule('install', /^(?:running |executing )?["'`]?npm (?:ci|i|install|clean-install)\b/i),
  rule('install', /^(?:running |executing )?["'`]?(?:pnpm|bun) (?:i|install)\b/i),
  rule('install', /^(?:running |executing )?["'`]?yarn(?: install| --frozen-lockfile| --immutable|$)/i),
  rule('install', /^(?:yarn|bun) install v/i),
  rule('install', /^(?:running |executing )?["'`]?uv (?:sync|pip (?:install|sync))\b/i),
  rule('install', /^(?:running |executing )?["'`]?(?:python3? -m )?pip3? install\b/i),
  rule('install', /^(?:running |executing )?["'`]?(?:poetry|pipenv|pdm) (?:install|sync)\b/i),
  rule('install', /^(?:go mod download|cargo fetch|bundle install|composer install|apk add|apt-get)\b/i),
  rule('install', /^(?:added|up to date, audited) \d+ packages\b/i),
  rule('install', /^(?:resolved|prepared|installed|audited) \d+ packages?\b/i),
  rule('install', /^packages: \+\d+/i),
  rule('install', /^(?:Collecting|Using cached) [\w.-]+/),
  rule('install', /^\[\d\/\d\] (?:Resolving|Fetching|Linking)/),
  rule('install', /^(?:YN\d{4}: |lockfile is up to date)/i),
  rule('install', /^Using CPython \d/),

  rule('build', /^building(?: the)?(?: (?:project|application|app|server|image|bundle|container))?\W*$/i),
  rule('build', /^(?:running|executing) .{0,80}\bbuild\b/i),
  rule('build', /^(?:npm|pnpm|yarn|bun|deno task|uv|make|cargo|go|poetry)(?: run)? build\b/i),
  rule('build', /^(?:python3? -m build|docker (?:buildx )?build|tsc|tsup|esbuild|rollup|webpack|turbo)\b/i),
  rule('build', /^(?:next|vite|nest|astro|nuxt|svelte-kit) build\b/i),
  rule('build', /^\S{1,200}@\S{1,50} (?:pre)?build\b/i),
  rule('build', /^(?:creating an optimized production build|vite v\d|Next\.js \d|compiling\b)/i),
  rule('build', /^(?:compiled successfully|built in|build started|bundling)\b/i),

  rule(
    'upload',
    /^(?:uploading|pushing|exporting|publishing) (?:the )?(?:to )?(?:image|layers?|bundle|artifacts?)/i,
  ),
  rule('upload', /^(?:uploading|publishing) (?:the )?build outputs?/i),
  rule('upload', /^exporting to (?:docker |oci )?image/i),

  rule(
    'start',
    /^(?:starting|launching|booting) (?:up )?(?:the )?(?:mcp )?(?:server|service|container|app|machine|instance|process)/i,
  ),
  rule(
    'start',
    /^(?:running |executing )?["'`]?(?:npm start|npm run start|yarn start|pnpm start|bun start)\b/i,
  ),
  rule('start', /^deploying (?:the )?(?:\w+ )?(?:outputs?|container|revision|service|server|image|machine)/i),
  rule('start', /^(?:waiting for|running) (?:the )?health ?checks?/i),
  rule('start', /^health ?check\b/i),
  rule(
    'start',
    /^(?:INFO:\s+)?(?:Started server process|Waiting for application startup|Uvicorn running on)/i,
  ),
  rule('start', /^(?:\w+ )?(?:server )?(?:is )?(?:listening|running) (?:on|at) /i),
];

/** Returns the step that begins with a line. `text` is the line without the prefixes of build tools. */
export function findStep(text: string): StepId | undefined {
  return stepRules.find(({ pattern }) => pattern.test(text))?.step;
}
