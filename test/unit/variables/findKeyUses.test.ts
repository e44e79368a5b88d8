import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { findKeyUses, isEnvTemplate, sourceFilePatterns } from '../../../src/variables/usage/findKeyUses.ts';
import { checkAllKeys, checkKeys } from './markedKeys.ts';

describe('in templates', () => {
  describe('assigned names are keys', () => {
    checkAllKeys('.env.example', [
      '‹API_KEY›=\n‹OTHER›=value\n  ‹THIRD› = "x"\nexport ‹FOURTH›=\'y\'\n\t‹lower›=1',
      '# The key\n‹API_KEY›=\r\n\r\n‹OTHER›=a=b=c # COMMENT=1\r\n',
      '‹export›=1\nexport  ‹export›=2\n‹exported›=3',
      '‹EQUALS›==x',
      '‹EMPTY›=""\n‹NEXT›=x',
      "‹QUOTE›=don't\n‹NEXT›=x",
      '‹QUOTED›="it\'s" # a "comment"\n‹NEXT›=x',
    ]);
  });

  describe('other lines have no keys', () => {
    checkAllKeys('.env.example', [
      '# API_KEY=\n#OTHER=x\n  # export THIRD=x\n# e.g. FOURTH=x',
      'API_KEY\nAPI KEY=\nAPI-KEY=\n_API=\n1API=\n=x\nX=\nÄPFEL=\nAPI.KEY=',
      'API_KEY: x\n"QUOTED"=x\nexportAPI KEY=1',
      '',
    ]);
  });

  describe('the lines of a value have no keys', () => {
    checkAllKeys('config/.env.sample', [
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

describe('the kind of file', () => {
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
    // Files with values aren't searched.
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
        findKeyUses(path, line).map((use) => use.key),
        key === undefined ? [] : [key],
      );
      assert.equal(isEnvTemplate(path), key === 'ENV_KEY');
    });
  }

  test('every searched file name is supported', () => {
    for (const name of sourceFilePatterns) {
      assert.equal(findKeyUses(`/a/${name.replace('*', 'file')}`, line).length, 1, name);
    }
    assert.equal(sourceFilePatterns.length, 17);
  });
});

describe('any text', () => {
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

  test('has valid keys that are in their lines, in text order', () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string()), { maxLength: 60 });
    fc.assert(
      fc.property(fc.constantFrom(...paths), text, (path, pieces) => {
        const whole = pieces.join('');
        const lines = whole.split(/\r\n|\r|\n/);
        let before = 0;
        for (const { key, line } of findKeyUses(path, whole)) {
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

  test('is searched quickly if it has a million characters in one line', () => {
    const minified = `!function(){var{‹FIRST›:a,‹SECOND›:b}=process.env;${fill('a={b:c(d,"e\'f"),g:`h`};')}process.env.‹LAST›}()`;
    checkKeys('a.js', minified);
    checkKeys(
      'a.ts',
      `const { ‹FIRST› = '${fill('x')}', ‹SECOND› = "${fill('\\"')}", ‹THIRD› } = process.env;`,
    );
  });

  test('is searched quickly if it has many imports with different names', () => {
    const imports = (before: string, after: string): string =>
      Array.from({ length: 25_000 }, (_, index) => `${before} as name${index}${after}`).join('\n');
    const script = imports('import { env', ' } from "process"');
    assert.equal(findKeyUses('a.ts', `${script}\nname0.ALPHA; name24999.BETA`).length, 1);
    assert.equal(
      findKeyUses('a.py', `${imports('from os import environ', '')}\nname0["ALPHA"]; name24999["BETA"]`)
        .length,
      2,
    );
  });

  /** Linear time is at most 0.2 s for each of these texts, and quadratic time is many seconds. */
  test('is searched quickly if it begins the same syntax again and again', () => {
    const many = size / 40;
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
        'f"{',
        'f"""{a:',
        'os.environ,',
        '(os.environ or ',
        'a = os.environ\n',
        'def f(a=os.environ):\n ',
        'class A(A):\n a = A\n',
        'lambda a=os:',
        'for a in [',
        "os.environ['",
        'os.getenv( ',
      ],
      ...['=process.env', '(=(', 'AB="\n', 'AB=\\"', '\t', ' =', 'A', '/* '],
    ];
    for (const path of paths) {
      for (const unit of units) {
        const started = process.cpuUsage();
        assert.ok(findKeyUses(path, fill(unit)).length <= many);
        assert.ok(findKeyUses(path, `process.env os.environ {${fill(unit)}} = process.env`).length <= many);
        // Processor time doesn't depend on the load of the machine.
        const { user } = process.cpuUsage(started);
        assert.ok(user < 1_500_000, `${path} ${unit}: ${Math.round(user / 1000)} ms`);
      }
    }
  });
});
