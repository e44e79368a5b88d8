import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findKeyUses } from '../../../src/variables/usage/findKeyUses.ts';
import { checkAllKeys, checkKeys } from './markedKeys.ts';

describe('in JavaScript and TypeScript', () => {
  describe('a member is a key', () => {
    checkAllKeys('src/server.ts', [
      'const key = process.env.‹API_KEY›;',
      'process.env?.‹API_KEY› + process?.env.‹OTHER› + process?.env?.‹THIRD› + process.env!.‹FOURTH›',
      `process.env['‹API_KEY›'] ?? process.env["‹OTHER›"] ?? process.env[\`‹THIRD›\`]`,
      `process.env?.['‹API_KEY›']; process.env![ '‹OTHER›' ]!`,
      'process.env\n  .‹API_KEY›\n  .trim()',
      "process.env[\n  '‹API_KEY›'\n]",
      'globalThis.process.env.‹API_KEY›; window.process.env.‹OTHER›',
      `\`\${process.env.‹HOST›}:\${process.env.‹PORT›}\``,
      '!process.env.‹ONE›||(process.env.‹TWO›)?a:{...process.env}',
      'const a = Bun.env.‹ONE›, b = Bun.env["‹TWO›"], c = import.meta.env.‹VITE_URL›;',
      'import.meta.env?.‹VITE_URL›; import.meta.env["‹VITE_OTHER›"]',
      'const a = Deno.env.get(\'‹ONE›\') ?? Deno.env.get(\n  "‹TWO›",\n);',
      'process.env.‹lower_case›, process.env.‹a1›, process.env.‹Mixed9_›',
      'foo(process.env.‹API_KEY›) // behind code, it may as well be part of a string',
      'const env = process.env;\nconst key = process.env.‹API_KEY›;\n',
      'a\r\nprocess.env.‹ONE›\r\n\r\nprocess.env.‹TWO›\rprocess.env.‹THREE›\n',
    ]);
  });

  describe('a destructuring pattern has keys', () => {
    checkAllKeys('src/server.ts', [
      "const { ‹ALPHA›, ‹BETA›: b, ‹GAMMA› = 'x', ‹DELTA›: d = 'y' } = process.env;",
      "const {\n  ‹ALPHA›,\n  // OLD_ONE,\n  ‹BETA›, // the OTHER, don't\n  /* GONE, */ ‹GAMMA›,\n} = process.env;",
      'let {‹ALPHA›,‹BETA›}=process.env,c=1',
      `const { '‹ALPHA›': a, "‹BETA›": b, ...rest } = process.env;`,
      `const { [name]: a, [\`x\${y}\`]: b, ['‹SEEN›']: c, ‹ALPHA› } = process.env;`,
      `const { ‹ALPHA› = 'a, BETA, GAMMA', ‹DELTA› = "it's, EPSILON" } = process.env;`,
      `const { ‹ALPHA› = \`a, \${b}, BETA\`, ‹GAMMA› = f(a, BETA, { ZETA, x: 1 }), ‹DELTA› } = process.env;`,
      String.raw`const { ‹ALPHA› = 'it\'s, BETA', ‹GAMMA› } = process.env;`,
      'const { ‹ALPHA› }: NodeJS.ProcessEnv = process.env;',
      'const { ‹ALPHA›, ‹BETA› }: Record<string, string | undefined> = process.env;',
      'const { ‹ALPHA›, ‹BETA›: b }: { ALPHA?: string, NOT_TAKEN?: string } = process.env;',
      'const { ‹ALPHA› } = process.env as Env; const { ‹BETA› } = (process.env as Env);',
      'const { ‹ALPHA› } = process.env ?? {}',
      'const { ‹ALPHA›, /* BETA, */ ‹GAMMA›, /* it is,\n DELTA, */ ‹EPSILON› } = process.env;',
      String.raw`const { ‹ALPHA› = '\n, BETA', ‹GAMMA› = "\", DELTA, \t, EPSILON" } = process.env;`,
      'function f({ env: { ‹ALPHA›, ‹BETA› } = process.env }) {}',
      'function f({ ‹ALPHA›, ‹BETA› } = process.env) { return process.env.‹GAMMA›; }',
      'const { ‹ALPHA› = process.env.‹BETA› } = process.env;',
      'const { ‹ALPHA› } = Bun.env; const { ‹VITE_URL› } = import.meta.env;',
      'const { ‹ALPHA› } = process.env; const { ‹BETA› } = process.env;',
      '({ ‹ALPHA›, ‹BETA› } = process.env);',
    ]);
  });

  describe('an imported environment', () => {
    checkAllKeys('src/server.mts', [
      "import { env } from 'node:process';\nenv.‹API_KEY›; env['‹OTHER›']; const { ‹THIRD› } = env;",
      "import { argv, env as e } from 'process';\ne.‹API_KEY›; env.OTHER; x.e.THIRD;",
      "import {\n  env,\n  exit,\n} from 'process'; env.‹API_KEY›",
      "import { env } from './env'; import { env } from 'env'; env.API_KEY",
      "import { argv as env, envs } from 'process'; env.API_KEY; envs.OTHER; argv.THIRD",
      'env.API_KEY; const { OTHER } = env;',
    ]);
  });

  describe('other expressions have no keys', () => {
    checkAllKeys('src/server.ts', [
      `process.env[name]; process.env[\`API_\${name}\`]; process.env["API_" + name]; process.env["A1" "B1"]`,
      'process.env.$API; process.env._API; process.env.X; process.env.API$KEY; process.env.ÄPFEL; process.env.É1',
      "process.env['API-KEY']; process.env['1API']; process.env['']; process.env['A B']",
      'myprocess.env.API_KEY; $process.env.API_KEY; process.environment.API_KEY; process.env_API.KEY',
      'process.envAPI_KEY; process.env; process.env.; process.en.API_KEY; process.env . ',
      'deno.env.get("A1"); Deno.env.get(name); Deno.env.set("A1", "b"); Deno.env.toObject().KEY; Deno.env.A_KEY',
      `Deno.env.get("API_" + name); Deno.env.get(\`API_\${name}\`)`,
      "process.env.API_KEY = 'x'; process.env['OTHER'] = 'y'; process.env.THIRD='z'; delete process.env.FOURTH",
      'process.env.toString (); process.env["valueOf"]()',
      'import.meta.env.MODE; import.meta.env.PROD; const { DEV, SSR, BASE_URL } = import.meta.env;',
      'const { ALPHA } = process.envs; const { BETA } = other; const GAMMA = process.env;',
      'if ({ ALPHA } == process.env || { BETA } === process.env || { GAMMA } != process.env) {}',
      'const f = { ALPHA } => process.env; x = { ALPHA }; y = process.env',
      'f({ ALPHA }, process.env); x = { BETA }; process.env; return { GAMMA } + process.env',
      '} = process.env; ) = process.env; ALPHA } = process.env',
      '= process.env',
      'process.env',
      '{ ALPHA } = ',
      '',
    ]);

    test('expressions that look similar have keys', () => {
      checkKeys('a.js', 'process.env.‹ALPHA› == 1; process.env.‹BETA› === 1; process.env.‹GAMMA› ??= "x";');
      checkKeys(
        'a.js',
        'process.env.‹MODE›; process.env.‹ALPHA› || (process.env.ALPHA = "x"); undelete process.env.‹BETA›',
      );
      checkKeys('a.js', 'process.env.‹ALPHA›.startsWith("x"); process.env.‹BETA›?.(1)');
    });
  });

  describe('comment lines are ignored', () => {
    checkAllKeys('src/server.ts', [
      '// process.env.API_KEY\n  // process.env.OTHER\nprocess.env.‹THIRD›',
      '/**\n * process.env.API_KEY\n *   process.env.OTHER\n */\nprocess.env.‹THIRD›',
      '\t/* process.env.API_KEY */ process.env.‹OTHER›',
      '/* process.env.API_KEY\r\n * process.env.OTHER\r\n */ process.env.‹THIRD›',
      "const url = 'https://x/' + process.env.‹API_KEY›;",
      'class A {\n  *read() { yield process.env.‹API_KEY›; }\n}',
    ]);
  });

  test('each key is found once per line', () => {
    const text = 'process.env.AA || process.env.AA || process.env.BB\nprocess.env.AA';
    assert.deepEqual(findKeyUses('a.js', text), [
      { key: 'AA', line: 0 },
      { key: 'BB', line: 0 },
      { key: 'AA', line: 1 },
    ]);
  });

  test('the markup of components is searched', () => {
    checkKeys('App.vue', '<!-- import.meta.env.VITE_OLD -->\n<a :href="import.meta.env.‹VITE_URL›" />');
    checkKeys('App.svelte', '<script>\n  const { ‹VITE_URL› } = import.meta.env;\n</script>');
  });

  describe('an environment with another name', () => {
    checkAllKeys('src/server.ts', [
      "const env = process.env; env.‹ALPHA›; env['‹BETA›']; env?.‹GAMMA›; const { ‹DELTA› = 'x' } = env;",
      'const env = process.env\nfunction f() { return env.‹ALPHA› }',
      'function f() { return env.‹ALPHA› }\nconst env = process.env',
      'let env: Env; env = process.env; env.‹ALPHA›',
      'const { env } = process; env.‹ALPHA›',
      'const { env: e, argv } = process; e.‹ALPHA›; argv.BETA; env.GAMMA',
      'const { env: { ‹ALPHA›, ‹BETA›: b } } = process; const { env: { ‹GAMMA› } = {} } = process;',
      'const { env = {} } = process; env.‹ALPHA›',
      'const { process: { env } } = globalThis; env.‹ALPHA›',
      "import process from 'process'; process.env.‹ALPHA›; const { env } = process; env.‹BETA›",
      "import proc from 'node:process'; proc.env.‹ALPHA›",
      "import * as proc from 'node:process'; proc.env.‹ALPHA›; proc.default.env.‹BETA›",
      "import { env } from 'node:process'; const e = env; e.‹ALPHA›; '‹BETA›' in env",
      "const { env } = require('node:process'); env.‹ALPHA›; require('process').env.‹BETA›",
      'const p = process, e = p.env; e.‹ALPHA›; const e2 = e; e2.‹BETA›',
      'const env = process.env as Env; env.‹ALPHA›; const e = process.env!; e.‹BETA›',
      'const env = process.env ?? {}; env.‹ALPHA›',
      "const env = typeof process === 'undefined' ? {} : process.env; env.‹ALPHA›",
      'function f(env = process.env) { return env.‹ALPHA›; }',
      'function f({ env } = process) { return env.‹ALPHA›; }',
      'const f = (env: Env = process.env) => env.‹ALPHA›',
      'const env = import.meta.env; env.‹VITE_URL›; env.MODE; const { DEV } = env;',
      'const { env } = import.meta; env.‹VITE_URL›',
      "const env = Bun.env; env.‹ALPHA›; const { env: e } = Bun; e.‹BETA›; const d = Deno.env; d.get('‹GAMMA›')",
      'class A { env = process.env; static { const e = process.env; e.‹ALPHA› } }',
    ]);
  });

  describe('other ways to read the environment', () => {
    checkAllKeys('src/server.ts', [
      "(process.env as any).‹ALPHA›; (process.env as Env)['‹BETA›']; (<any>process.env).‹GAMMA›",
      '(process.env satisfies Env).‹ALPHA›; (process.env!).‹BETA›; ((process.env)).‹GAMMA›',
      'process?.env?.‹ALPHA›; (process?.env)?.‹BETA›; process!.env!.‹GAMMA›',
      "process['env']['‹ALPHA›']; process['env'].‹BETA›; globalThis['process'].env.‹GAMMA›; process[`env`].‹DELTA›",
      "'‹ALPHA›' in process.env; if (!(`‹BETA›` in process.env)) {}; name in process.env; 'GAMMA' in other",
      "Object.hasOwn(process.env, '‹ALPHA›'); Reflect.has(process.env, '‹BETA›'); Reflect.get(process.env, '‹GAMMA›')",
      "Object.prototype.hasOwnProperty.call(process.env, '‹ALPHA›'); Object.hasOwn(other, 'BETA')",
      "(process.env ?? {}).‹ALPHA›; Deno.env.has('‹BETA›')",
      'const { ‹ALPHA›, ‹BETA›: b } = process.env as unknown as Env',
      'const {\n  ‹ALPHA›,\n} = process?.env!',
    ]);
  });

  describe('other objects with the name of the environment have no keys', () => {
    checkAllKeys('src/server.ts', [
      'const env = process.env; function f(env: Env) { return env.ALPHA; }',
      'const env = process.env; { const env = other; env.ALPHA } env.‹BETA›',
      'function f(process: Other) { const env = process.env2; return env.ALPHA }',
      "import process from './process'; const e = process.env2; (e as any).ALPHA; env.BETA",
      'const env = process.env; env.ALPHA = 1; delete env.BETA; env.toString("GAMMA"); ({ env: 1 }).env.DELTA',
      'const env = process.env; for (const env of list) env.ALPHA; try {} catch (env) { env.BETA }',
      'const env = process.env; other.env.ALPHA; other.env; env[name]; env["A_" + b]',
      'const env = loadEnv(process.env); env.ALPHA; const { env: e } = other; e.BETA',
      '// const env = process.env\nenv.ALPHA',
      "'const env = process.env; env.ALPHA'",
    ]);
  });

  test('an environment with another name is found in components and in JSX', () => {
    checkKeys(
      'App.vue',
      '<template><p>env.OLD</p></template>\n<script setup lang="ts">\nconst env = import.meta.env as Env;\nenv.‹VITE_URL›\n</script>\n<style>a{}</style>',
    );
    checkKeys('App.svelte', '<script>const { env } = process</script>\n<p/>\n<script>env.‹ALPHA›</script>');
    checkKeys('App.tsx', 'const env = process.env; const a = <a href={env.‹ALPHA›}>env.OTHER</a>;');
    checkKeys('App.js', 'const env = process.env; const a = <a href={env.‹ALPHA›} />;');
    checkKeys('a.ts', 'const env = <Env>process.env; env.‹ALPHA›');
    checkKeys('a.cjs', "#!/usr/bin/env node\n'use strict';\nconst env = process.env;\nreturn env.‹ALPHA›");
  });

  test('the search is fast for texts that the parser alone would take long for', () => {
    const start = 'const env = process.env; env.ALPHA;\n';
    for (const unit of [
      'f<T>(',
      '<T>(',
      'async<T>(',
      '{a:',
      '(',
      '[',
      '`${',
      'type A<T>=',
      'a?.<',
      '<T>',
      'a<b<',
      'f<T>`${',
    ]) {
      assert.ok(findKeyUses('a.ts', start + unit.repeat(30)).length <= 1);
      assert.ok(findKeyUses('a.ts', start + unit.repeat(200_000 / unit.length)).length <= 1);
    }
  });
});
