import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isTemplate, sourceNames, usedKeys } from '../../../src/variables/usage/usedKeys.ts';
import { check, checkAll } from './markedKeys.ts';

describe('in Python', () => {
  describe('what is looked up is a key', () => {
    checkAll('src/server.py', [
      `os.environ['‹API_KEY›']; os.environ["‹OTHER›"]; os.environ[ r'‹THIRD›' ]`,
      `os.environ.get('‹API_KEY›'); os.environ.get("‹OTHER›", 'x'); os.environ.get(key='‹THIRD›')`,
      `os.getenv('‹API_KEY›'); os.getenv("‹OTHER›", default='x'); os.getenv(key = "‹THIRD›")`,
      "os.environ.setdefault('‹API_KEY›', 'x'); os.environ.pop('‹OTHER›', None)",
      "os.getenv(\n    '‹API_KEY›',  # see there\n    'x',\n)",
      "x = f\"{os.environ['‹HOST›']}:{os.getenv('‹PORT›')}\"",
      "if os.environ['‹API_KEY›'] == 'x': pass",
      "int(os.environ.get('‹PORT›', os.environ['‹OTHER_PORT›']))",
      "from os import environ\nenviron['‹API_KEY›']; environ.get('‹OTHER›'); os.environ['‹THIRD›']",
      "from os import getenv\ngetenv('‹API_KEY›')",
      "from os import path, environ as env, getenv as get_it  # names\nenv['‹API_KEY›']; get_it('‹OTHER›')",
      "from os import (\n    environ,  # the variables\n    # path,\n    getenv,\n)\nenviron['‹ONE›'] + getenv('‹TWO›')",
      "from os import environ as e, getenv as e2\ne['‹ONE›'] + e2('‹TWO›')",
      "    from os import getenv; print(getenv('‹API_KEY›'))",
    ]);
  });

  describe('the environment by another name', () => {
    checkAll('src/server.py', [
      "env = os.environ\nenv['‹ALPHA›']; env.get('‹BETA›')",
      "env: Mapping[str, str] = os.environ\nenv['‹ALPHA›']",
      "env = os.environ if env is None else env\nenv['‹ALPHA›']",
      "env = os.environ.copy()\nenv['‹ALPHA›']",
      "env = dict(os.environ)\nenv['‹ALPHA›']",
      "if (env := os.environ): env['‹ALPHA›']",
      "def f(env=os.environ): return env['‹ALPHA›']",
      "def f(env: Mapping[str, str] = os.environ, x=1): return env.get('‹ALPHA›')",
      "def f(env=None):\n    env = env or os.environ\n    return env['‹ALPHA›']",
      "get = os.getenv\nget('‹ALPHA›')",
      'get = os.environ.get\nx = 1',
      "import os as o\no.environ['‹ALPHA›']; o.getenv('‹BETA›'); o.environ.get('‹GAMMA›')",
      "import sys, os as o, re\nenv = o.environ\nenv['‹ALPHA›']",
      "from os import environ as e, getenv as g\ne['‹ALPHA›']; g('‹BETA›'); x = e\nx['‹GAMMA›']",
      '\'‹ALPHA›\' in os.environ; "‹BETA›" not in os.environ; name in os.environ',
      "env = os.environ\nif '‹ALPHA›' in env and '‹BETA›' in env: pass",
      "os.environ.__contains__('‹ALPHA›'); os . environ [ '‹BETA›' ]",
      "env = os.environ\nenv.setdefault('‹ALPHA›', 'x'); env.pop('‹BETA›')",
    ]);
  });

  describe('what has a similar name has no keys', () => {
    checkAll('src/server.py', [
      "env = os.environ.copy()\nother['ALPHA']; x.env['BETA']",
      "env = dict(os.environ)\nenv2['ALPHA']",
      "env == os.environ; env['ALPHA']",
      "f(x != os.environ); x['ALPHA']",
      "env = other.environ\nenv['ALPHA']; 'BETA' in other",
      "import os.path as o\no.environ['ALPHA']",
      "# env = os.environ\nenv['ALPHA']",
    ]);
  });

  describe('other things are no keys', () => {
    checkAll('src/server.py', [
      "environ['REQUEST_METHOD']; environ.get('PATH_INFO'); getenv('API_KEY')",
      "self.os.environ['API_KEY']; cos.environ['API_KEY']; os.environment['API_KEY']; os.getenvb('API_KEY')",
      "from os import environ\nself.environ['API_KEY']; myenviron['OTHER']; request.environ.get('THIRD')",
      "from os import path\nenviron['API_KEY']",
      "from os import environ as env\nenviron['API_KEY']",
      "from posix import environ\nenviron['API_KEY']",
      "os.environ[name]; os.environ.get(name, 'API_KEY'); os.getenv('API_' + name); os.getenv(f'API_{name}')",
      "os.environ['API_KEY'] = 'x'; os.environ['OTHER']='x'; del os.environ['THIRD']",
      "os.environ.update({'API_KEY': 'x'}); os.environ.copy(); os.putenv('API_KEY', 'x')",
      "os.environ['API-KEY']; os.environ['_API']; os.environ['X']; os.environ['']; os.environ['API_KEY\"]",
      "# os.environ['API_KEY']\n    # os.getenv('OTHER')",
      "process.env.API_KEY; osXenviron['API_KEY']",
      '',
    ]);
  });

  test('a comparison, and a word that ends like `del`, leave a key what it is', () => {
    check('a.py', "os.environ['‹API_KEY›'] == model; yodel os.environ['‹OTHER›']");
  });
});

describe('in templates', () => {
  describe('what is assigned is a key', () => {
    checkAll('.env.example', [
      '‹API_KEY›=\n‹OTHER›=value\n  ‹THIRD› = "x"\nexport ‹FOURTH›=\'y\'\n\t‹lower›=1',
      '# The key\n‹API_KEY›=\r\n\r\n‹OTHER›=a=b=c # COMMENT=1\r\n',
      '‹export›=1\nexport  ‹export›=2\n‹exported›=3',
      '‹EQUALS›==x',
      '‹EMPTY›=""\n‹NEXT›=x',
      "‹QUOTE›=don't\n‹NEXT›=x",
      '‹QUOTED›="it\'s" # a "comment"\n‹NEXT›=x',
    ]);
  });

  describe('other lines are not', () => {
    checkAll('.env.example', [
      '# API_KEY=\n#OTHER=x\n  # export THIRD=x\n# e.g. FOURTH=x',
      'API_KEY\nAPI KEY=\nAPI-KEY=\n_API=\n1API=\n=x\nX=\nÄPFEL=\nAPI.KEY=',
      'API_KEY: x\n"QUOTED"=x\nexportAPI KEY=1',
      '',
    ]);
  });

  describe('nor are the lines of a value', () => {
    checkAll('config/.env.sample', [
      '‹ONE›="first\nSECRET=\nlast"\n‹TWO›=x',
      '‹ONE›=\'first\nSECRET="x"\n\'\n‹TWO›=x',
      '‹ONE›=`\nSECRET=\n`\n‹TWO›=x',
      '‹ONE›="first \\"\nSECRET=\nSECRET=\\"\nlast"\n‹TWO›=x',
      '‹ONE›="never ended\nSECRET=\nMORE_SECRET=',
      '‹ONE›=-----BEGIN PRIVATE KEY-----\nMIIBVgIBADANBgkq\nabcdefgh=\n-----END PRIVATE KEY-----\n‹TWO›=x',
      '‹ONE›=-----BEGIN X----- abc -----END X-----\n‹TWO›=x',
      'abcdefgh==\nabcdefgh==  \n‹TWO›=x',
    ]);
  });
});

describe('the kind of a file', () => {
  const line = "process.env.JS_KEY; os.getenv('PY_KEY')\nENV_KEY=1";
  const kinds: readonly (readonly [string, string | undefined])[] = [
    ...['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte'].map(
      (extension) => [`/a/b.c/file.${extension}`, 'JS_KEY'] as const,
    ),
    ['/a/main.py', 'PY_KEY'],
    ['C:\\a\\MAIN.PY', 'PY_KEY'],
    ['C:\\a\\.env.example', 'ENV_KEY'],
    ...['.env.example', '.env.sample', '.env.template', '.env.dist', 'example.env', 'sample.env'].map(
      (name) => [`/a/${name}`, 'ENV_KEY'] as const,
    ),
    ['.env.example', 'ENV_KEY'],
    // An environment's own values are no business of ours.
    ...['.env', '.env.local', 'my.env', 'x.env.example', '.env.example.js.bak', 'py', '/a.py/x', 'a.pyc'].map(
      (name) => [name, undefined] as const,
    ),
    ...['', 'js', '/a.js/', 'a.json', 'a.md', 'a.ts.txt', 'ts/readme'].map(
      (name) => [name, undefined] as const,
    ),
  ];
  for (const [path, key] of kinds) {
    test(`of ${path}`, () => {
      assert.deepEqual(
        usedKeys(path, line).map((use) => use.key),
        key === undefined ? [] : [key],
      );
      assert.equal(isTemplate(path), key === 'ENV_KEY');
    });
  }

  test('every name that is looked for can be read, and no other', () => {
    for (const name of sourceNames) {
      assert.equal(usedKeys(`/a/${name.replace('*', 'file')}`, line).length, 1, name);
    }
    assert.equal(sourceNames.length, 17);
  });
});

describe('whatever comes', () => {
  const parts = [
    ...[
      'process.env',
      '.',
      '[',
      "'",
      '"',
      '`',
      ']',
      'AB',
      ' ',
      '\n',
      '\r\n',
      '{',
      '}',
      ',',
      '=',
      ':',
      '(',
      ')',
      '\\',
    ],
    ...[
      '// ',
      '/*',
      '*/',
      ' * ',
      '#',
      'Deno.env.get(',
      'import.meta.env',
      'const ',
      'delete ',
      '!',
      '?.',
      '...',
      'é',
    ],
    ...[
      'os.environ',
      'os.getenv(',
      'from os import ',
      'environ',
      'import { env } from "process"',
      'env',
      ' as ',
      'del ',
    ],
    ...['export ', '-----BEGIN ', '-----END ', '<!--', '-->', '$', '\u2028'],
  ];
  const paths = ['a.ts', 'a.py', '.env.example'];

  test('a key is one by the rule, stands in its line, and they come in order', () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string()), { maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...paths), text, (path, pieces) => {
        const whole = pieces.join('');
        const lines = whole.split(/\r\n|\r|\n/);
        let before = 0;
        for (const { key, line } of usedKeys(path, whole)) {
          assert.match(key, /^[a-zA-Z][a-zA-Z0-9_]+$/);
          assert.ok(lines[line]?.includes(key));
          assert.ok(line >= before);
          before = line;
        }
      }),
      { numRuns: 700 },
    );
  });

  const size = 1_000_000;
  const fill = (unit: string): string => unit.repeat(Math.ceil(size / unit.length));

  test('a million characters in one line end', () => {
    const minified = `!function(){var{‹FIRST›:a,‹SECOND›:b}=process.env;${fill('a={b:c(d,"e\'f"),g:`h`};')}process.env.‹LAST›}()`;
    check('a.js', minified);
    check('a.ts', `const { ‹FIRST› = '${fill('x')}', ‹SECOND› = "${fill('\\"')}", ‹THIRD› } = process.env;`);
  });

  test('so do as many imports, each under another name, of which some count', () => {
    const imports = (before: string, after: string): string =>
      Array.from({ length: 25_000 }, (_, index) => `${before} as name${index}${after}`).join('\n');
    const script = imports('import { env', ' } from "process"');
    assert.equal(usedKeys('a.ts', `${script}\nname0.ALPHA; name24999.BETA`).length, 1);
    assert.equal(
      usedKeys('a.py', `${imports('from os import environ', '')}\nname0["ALPHA"]; name24999["BETA"]`).length,
      1,
    );
  });

  /** With work that is more than linear, each of these takes minutes. */
  test('so do 200,000 characters that begin something again and again', () => {
    const many = size / 5;
    const fill = (unit: string): string => unit.repeat(Math.ceil(many / unit.length));
    const units = [
      ...parts,
      ...[
        'process.env ',
        'process.env[',
        "process.env['",
        'process.env.',
        '}=process.env ',
        '{A}=process.env ',
      ],
      ...[
        '{AB=process.env,',
        ':{A}=process.env,',
        '{"=process.env ',
        '{/*}=process.env ',
        "{'\\'=process.env ",
        '{/*=process.env ',
        '} :',
      ],
      ...[
        'import {',
        'import { a } ',
        'from os import (',
        'from os import a\n',
        "os.environ['",
        'os.getenv( ',
      ],
      ...['=process.env', '(=(', 'AB="\n', 'AB=\\"', '\t', ' =', 'A', '/* '],
    ];
    for (const path of paths) {
      for (const unit of units) {
        assert.ok(usedKeys(path, fill(unit)).length <= many);
        assert.ok(usedKeys(path, `process.env os.environ {${fill(unit)}} = process.env`).length <= many);
      }
    }
  });
});
