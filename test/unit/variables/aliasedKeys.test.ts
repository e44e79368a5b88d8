import { describe } from 'node:test';
import { checkAllKeys } from './markedKeys.ts';

describe('an environment in objects of the script', () => {
  checkAllKeys('src/server.ts', [
    'const env = { ...process.env }; env.‹ALPHA›; ({ ...process.env }).‹BETA›; const { ‹GAMMA› } = { ...process.env };',
    "const env = { ...process.env, PORT: '1' }; env.PORT; env.‹ALPHA›",
    "const env = { PORT: '1', ...process.env }; env.‹PORT›",
    'const env = Object.assign({}, process.env); env.‹ALPHA›',
    'const env = Object.assign({}, process.env, { PORT: 1 }); env.PORT; env.‹ALPHA›',
    'const env = Object.freeze(process.env); env.‹ALPHA›; Object.freeze({ ...process.env }).‹BETA›',
    'const config = { env: process.env }; config.env.‹ALPHA›; const { env } = config; env.‹BETA›',
    'const config = {}; config.env = process.env; config.env.‹ALPHA›',
    'const config = { a: { env: process.env } }; config.a.env.‹ALPHA›; config.env.BETA; const { a: { env: { ‹GAMMA› } } } = config',
    "Object.hasOwn(process.env, '‹ALPHA›'); Reflect.get(process.env, '‹BETA›'); Reflect.has(process.env, '‹GAMMA›')",
    'const env = x ? {} : process.env; env.‹ALPHA›; const e = x ? { ...process.env } : {}; e.‹BETA›',
    'const env = new Proxy(process.env, {}); env.‹ALPHA›; const e = structuredClone(process.env); e.‹BETA›',
    'module.exports = { env: process.env, key: process.env.‹ALPHA› }',
    'const env: NodeJS.ProcessEnv = { ...process.env, ...extra }; env.‹ALPHA›',
    'const { ‹ALPHA›, ...rest } = process.env; rest.‹BETA›',
    'const env = Object.create(process.env); env.‹ALPHA›; const x = Object.keys(process.env); x.BETA',
  ]);
});

describe('an environment in classes', () => {
  checkAllKeys('src/server.ts', [
    'class A { constructor() { this.env = process.env; } f() { return this.env.‹ALPHA›; } }',
    'class A { f() { return this.env.‹ALPHA›; } constructor(env) { this.env = env ?? process.env; } }',
    "class A { #env = process.env; f() { return () => this.#env['‹ALPHA›']; } }",
    'class A { static env = process.env; static f() { return this.env.‹ALPHA›; } } A.env.‹BETA›;',
    'class A { constructor(private readonly env = process.env) {} f() { return this.env.‹ALPHA›; } }',
    'class A { env = process.env } class B extends A { f() { const { ‹ALPHA› } = this.env; } } new B().env.‹BETA›; const a = new A(); a.env.‹GAMMA›',
    'class A { env = process.env; f() { function g() { return this.env.ALPHA; } } } class B { f() { return this.env.BETA } }',
    'const o = { env: process.env, f() { return this.env.‹ALPHA›; } }',
  ]);
});

describe('an environment from imported modules', () => {
  checkAllKeys('src/server.ts', [
    "import { env } from 'bun'; env.‹ALPHA›; const { ‹BETA› } = env",
    "import p = require('process'); p.env.‹ALPHA›",
    "const p = await import('process'); p.env.‹ALPHA›; const { env } = await import('node:process'); env.‹BETA›; (await import('process')).default.env.‹GAMMA›",
    "const e = require('process').env, { ‹ALPHA› } = e; const { env: { ‹BETA› = '1' } } = require('node:process')",
  ]);
});

describe('names shadow others according to the scopes of JavaScript', () => {
  checkAllKeys('src/server.ts', [
    "process.env.hasOwnProperty('‹ALPHA›'); const e = process.env; e.hasOwnProperty('‹BETA›'); other.hasOwnProperty('GAMMA')",
    "import { env as e } from 'node:process'; e.‹ALPHA›; function f(e) { return e.BETA }",
    "import { env } from 'process'; function f(env: Env) { return env.ALPHA } { const { env } = other; env.BETA } env.‹GAMMA›",
    'function f() { if (x) { var env = process.env; } return env.‹ALPHA›; } env.BETA',
    'const env = process.env; function f() { { var env = other; } return env.ALPHA; }',
    'namespace N { const env = other; env.ALPHA } const env = process.env; env.‹BETA›',
    'const env = process.env; env.‹ALPHA›.length; "process.env.BETA"; // process.env.GAMMA',
    'const env = process.env; /* env.ALPHA */ x = env.‹GAMMA› + `process.env.DELTA`',
    'for (const env of [1]) { env.ALPHA } for (const k in process.env) { process.env[k] } const e = process.env; e.‹BETA›',
    '({ env }) => env.ALPHA; const e = process.env; e.‹BETA›',
    "describe('a', () => { const old = process.env; beforeEach(() => { process.env = { ...old }; process.env.ALPHA = 'x' }); it('b', () => { old.‹BETA› }) })",
    'const schema = z.object({ ALPHA: z.string() }); const env = schema.parse(process.env); env.ALPHA',
    'const env = process.env; type Env = { env: { ALPHA: string } }; enum E { env } E.env; const f = <T,>(env: T) => env.ALPHA',
  ]);
});

describe('an environment from assignments of any form', () => {
  checkAllKeys('src/server.ts', [
    "const { ['‹ALPHA›']: k, [`‹BETA›`]: b, [name]: n } = process.env",
    "const { ['env']: e } = process; e.‹ALPHA›",
    'let a, b; a = b = process.env; a.‹ALPHA›; b.‹BETA›; const c = d = process.env; c.‹GAMMA›',
    "process?.env?.‹ALPHA›; const e = globalThis?.process?.env; e?.‹BETA›; e?.['‹GAMMA›']",
    'function f({ env = process.env } = {}) { return env.‹ALPHA› } const g = ({ env = process.env }: { env?: Env } = {}) => env.‹BETA›',
    "globalThis.process.env.‹ALPHA›; const env = globalThis.process.env; env.‹BETA›; global.process.env['‹GAMMA›']",
    'let env; env ??= process.env; env.‹ALPHA›; let e2 = null; e2 ||= process.env; e2.‹BETA›',
    "const env = typeof process !== 'undefined' && process.env; env.‹ALPHA›",
    "const env = process && process.env; env.‹ALPHA›; const e = (typeof process !== 'undefined' && process.env) || {}; e.‹BETA›",
    'let env = {}; if (x) env = process.env; env.‹ALPHA›',
    'let env = process.env; if (x) env = {}; env.‹ALPHA›',
    'const a = { get env() { return process.env.‹ALPHA› } }; a.env.BETA',
    'export const env = process.env as unknown as Env; export function f() { return env.‹ALPHA› }',
    "const p = process; p.env.‹ALPHA›; const { env } = p; env.‹BETA›; (p.env as any)['‹GAMMA›']",
  ]);
});

describe('keys from constants', () => {
  checkAllKeys('src/server.ts', [
    "const NAME = 'ALPHA';\nprocess.env[NAME] // ‹ALPHA›",
    'const NAME: string = `ALPHA`;\nconst { env } = process; env?.[NAME]; NAME in env // ‹ALPHA›',
    "const f = () => process.env[NAME]; // ‹ALPHA›\nconst NAME = 'ALPHA'",
    "const NAMES = { a: 'ALPHA', b: { c: 'BETA' } } as const;\nprocess.env[NAMES.a]; Deno.env.get(NAMES.b.c) // ‹ALPHA› ‹BETA›",
    "enum Name { A = 'ALPHA', B = 'BETA' }\nprocess.env[Name.A] // ‹ALPHA›",
    "class A { static readonly NAME = 'ALPHA'; }\nprocess.env[A.NAME] // ‹ALPHA›",
    "const NAMES = ['ALPHA', 'BETA'];\nfor (const name of NAMES) if (!process.env[name]) throw 1; // ‹ALPHA› ‹BETA›",
    "['ALPHA', 'BETA'].forEach((name) => {\n  if (!process.env[name]) throw 1; // ‹ALPHA› ‹BETA›\n})",
    "const missing = ['ALPHA', 'BETA']\n  .filter(function (name) { return !(name in process.env) }) // ‹ALPHA› ‹BETA›",
    "const NAME = x ? 'ALPHA' : y;\nprocess.env[NAME] // ‹ALPHA›",
    "const NAME = 'ALPHA'; function f(NAME) { return process.env[NAME] } process.env.NAME2; other[NAME] // ‹NAME2›",
    "const NAME = 'ALPHA'; process.env[NAME] = 'x'; delete process.env[NAME]; process.env['A_' + NAME]",
    "let env = process.env; env = 'test'; env.‹ALPHA›; let name = 'ALPHA'; name = process.env; name.‹BETA›",
  ]);
});

describe('comments and strings after a read have no keys', () => {
  checkAllKeys('src/server.ts', [
    'process.env.‹ALPHA›; // process.env.BETA',
    "process.env.‹ALPHA›; /* process.env.BETA */ const text = 'process.env.GAMMA' + `process.env.DELTA`",
    '/*\nprocess.env.BETA\n*/\nprocess.env.‹ALPHA›',
  ]);
});

describe('the modules of SvelteKit', () => {
  checkAllKeys('src/routes/+page.server.ts', [
    "import { env } from '$env/dynamic/private'; env.‹ALPHA›; import { env as e } from '$env/dynamic/public'; e.‹BETA›",
    "import { ‹ALPHA›, ‹BETA› as b } from '$env/static/private'; import { ‹PUBLIC_GAMMA› } from '$env/static/public'",
    "import * as env from '$env/static/private'; env.‹ALPHA›",
  ]);
});
