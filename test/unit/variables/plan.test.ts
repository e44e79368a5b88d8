import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  findConcurrentChanges,
  findRequestedChanges,
  planSteps,
  type RequestedChanges,
  type RequestedVariable,
  type VariableStep,
} from '../../../src/variables/plan.ts';
import type { KnownVariable } from '../../../src/variables/variable.ts';

/** A variable as the service stores it, including the value of a secret. */
interface StoredVariable {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly isSecret: boolean;
}

const asListed = (world: readonly StoredVariable[]): KnownVariable[] =>
  world.map(({ value, ...rest }) => (rest.isSecret ? rest : { ...rest, value }));

/** Returns the variables after the steps. Fails if the service would reject a step. */
function applySteps(
  world: readonly StoredVariable[],
  steps: readonly VariableStep[],
): Map<string, StoredVariable> {
  const held = new Map(world.map((one) => [one.key, one]));
  for (const step of steps) {
    const { key } = step;
    const was = held.get(key);
    if (step.kind === 'add') {
      assert.equal(was, undefined, `${key} is new`);
      held.set(key, { id: `new ${key}`, key, value: step.value, isSecret: step.isSecret });
      continue;
    }
    assert.equal(was?.id, step.variable.id, `${key} is there`);
    if (step.kind === 'remove') held.delete(key);
    else {
      assert.ok(step.isSecret || !was?.isSecret, `${key} stays a secret`);
      held.set(key, {
        id: step.variable.id,
        key,
        value: step.value ?? was?.value ?? '',
        isSecret: step.isSecret,
      });
    }
  }
  return held;
}

const byKey = <T extends { readonly key: string }>(list: readonly T[]) =>
  new Map(list.map((one) => [one.key, one]));

/** Whether the user changed, added, or removed a variable in the document. */
function isChangedByUser(base: KnownVariable | undefined, wanted: RequestedVariable | undefined): boolean {
  if (!base || !wanted) return base !== wanted;
  const hasNewValue = wanted.value !== undefined && wanted.value !== base.value;
  return hasNewValue || (wanted.isSecret === true && !base.isSecret);
}

const keys = fc.constantFrom('A_KEY', 'B_KEY', 'C_KEY', 'D_KEY', 'constructor', '__proto__', 'toString');
const values = fc.constantFrom('x', 'y', 'z');
const selector = ({ key }: { readonly key: string }) => key;
const storedLists = fc
  .uniqueArray(fc.record({ key: keys, value: values, isSecret: fc.boolean(), age: fc.nat(1) }), { selector })
  .map((list) => list.map(({ age, ...rest }): StoredVariable => ({ ...rest, id: `${rest.key} ${age}` })));
const requestedLists: fc.Arbitrary<RequestedVariable[]> = fc.uniqueArray(
  fc.record({ key: keys, value: values, isSecret: fc.boolean() }, { requiredKeys: ['key'] }),
  { selector },
);
const settings = { numRuns: 1000 };

test('a plan applied to its base results in the requested variables', () => {
  fc.assert(
    fc.property(storedLists, requestedLists, (world, wanted) => {
      const now = asListed(world);
      const { steps, keysWithoutValue } = planSteps(now, findRequestedChanges(now, wanted));
      const before = byKey(world);
      const expected = wanted.flatMap(({ key, value, isSecret = false }) => {
        const was = before.get(key);
        if (!was && value === undefined) return [];
        return { key, value: value ?? was?.value, isSecret: isSecret || (was?.isSecret ?? false) };
      });
      const found = [...applySteps(world, steps).values()].map(({ id: _, ...rest }) => rest);
      assert.deepEqual(byKey(found), byKey(expected));
      const missing = wanted.filter(({ key, value }) => value === undefined && !before.has(key));
      assert.deepEqual(new Set(keysWithoutValue), new Set(missing.map(({ key }) => key)));
    }),
    settings,
  );
});

test('a plan applied after changes of other users sets only the variables that the user changed', () => {
  fc.assert(
    fc.property(storedLists, storedLists, requestedLists, (base, world, wanted) => {
      const { steps, keysWithoutValue } = planSteps(
        asListed(world),
        findRequestedChanges(asListed(base), wanted),
      );
      const result = applySteps(world, steps);
      const wish = byKey(wanted);
      const [was, now] = [byKey(asListed(base)), byKey(world)];
      for (const key of new Set([...was.keys(), ...now.keys(), ...wish.keys()])) {
        const one = wish.get(key);
        if (!isChangedByUser(was.get(key), one)) {
          assert.ok(!steps.some((step) => step.key === key), `${key} was changed only by others`);
          assert.deepEqual(result.get(key), now.get(key));
        } else if (!one) assert.ok(!result.has(key), `${key} is removed`);
        else if (one.value === undefined && !now.has(key))
          assert.ok(keysWithoutValue.includes(key), `${key} is lost`);
        else {
          const { isSecret, value } = result.get(key) ?? {};
          assert.equal(value, one.value ?? now.get(key)?.value);
          const wasSecret = was.get(key)?.isSecret || now.get(key)?.isSecret || false;
          assert.equal(isSecret, wasSecret || one.isSecret === true, `${key} is no less secret than before`);
        }
      }
    }),
    settings,
  );
});

test('keys without a value are those to set that are missing and have no value', () => {
  fc.assert(
    fc.property(storedLists, requestedLists, (world, set) => {
      const now = byKey(world);
      const gone = set.filter(({ key, value }) => value === undefined && !now.has(key));
      assert.deepEqual(planSteps(asListed(world), { set, remove: [] }).keysWithoutValue, gone.map(selector));
    }),
    settings,
  );
});

test('deletions come last, no key has two steps, and each step changes something', () => {
  fc.assert(
    fc.property(storedLists, storedLists, requestedLists, (base, world, wanted) => {
      const { steps } = planSteps(asListed(world), findRequestedChanges(asListed(base), wanted));
      const order = steps.map(({ kind }) => ['add', 'change', 'remove'].indexOf(kind));
      assert.deepEqual(order, order.toSorted());
      assert.equal(new Set(steps.map(selector)).size, steps.length);
      for (const step of steps) {
        if (step.kind !== 'change') continue;
        assert.ok(
          step.value !== undefined || step.isSecret !== step.variable.isSecret,
          'it changes something',
        );
        assert.ok(
          step.value === undefined || step.value !== step.variable.value,
          'a value is sent only if it is new',
        );
      }
    }),
    settings,
  );
});

test('an unchanged document, and one that was applied, request no changes', () => {
  fc.assert(
    fc.property(storedLists, requestedLists, (world, wanted) => {
      const now = asListed(world);
      const same = now.map(({ id: _, ...rest }) => rest);
      assert.deepEqual(findRequestedChanges(now, same), { set: [], remove: [] });
      const { steps } = planSteps(now, findRequestedChanges(now, wanted));
      const then = asListed([...applySteps(world, steps).values()]);
      // The value of a secret can't be read, so it's requested again each time.
      const said = new Set(wanted.filter(({ value }) => value !== undefined).map(selector));
      const isSeen = ({ key }: VariableStep): boolean => !(said.has(key) && byKey(then).get(key)?.isSecret);
      assert.deepEqual(planSteps(then, findRequestedChanges(then, wanted)).steps.filter(isSeen), []);
    }),
    settings,
  );
});

test('all changes of other users are found, and the comparison is symmetric', () => {
  const mirror = { added: 'removed', changed: 'changed', removed: 'added' } as const;
  fc.assert(
    fc.property(storedLists, storedLists, (base, world) => {
      const [was, now] = [asListed(base), asListed(world)];
      const found = findConcurrentChanges(was, now);
      const back = findConcurrentChanges(now, was).map(({ key, kind }) => ({ key, kind: mirror[kind] }));
      assert.deepEqual(byKey(found), byKey(back));
      assert.equal(byKey(found).size, found.length);
      assert.deepEqual(findConcurrentChanges(now, now), []);
      for (const key of new Set([...base, ...world].map(selector))) {
        const [one, other] = [byKey(was).get(key), byKey(now).get(key)];
        const kind = byKey(found).get(key)?.kind;
        if (!one) assert.equal(kind, 'added');
        else if (!other) assert.equal(kind, 'removed');
        else assert.equal(kind === 'changed', JSON.stringify(one) !== JSON.stringify(other));
      }
    }),
    settings,
  );
});

describe('the plan for', () => {
  const plain: KnownVariable = { id: 'v1', key: 'PLAIN', isSecret: false, value: 'old' };
  const secret: KnownVariable = { id: 'v2', key: 'SECRET', isSecret: true };
  const cases: readonly {
    readonly name: string;
    readonly now: readonly KnownVariable[];
    readonly intent: Partial<RequestedChanges>;
    readonly steps: readonly VariableStep[];
    readonly keysWithoutValue?: readonly string[];
  }[] = [
    {
      name: 'a new plain variable',
      now: [],
      intent: { set: [{ key: 'PLAIN', value: 'new' }] },
      steps: [{ kind: 'add', key: 'PLAIN', value: 'new', isSecret: false }],
    },
    {
      name: 'a new secret',
      now: [],
      intent: { set: [{ key: 'SECRET', value: 'new', isSecret: true }] },
      steps: [{ kind: 'add', key: 'SECRET', value: 'new', isSecret: true }],
    },
    {
      name: 'a new value',
      now: [plain],
      intent: { set: [{ key: 'PLAIN', value: 'new' }] },
      steps: [{ kind: 'change', key: 'PLAIN', variable: plain, value: 'new', isSecret: false }],
    },
    {
      name: 'the existing value',
      now: [plain],
      intent: { set: [{ key: 'PLAIN', value: 'old', isSecret: false }] },
      steps: [],
    },
    {
      name: 'a new value of a secret that is requested as plain',
      now: [secret],
      intent: { set: [{ key: 'SECRET', value: 'new', isSecret: false }] },
      steps: [{ kind: 'change', key: 'SECRET', variable: secret, value: 'new', isSecret: true }],
    },
    {
      name: 'a plain variable that becomes a secret with its existing value',
      now: [plain],
      intent: { set: [{ key: 'PLAIN', value: 'old', isSecret: true }] },
      steps: [{ kind: 'change', key: 'PLAIN', variable: plain, isSecret: true }],
    },
    {
      name: 'a plain variable that becomes a secret with a new value',
      now: [plain],
      intent: { set: [{ key: 'PLAIN', value: 'new', isSecret: true }] },
      steps: [{ kind: 'change', key: 'PLAIN', variable: plain, value: 'new', isSecret: true }],
    },
    {
      name: 'a secret that is requested as plain',
      now: [secret],
      intent: { set: [{ key: 'SECRET', isSecret: false }] },
      steps: [],
    },
    {
      name: 'a deletion after an addition',
      now: [plain, secret],
      intent: { set: [{ key: 'NEW_KEY', value: 'new' }], remove: ['SECRET'] },
      steps: [
        { kind: 'add', key: 'NEW_KEY', value: 'new', isSecret: false },
        { kind: 'remove', key: 'SECRET', variable: secret },
      ],
    },
    { name: 'the deletion of a missing variable', now: [plain], intent: { remove: ['SECRET'] }, steps: [] },
    {
      name: 'a missing variable without a value',
      now: [],
      intent: { set: [{ key: 'SECRET', isSecret: true }] },
      steps: [],
      keysWithoutValue: ['SECRET'],
    },
    {
      name: 'keys that are names of object members',
      now: [{ ...plain, key: '__proto__' }],
      intent: { set: [{ key: 'constructor', value: 'new' }], remove: ['__proto__', 'toString'] },
      steps: [
        { kind: 'add', key: 'constructor', value: 'new', isSecret: false },
        { kind: 'remove', key: '__proto__', variable: { ...plain, key: '__proto__' } },
      ],
    },
  ];
  for (const { name, now, intent, steps, keysWithoutValue = [] } of cases) {
    test(name, () => {
      assert.deepEqual(planSteps(now, { set: [], remove: [], ...intent }), { steps, keysWithoutValue });
    });
  }

  test('a secret that was deleted in the meantime: it is added as a secret', () => {
    const intent = findRequestedChanges([secret], [{ key: 'SECRET', value: 'new' }]);
    assert.deepEqual(planSteps([], intent).steps, [
      { kind: 'add', key: 'SECRET', value: 'new', isSecret: true },
    ]);
  });

  test('a secret that another user added again as plain: it becomes a secret again', () => {
    const intent = findRequestedChanges([secret], [{ key: 'SECRET', value: 'new', isSecret: false }]);
    const now = { ...plain, key: 'SECRET' };
    assert.deepEqual(planSteps([now], intent).steps, [
      { kind: 'change', key: 'SECRET', variable: now, value: 'new', isSecret: true },
    ]);
  });
});

test('changes of other users are found by key', () => {
  const one: KnownVariable = { id: 'v1', key: 'ONE', isSecret: false, value: 'x' };
  const secret: KnownVariable = { id: 'v2', key: 'TWO', isSecret: true };
  const cases: readonly [KnownVariable[], KnownVariable[], readonly string[]][] = [
    [[one, secret], [secret, one], []],
    [[one], [{ ...one, value: 'y' }], ['changed ONE']],
    [[one], [{ id: 'v1', key: 'ONE', isSecret: true }], ['changed ONE']],
    [[{ ...secret, isSecret: false }], [secret], ['changed TWO']],
    [[secret], [{ ...secret, id: 'v3' }], ['changed TWO']],
    [[one], [secret], ['added TWO', 'removed ONE']],
    [[one], [{ ...one, key: '__proto__' }], ['added __proto__', 'removed ONE']],
    [[], [{ ...one, key: 'constructor' }], ['added constructor']],
  ];
  for (const [base, now, expected] of cases) {
    assert.deepEqual(
      findConcurrentChanges(base, now).map(({ kind, key }) => `${kind} ${key}`),
      expected,
    );
  }
});
