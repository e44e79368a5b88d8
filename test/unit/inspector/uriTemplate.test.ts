import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  expandTemplate,
  isUriTemplate,
  parseTemplateVariables,
  type TemplateValue,
} from '../../../src/inspector/uriTemplate.ts';

/** The values of RFC 6570, 3.2. */
const values: Readonly<Record<string, TemplateValue>> = {
  count: ['one', 'two', 'three'],
  dom: ['example', 'com'],
  dub: 'me/too',
  hello: 'Hello World!',
  half: '50%',
  var: 'value',
  who: 'fred',
  base: 'http://example.com/home/',
  path: '/foo/bar',
  list: ['red', 'green', 'blue'],
  keys: { semi: ';', dot: '.', comma: ',' },
  v: '6',
  x: '1024',
  y: '768',
  empty: '',
  empty_keys: {},
};

/** The examples of RFC 6570, 1.2 and 3.2.2 to 3.2.9. `undef` and `empty_keys` have no value. */
const examples: Readonly<Record<string, readonly (readonly [template: string, uri: string])[]>> = {
  'level 1': [
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
  ],
  'level 2': [
    ['{+var}', 'value'],
    ['{+hello}', 'Hello%20World!'],
    ['{+path}/here', '/foo/bar/here'],
    ['here?ref={+path}', 'here?ref=/foo/bar'],
    ['X{#var}', 'X#value'],
    ['X{#hello}', 'X#Hello%20World!'],
  ],
  'level 3': [
    ['map?{x,y}', 'map?1024,768'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['{+x,hello,y}', '1024,Hello%20World!,768'],
    ['{+path,x}/here', '/foo/bar,1024/here'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['{#path,x}/here', '#/foo/bar,1024/here'],
    ['X{.var}', 'X.value'],
    ['X{.x,y}', 'X.1024.768'],
    ['{/var}', '/value'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y}', ';x=1024;y=768'],
    ['{;x,y,empty}', ';x=1024;y=768;empty'],
    ['{?x,y}', '?x=1024&y=768'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{&x,y,empty}', '&x=1024&y=768&empty='],
  ],
  'variable expansion': [
    ['{count}', 'one,two,three'],
    ['{count*}', 'one,two,three'],
    ['{/count}', '/one,two,three'],
    ['{/count*}', '/one/two/three'],
    ['{;count}', ';count=one,two,three'],
    ['{;count*}', ';count=one;count=two;count=three'],
    ['{?count}', '?count=one,two,three'],
    ['{?count*}', '?count=one&count=two&count=three'],
    ['{&count*}', '&count=one&count=two&count=three'],
  ],
  'simple string expansion': [
    ['{half}', '50%25'],
    ['O{empty}X', 'OX'],
    ['O{undef}X', 'OX'],
    ['{x,y}', '1024,768'],
    ['?{x,empty}', '?1024,'],
    ['?{x,undef}', '?1024'],
    ['?{undef,y}', '?768'],
    ['{var:3}', 'val'],
    ['{var:30}', 'value'],
    ['{list}', 'red,green,blue'],
    ['{list*}', 'red,green,blue'],
    ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
    ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
  ],
  'reserved expansion': [
    ['{+half}', '50%25'],
    ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
    ['{+base}index', 'http://example.com/home/index'],
    ['O{+empty}X', 'OX'],
    ['O{+undef}X', 'OX'],
    ['up{+path}{var}/here', 'up/foo/barvalue/here'],
    ['{+path:6}/here', '/foo/b/here'],
    ['{+list}', 'red,green,blue'],
    ['{+list*}', 'red,green,blue'],
    ['{+keys}', 'semi,;,dot,.,comma,,'],
    ['{+keys*}', 'semi=;,dot=.,comma=,'],
  ],
  'fragment expansion': [
    ['{#half}', '#50%25'],
    ['foo{#empty}', 'foo#'],
    ['foo{#undef}', 'foo'],
    ['{#path:6}/here', '#/foo/b/here'],
    ['{#list}', '#red,green,blue'],
    ['{#list*}', '#red,green,blue'],
    ['{#keys}', '#semi,;,dot,.,comma,,'],
    ['{#keys*}', '#semi=;,dot=.,comma=,'],
  ],
  'label expansion': [
    ['{.who}', '.fred'],
    ['{.who,who}', '.fred.fred'],
    ['{.half,who}', '.50%25.fred'],
    ['www{.dom*}', 'www.example.com'],
    ['X{.empty}', 'X.'],
    ['X{.undef}', 'X'],
    ['X{.var:3}', 'X.val'],
    ['X{.list}', 'X.red,green,blue'],
    ['X{.list*}', 'X.red.green.blue'],
    ['X{.keys}', 'X.semi,%3B,dot,.,comma,%2C'],
    ['X{.keys*}', 'X.semi=%3B.dot=..comma=%2C'],
    ['X{.empty_keys}', 'X'],
    ['X{.empty_keys*}', 'X'],
  ],
  'path segment expansion': [
    ['{/who}', '/fred'],
    ['{/who,who}', '/fred/fred'],
    ['{/half,who}', '/50%25/fred'],
    ['{/who,dub}', '/fred/me%2Ftoo'],
    ['{/var,empty}', '/value/'],
    ['{/var,undef}', '/value'],
    ['{/var:1,var}', '/v/value'],
    ['{/list}', '/red,green,blue'],
    ['{/list*}', '/red/green/blue'],
    ['{/list*,path:4}', '/red/green/blue/%2Ffoo'],
    ['{/keys}', '/semi,%3B,dot,.,comma,%2C'],
    ['{/keys*}', '/semi=%3B/dot=./comma=%2C'],
  ],
  'path-style parameter expansion': [
    ['{;who}', ';who=fred'],
    ['{;half}', ';half=50%25'],
    ['{;empty}', ';empty'],
    ['{;v,empty,who}', ';v=6;empty;who=fred'],
    ['{;v,bar,who}', ';v=6;who=fred'],
    ['{;x,y,undef}', ';x=1024;y=768'],
    ['{;hello:5}', ';hello=Hello'],
    ['{;list}', ';list=red,green,blue'],
    ['{;list*}', ';list=red;list=green;list=blue'],
    ['{;keys}', ';keys=semi,%3B,dot,.,comma,%2C'],
    ['{;keys*}', ';semi=%3B;dot=.;comma=%2C'],
  ],
  'form-style query expansion': [
    ['{?who}', '?who=fred'],
    ['{?half}', '?half=50%25'],
    ['{?x,y,undef}', '?x=1024&y=768'],
    ['{?var:3}', '?var=val'],
    ['{?list}', '?list=red,green,blue'],
    ['{?list*}', '?list=red&list=green&list=blue'],
    ['{?keys}', '?keys=semi,%3B,dot,.,comma,%2C'],
    ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
  ],
  'form-style query continuation': [
    ['{&who}', '&who=fred'],
    ['{&half}', '&half=50%25'],
    ['{&x,y,undef}', '&x=1024&y=768'],
    ['{&var:3}', '&var=val'],
    ['{&list}', '&list=red,green,blue'],
    ['{&list*}', '&list=red&list=green&list=blue'],
    ['{&keys}', '&keys=semi,%3B,dot,.,comma,%2C'],
    ['{&keys*}', '&semi=%3B&dot=.&comma=%2C'],
  ],
};

describe('a URI template', () => {
  for (const [section, all] of Object.entries(examples)) {
    test(`is expanded according to RFC 6570: ${section}`, () => {
      for (const [template, uri] of all) {
        assert.ok(isUriTemplate(template), template);
        assert.equal(expandTemplate(template, values), uri, template);
      }
    });
  }

  const beyond: readonly (readonly [
    template: string,
    given: Readonly<Record<string, TemplateValue>>,
    uri: string,
  ])[] = [
    ['x/{id}{?state,limit}', { id: '1' }, 'x/1'],
    ['x/{id}{?state,limit}', { id: '1', limit: '5' }, 'x/1?limit=5'],
    ['x?a=b{&c}', {}, 'x?a=b'],
    ['x{?tags*}', { tags: [] }, 'x'],
    ['x{?tags}', { tags: [] }, 'x'],
    ['x{;tags}', { tags: {} }, 'x'],
    ['{a.b}/{c_d}', { 'a.b': '1', c_d: '2' }, '1/2'],
    ['{var:2}', { var: '😀😀😀' }, '%F0%9F%98%80%F0%9F%98%80'],
    ['{toString}{constructor}', {}, ''],
    ['{a}', { a: '\ud800' }, '%EF%BF%BD'],
    ['{?first%20name}', { 'first%20name': 'Jo' }, '?first%20name=Jo'],
    ['a b/{user-id}', { 'user-id': '7' }, 'a%20b/7'],
    ['städte/{x}', { x: 'ä' }, 'st%C3%A4dte/%C3%A4'],
  ];
  for (const [template, given, uri] of beyond) {
    test(`${template} with ${JSON.stringify(given)}`, () =>
      assert.equal(expandTemplate(template, given), uri));
  }

  test('has variables, which are optional in expressions with a separator operator', () => {
    const named = (template: string) =>
      parseTemplateVariables(template).map(
        ({ name, isRequired, isExploded }) => `${name}${isRequired ? '!' : ''}${isExploded ? '*' : ''}`,
      );
    assert.deepEqual(named('x/{id}{?state,limit}'), ['id!', 'state', 'limit']);
    assert.deepEqual(named('{+path}{/more*}{.ext}{;p}{#part}{&q:3}'), [
      'path!',
      'more*',
      'ext',
      'p',
      'part',
      'q',
    ]);
    assert.deepEqual(named('{?a}{a}{b,c*}'), ['a!', 'b!', 'c!*']);
    assert.deepEqual(named('no variables'), []);
  });

  test('that is malformed has no variables, and is kept unchanged', () => {
    const malformed = [
      '{',
      '}',
      'a{b',
      '{}',
      '{a,}',
      '{ a }',
      '{a b}',
      '{a:0}',
      '{a:10000}',
      '{a*:3}',
      '{=a}',
      '{a{b}}',
      '{.}',
      '{a..b}',
    ];
    for (const template of malformed) {
      assert.equal(isUriTemplate(template), false, template);
      assert.deepEqual(parseTemplateVariables(template), [], template);
      assert.equal(expandTemplate(template, { a: 'x', b: 'y' }), template);
    }
  });

  test('never throws', () => {
    const text = fc.string({
      unit: fc.constantFrom('{', '}', ',', '*', ':', '3', 'a', 'b', '?', '+', '%', '20', '\ud800'),
    });
    const value = fc.oneof(text, fc.array(text), fc.dictionary(text, text));
    fc.assert(
      fc.property(text, fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), value), (template, given) => {
        assert.equal(typeof expandTemplate(template, given), 'string');
        assert.ok(parseTemplateVariables(template).every(({ name }) => name !== ''));
      }),
    );
  });
});
