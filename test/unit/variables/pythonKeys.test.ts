import { describe, test } from 'node:test';
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

  describe('strings and comments are told from code', () => {
    checkAll('src/server.py', [
      `"""os.environ['DOC_KEY']"""`,
      'x = 1  # os.environ["COMMENT_KEY"]',
      `def f():\n    '''Reads os.environ.get("DOC_KEY").\n\n    os.getenv('OTHER')\n    '''\n    return os.environ['‹API_KEY›']  # not os.environ['OLD']`,
      `s = 'see os.getenv("INNER")'; t = "os.environ['INNER']"`,
      `f"{os.environ['‹ALPHA›']!r:>{os.getenv('‹WIDTH›')}} {{os.environ['NOT_THIS']}} os.environ['NOR_THIS']"`,
      "f'{os.environ['‹ALPHA›']}'",
      'f"""\n{os.environ.get("‹ALPHA›")}\nos.environ["NOT_THIS"]\n"""',
      `rf'\\{os.environ["‹ALPHA›"]}'; f"\\N{DASH}{os.getenv('‹BETA›')}"`,
      `key = os.environ \\\n    ['‹ALPHA›']\nvalue = os \\\n  .environ \\\n  .get(\n   # a comment with 'KEY'\n   "‹BETA›"\n  )`,
      `x = "unterminated\nos.environ['‹ALPHA›']`,
      `print(f"{os.environ.get('‹ALPHA›', 'a')=}")`,
      "os.getenv('A' 'B'); os.environ[b'ALPHA']; os.environ[u'‹BETA›']; os.environ[f'‹GAMMA›']",
      "\uFEFFos.environ['‹ALPHA›']",
      `if not os.environ.get('‹ALPHA›'): raise RuntimeError("ALPHA missing, set os.environ['ALPHA']")`,
    ]);
  });

  describe('the environment by any name of the language', () => {
    checkAll('src/server.py', [
      "class A:\n    def __init__(self):\n        self.env = os.environ\n    def f(self):\n        return self.env['‹ALPHA›'], self.env.get('‹BETA›')",
      "class A:\n    env = os.environ\n    def f(self): return self.env['‹ALPHA›']\nA.env['‹BETA›']; A().env['‹GAMMA›']\na = A()\na.env.get('‹DELTA›')",
      `get = os.environ.get\nget('‹ALPHA›'); get("‹BETA›", 'x')`,
      "a = b = os.environ\na['‹ALPHA›']; b['‹BETA›']",
      "x = 1; import os as o\no.environ['‹ALPHA›']",
      "from os import *\nenviron['‹ALPHA›']; getenv('‹BETA›')",
      "from os import environ as e, getenv as g\ne['‹ALPHA›']; g('‹BETA›')",
      "if (env := os.environ) and env['‹ALPHA›']: pass",
      "os.environ.setdefault('‹ALPHA›', '1'); os.environ.pop('‹BETA›'); os.environ.__contains__('‹GAMMA›')",
      "'‹ALPHA›' in os.environ and '‹BETA›' not in os.environ",
      "f = lambda env=os.environ: env['‹ALPHA›']",
      "env = {**os.environ, 'OTHER': 'x'}\nenv['‹ALPHA›']",
      "env = dict(os.environ, OTHER='x'); env['‹ALPHA›']; dict(os.environ)['‹BETA›']; (os.environ)['‹GAMMA›']",
      "env = os.environ | {'A_KEY': 'x'}\nenv['‹ALPHA›']",
      "global_env = None\ndef init():\n    global global_env\n    global_env = os.environ\ndef f(): return global_env['‹ALPHA›']",
      "os.environ['ALPHA'] = os.environ['‹BETA›']; os.environ['GAMMA'], x = 1, 2; del os.environ['DELTA'], os.environ['EPSILON']",
      "os.environ['‹ALPHA›'] += ':x'; os.environ['‹BETA›'].x = 1",
      "try:\n    from os import environ\nexcept ImportError:\n    environ = {}\nenviron['‹ALPHA›']",
      "import os.path\nos.environ['‹ALPHA›']",
      "import os.path as p\np.environ['ALPHA']",
      "from typing import cast\nenv: 'Env' = cast(Env, os.environ)\nenv['‹ALPHA›']",
      "__import__('os').environ['‹ALPHA›']; importlib.import_module('os').getenv('‹BETA›')",
      "class A(Base):\n    def __init__(self, env=os.environ):\n        self._env = env\n        self.x = self._env['‹ALPHA›']\nclass B(A):\n    def f(self): return self._env.get('‹BETA›')",
      "def f(env: Mapping[str, str] | None = None):\n    env = env if env is not None else os.environ\n    return env['‹ALPHA›']",
      "@dataclass\nclass C:\n    key: str = os.environ['‹ALPHA›']\n    other: str = field(default_factory=lambda: os.environ['‹BETA›'])",
      "async def f(env=os.environ): return env['‹ALPHA›']",
      "def f(x, *, env: Env = os.environ, **kw) -> str:\n    return env['‹ALPHA›']",
      "x = y if 'K_EY' in z else os.environ\nx['‹ALPHA›']",
      "get = os.getenv; get('‹ALPHA›')\ngetter = partial(os.environ.get)",
      "match os.environ.get('‹ALPHA›'):\n    case 'BETA': x = os.environ['‹GAMMA›']",
      "print os.environ['‹ALPHA›']",
      "if True: env = os.environ\nelse: env = {}\nenv['‹ALPHA›']",
      "return_value = os.environ.get('‹ALPHA›') or os.environ.get('‹BETA›') or 'x'",
      "x = {'a': os.environ['‹ALPHA›'], **{k: os.environ[k] for k in ks}, 'b': [os.getenv('‹BETA›')]}",
      `assert 'ALPHA' in other, "os.environ"; assert '‹BETA›' in os.environ, "x"`,
      '@app.get("/")\ndef root(key=Depends(lambda: os.environ["‹ALPHA›"])):\n\tx = os.environ.get("‹BETA›")\n\treturn x',
      "import sys, os as system\nfrom   os   import(environ)\nsystem.environ['‹ALPHA›'];environ['‹BETA›']",
    ]);
  });

  describe('names hide others by the scopes of the language', () => {
    checkAll('src/server.py', [
      "def f(env):\n    return env['ALPHA']\nenv = os.environ\nenv['‹BETA›']",
      "env = os.environ\ndef f(env): return env['ALPHA']\ndef g():\n    env = other\n    return env['ALPHA']\ndef h(): return env['‹BETA›']",
      "env = os.environ\n[env['ALPHA'] for env in envs]; f(lambda env: env['ALPHA']); env['‹BETA›']",
      "f(env=os.environ)\nenv['ALPHA']",
      "class A:\n    env = os.environ\n    x = env['‹ALPHA›']\n    def f(self): return env['BETA']",
      "env, n = os.environ, 1\nenv['‹ALPHA›']; n['BETA']",
      "env = copy.copy(os.environ); env['‹ALPHA›']\nenv2 = cast(Env, os.environ)\nenv2['BETA']",
      "x = y if os.environ else z\nx['ALPHA']",
      "with open(os.environ['‹ALPHA›']) as env: env['BETA']",
      "self.env = os.environ\nself.env['ALPHA']",
      "env = os.environ.copy()\nenv['ALPHA'] = '1'\nenv.update(BETA='x')\nsubprocess.run(x, env={**os.environ, 'GAMMA': env['‹DELTA›']})",
    ]);
  });
});
