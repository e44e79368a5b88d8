import { describe, test } from 'node:test';
import { checkAllKeys, checkKeys } from './markedKeys.ts';

describe('in Python', () => {
  describe('names that are looked up are keys', () => {
    checkAllKeys('src/server.py', [
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

  describe('an environment with another name', () => {
    checkAllKeys('src/server.py', [
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

  describe('an environment with a name that is assigned again', () => {
    checkAllKeys('src/server.py', [
      "env = os.environ\nenv['‹ALPHA›']\nfor env in x:\n    env['BETA']\nenv['GAMMA']",
      "env = os.environ\nenv['‹ALPHA›']\nenv = {}\nenv['BETA']\nenv = os.environ\nenv['‹GAMMA›']",
      "def f():\n    env = {}\n    env['ALPHA']\n    env = os.environ\n    env['‹BETA›']",
      "env = os.environ\nenv = parse(env['‹ALPHA›'])\nenv['BETA']",
      "env = os.environ\nif x:\n    env = {}\nif y: env = 'test'\nenv['‹ALPHA›']",
      "env = {}\nif x:\n    env = os.environ\nenv['‹ALPHA›']",
      "env = None\ndef f():\n    return env['‹ALPHA›']\nenv = os.environ",
      "env = None\ndef f():\n    global env\n    env = os.environ\nf()\nenv['‹ALPHA›']",
      "env = os.environ\nwhile x:\n    env['‹ALPHA›']\n    env = {}",
    ]);
  });

  describe('keys from constants', () => {
    checkAllKeys('src/server.py', [
      "NAME = 'ALPHA'\nos.environ[NAME]; os.getenv(NAME, 'x') # ‹ALPHA›",
      'NAME: Final[str] = "ALPHA"\ndef f():\n    return os.environ.get(key=NAME) # ‹ALPHA›',
      "class Keys(str, Enum):\n    A = 'ALPHA'\nos.getenv(Keys.A); Keys.A.value in os.environ # ‹ALPHA›",
      "NAMES = ['ALPHA', 'BETA']\nfor name in NAMES:\n    if name not in os.environ: raise # ‹ALPHA› ‹BETA›",
      "missing = [n for n in ('ALPHA', 'BETA') if not os.getenv(n)] # ‹ALPHA› ‹BETA›",
      "all(n in os.environ for n in {'ALPHA', 'BETA'}) # ‹ALPHA› ‹BETA›",
      "NAME = 'ALPHA' if x else 'BETA'\nos.environ[NAME] # ‹ALPHA›",
      "NAME = 'ALPHA'\ndef f(NAME): return os.environ[NAME]\nos.environ[NAME] = 'x'\nother[NAME]; os.getenv('A_' + NAME)",
      "NAME = 'ALPHA'\nos.environ[NAME] # ‹ALPHA›\nNAME = 'BETA'\nos.environ[NAME] # ‹BETA›",
    ]);
  });

  describe('objects with similar names have no keys', () => {
    checkAllKeys('src/server.py', [
      "env = os.environ.copy()\nother['ALPHA']; x.env['BETA']",
      "env = dict(os.environ)\nenv2['ALPHA']",
      "env == os.environ; env['ALPHA']",
      "f(x != os.environ); x['ALPHA']",
      "env = other.environ\nenv['ALPHA']; 'BETA' in other",
      "import os.path as o\no.environ['ALPHA']",
      "# env = os.environ\nenv['ALPHA']",
    ]);
  });

  describe('other expressions have no keys', () => {
    checkAllKeys('src/server.py', [
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

  test('comparisons and words that end with `del` are reads', () => {
    checkKeys('a.py', "os.environ['‹API_KEY›'] == model; yodel os.environ['‹OTHER›']");
  });

  describe('strings and comments are distinguished from code', () => {
    checkAllKeys('src/server.py', [
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

  describe('an environment in other syntax of Python', () => {
    checkAllKeys('src/server.py', [
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

  describe('names shadow others according to the scopes of Python', () => {
    checkAllKeys('src/server.py', [
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

  describe('examples from public code', () => {
    checkAllKeys('src/server.py', [
      'import os\n\nclass Settings:\n    API_KEY: str = os.environ.get("‹API_KEY›", "")\n    DEBUG = os.getenv("‹DEBUG›", "false").lower() in ("true", "1")\n    PORT = int(os.environ["‹PORT›"]) if "PORT" in os.environ else 8080',
      'DATABASES = {"default": {"NAME": os.environ.get("‹DB_NAME›"), "HOST": os.environ.get(\n    "‹DB_HOST›",\n    "localhost",\n)}}',
      `if (token := os.environ.get("‹TOKEN›")) is None:\n    sys.exit("set TOKEN: export os.environ['TOKEN']")`,
      `try:\n    key = os.environ["‹OPENAI_API_KEY›"]\nexcept KeyError as e:\n    raise RuntimeError(f"missing {e}: os.environ['NO']") from e`,
      'client = Client(api_key=os.environ["‹API_KEY›"], base_url=os.getenv("‹BASE_URL›") or "https://x")',
      '@lru_cache(maxsize=int(os.getenv("‹CACHE_SIZE›", "10")))\ndef f(): ...',
      `@pytest.mark.skipif("‹API_KEY›" not in os.environ, reason="needs os.environ['X_Y']")\ndef test(): pass`,
      '@pytest.mark.skipif(not os.getenv("‹API_KEY›"), reason="x")\nclass TestA:\n    def setup_method(self, env=os.environ): self.key = env["‹B_KEY›"]',
      'def get_config(environ=os.environ):\n    return {k: environ.get(k) for k in ("A", "B")}, environ.get("‹HOME_DIR›")',
      'with mock.patch.dict(os.environ, {"API_KEY": "x"}, clear=True):\n    assert os.environ["‹API_KEY›"] == "x"',
      'monkeypatch.setenv("API_KEY", "x"); monkeypatch.delenv("OTHER")',
      'os.environ.update(dict(API_KEY="x"), OTHER="y"); os.environ |= {"A_B": "c"}',
      'if os.environ.get("‹A_B›") and not os.environ.get("‹C_D›"): print("yes")\nelif os.getenv("‹E_F›"): pass',
      'x = [os.environ[k] for k in ("A_B", "C_D")] # ‹A_B› ‹C_D›',
      "x = os.environ.get('‹A_B›', os.environ.get('‹C_D›', os.getenv('‹E_F›')))",
      'path = os.environ["‹PATH›"].split(os.pathsep); os.environ["PATH"] = os.pathsep.join([d] + path)',
      'os.environ["A_B"]: str = os.environ["‹C_D›"]',
      'lambda: os.environ["‹A_B›"]',
      'def f(*, key: str = os.environ.get("‹A_B›", ""), **kw: Any) -> dict[str, str]: return {"x": os.getenv("‹C_D›")}',
      'env = os.environ\ndef outer():\n    def inner():\n        return env["‹A_B›"]\n    return inner',
      'class A:\n    def __enter__(self):\n        self._saved = os.environ.copy()\n        return self\n    def __exit__(self, *a):\n        os.environ.clear(); os.environ.update(self._saved)\n        x = self._saved.get("‹A_B›")',
      'def f(environ, start_response):\n    method = environ["REQUEST_METHOD"]\n    return environ.get("PATH_INFO")',
      'from os import environ\ndef application(environ, start_response):\n    return environ["REQUEST_METHOD"]\nx = environ["‹A_B›"]',
      'from flask import request\nrequest.environ["HTTP_HOST"]; request.environ.get("A_B")',
      'import os, sys; e = os.environ; print(e.get("‹A_B›"), file=sys.stderr)',
      'async def main() -> None:\n    async with Client(os.environ["‹A_B›"]) as c:\n        await c.run(os.getenv("‹C_D›"))',
      'x = yield os.environ["‹A_B›"]',
      'raise ValueError("no") if not os.getenv("‹A_B›") else None',
      'x = not os.environ.get("‹A_B›"); y = -int(os.environ["‹C_D›"]); z = *os.environ["‹E_F›"],',
      `print("a" "b", os.environ["‹A_B›"], sep='')`,
      'getenv = os.getenv\nenviron = os.environ\nx = getenv("‹A_B›") or environ["‹C_D›"]',
      'from os import (\n    environ as ENV,  # noqa\n    path,\n)\nENV["‹A_B›"]',
      'import os as _os, typing as t\n_ENV: t.Final = _os.environ\n_ENV["‹A_B›"]',
      'if TYPE_CHECKING: from os import _Environ\ndef f(env: "_Environ[str]" = os.environ): return env["‹A_B›"]',
      'x = (\n    os.environ\n    .get("‹A_B›")\n)',
      'x = os.environ.get(\n    # the key\n    key="‹A_B›", default=None)',
      'x = "%s" % os.environ["‹A_B›"]; y = "{}".format(os.environ["‹C_D›"])',
      'd = {os.environ["‹A_B›"]: 1, **os.environ, "x": os.getenv("‹C_D›")}\nd["‹E_F›"]',
      'env = {**os.environ}\nenv.pop("‹A_B›", None)',
      'def f(env=None, other=None):\n    if env is None:\n        env = os.environ\n    return env.get("‹A_B›"), other.get("C_D")',
      'while os.environ.get("‹A_B›") != "x": time.sleep(1)',
      'assert os.environ.get("‹A_B›"), "Set A_B"',
      'return_code = subprocess.call(["x"], env=dict(os.environ, A_B="c"))',
      `r'''os.environ["NO_NO"]''' + rb"os.getenv('NO_NO')" + f'''{os.getenv("‹A_B›")}'''`,
      `def f():\n    """Doc with 'quotes' and "double".\n\n    >>> os.environ["NO_NO"]\n    """\n    os.environ["‹A_B›"]`,
      `#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n'''Module os.getenv("NO_NO")'''\nfrom __future__ import annotations\nimport os\nX = os.getenv('‹A_B›')`,
      "def f():\n\tif x:\n\t\tenv = os.environ\n\t\treturn env['‹A_B›']\n\treturn env['‹C_D›']\nenv['E_F']",
      'class Meta(type):\n    env = os.environ\n    def __getitem__(cls, k): return cls.env["‹A_B›"]',
      '@property\ndef key(self) -> str: return self._env["A_B"]',
      'a, (b, c) = 1, (os.environ, 2)\nb["A_B"]',
      'os.environ.get("‹A_B›")  # type: ignore  os.environ["NO_NO"]',
      'type X = dict[str, str]\ndef f[T](env: T = os.environ): return env["‹A_B›"]',
      `exec("os.environ['NO_NO']"); eval('os.getenv("NO_NO")')`,
      `logger.info("Use os.environ['NO_NO'] %s", os.environ['‹A_B›'])`,
      "_ = os.environ['‹A_B›'], os.environ['‹C_D›']",
      `os.environ.get(u'‹A_B›'); os.getenv(r"‹C_D›"); os.getenv("""‹E_F›""")`,
      'nonlocal_env = None\ndef f():\n    env = None\n    def g():\n        nonlocal env\n        env = os.environ\n    g()\n    return env["‹A_B›"]',
      'for k, v in os.environ.items(): print(k["A_B"])',
      'x = os.environ["‹A_B›"] if os.environ.get("‹C_D›") else os.environ["‹E_F›"]',
    ]);
  });
});
