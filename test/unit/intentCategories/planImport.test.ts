import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../../src/api/errors.ts';
import { importPlanText, importResultText } from '../../../src/intentCategories/importTexts.ts';
import { type ImportStep, planImport } from '../../../src/intentCategories/planImport.ts';
import { runImportPlan } from '../../../src/intentCategories/runImportPlan.ts';
import {
  createFakeClient,
  failConnection,
  jsonResponse,
  notFoundResponse,
  type SentRequest,
} from '../../kit/fakeClient.ts';
import { signal } from '../../kit/signal.ts';

const known = { unkept: 0 };

describe('the plan of an import', () => {
  const plan = planImport(
    [
      { name: 'New', intentIds: ['a', 'b'] },
      { name: 'Pink', color: 'pink', intentIds: [] },
      { name: 'Weather', color: 'red', intentIds: ['a', 'c'] },
      { name: 'Whole', intentIds: ['x'] },
      { name: 'Same', color: 'red', intentIds: [] },
      { name: 'Any', intentIds: [] },
      { name: 'Unsaid', color: 'red', intentIds: [] },
    ],
    [
      { ...known, id: 'cat_w', name: 'Weather', color: 'blue', intentIds: ['a'] },
      { ...known, id: 'cat_x', name: 'Whole ', intentIds: ['x', 'y'] },
      { ...known, id: 'cat_s', name: 'Same', color: 'red', intentIds: [] },
      { ...known, id: 'cat_a', name: 'Any', color: 'blue', intentIds: [] },
      { ...known, id: 'cat_u', name: 'Unsaid', intentIds: [] },
      { ...known, id: 'cat_z', name: 'Not in the file', intentIds: [] },
    ],
  );

  test('creates new categories, links missing intents, and leaves the others unchanged', () => {
    assert.deepEqual(plan, {
      steps: [
        { kind: 'create', name: 'New', intentIds: ['a', 'b'] },
        { kind: 'create', name: 'Pink', color: 'pink', intentIds: [] },
        { kind: 'link', categoryId: 'cat_w', name: 'Weather', intentIds: ['c'] },
      ],
      unchangedNames: ['Whole', 'Same', 'Any', 'Unsaid'],
      differentColorNames: ['Weather'],
    });
  });

  test('is described in lines', () => {
    assert.equal(
      importPlanText(plan),
      [
        'Create (2): New, Pink (pink)',
        'Link 3 intents to: New, Weather',
        'Not changed because already in your list (4): Whole, Same, Any, Unsaid',
        "Already in your list with a different color, which the service can't change: Weather",
      ].join('\n'),
    );
    assert.equal(importPlanText({ steps: [], unchangedNames: [], differentColorNames: [] }), '');
  });
});

/** Runs steps with a fake service. `memory`: the reported creations and links, in their order. */
async function runImport(
  steps: readonly ImportStep[],
  answer: (sent: SentRequest, nth: number) => Response | Promise<Response>,
) {
  const { sent, insights } = createFakeClient(answer);
  const memory: string[] = [];
  const applied = await runImportPlan(steps, {
    insights,
    environmentId: 'e',
    signal,
    onDidCreate: async ({ id }) => void memory.push(id),
    onDidLink: async (id, ids) => void (ids.length > 0 && memory.push(`${id}: ${ids.join(' ')}`)),
    report: () => {},
  });
  return { sent, memory, applied };
}

const steps: readonly ImportStep[] = [
  { kind: 'create', name: 'A', intentIds: ['a'] },
  { kind: 'create', name: 'B', color: 'red', intentIds: [] },
  { kind: 'link', categoryId: 'cat_C', name: 'C', intentIds: ['c', 'd'] },
];
const createdResponse = ({ body }: SentRequest): Response =>
  jsonResponse({ id: `cat_${body['name']}`, name: body['name'] });
const respond = (sent: SentRequest): Response =>
  sent.request.endsWith('/link') ? jsonResponse({ success: true }) : createdResponse(sent);
const describeOutcome = (applied: Parameters<typeof importResultText>[0], reason?: string) =>
  importResultText(applied, { place: 'staging', reason });

describe('an import', () => {
  test('runs its steps in sequence', async () => {
    const { sent, memory, applied } = await runImport(steps, respond);
    assert.deepEqual(memory, ['cat_A', 'cat_A: a', 'cat_B', 'cat_C: c d']);
    assert.equal(sent.length, 3);
    assert.deepEqual([applied.linkedCount, applied.remainingSteps, applied.unknownIds], [3, [], []]);
    assert.equal(describeOutcome(applied), 'Created 2 intent categories and linked 3 intents in staging.');
  });

  test('returns unknown intents, and links the others', async () => {
    const { memory, applied } = await runImport(steps, (sent) => {
      const ids = sent.body['intentIds'] as readonly string[] | undefined;
      return ids?.some((id) => id === 'a' || id === 'd') ? notFoundResponse() : respond(sent);
    });
    assert.deepEqual(memory, ['cat_A', 'cat_B', 'cat_C: c']);
    assert.deepEqual([applied.unknownIds, applied.remainingSteps], [['a', 'd'], []]);
    assert.match(describeOutcome(applied), /The service doesn't recognize these IDs: a, d\./);
  });

  test('stops after a failure, and can be continued', async () => {
    const first = await runImport(steps, (sent, nth) => (nth === 2 ? jsonResponse({}, 429) : respond(sent)));
    assert.deepEqual(first.applied.remainingSteps, steps.slice(1));
    assert.match(
      describeOutcome(first.applied, 'Too many.'),
      /^Too many\. Not imported yet: B, C\. Created 1 intent category and linked 1 intent in staging\.$/,
    );
    const second = await runImport(first.applied.remainingSteps, respond);
    assert.deepEqual(second.memory, ['cat_B', 'cat_C: c d']);

    const linking = await runImport(steps, (sent, nth) => (nth === 3 ? failConnection() : respond(sent)));
    assert.deepEqual(linking.applied.remainingSteps, [steps[2]]);
    assert.ok(linking.applied.failure?.error instanceof ApiError);
  });

  test('never repeats a creation whose result is unknown', async () => {
    const { sent, applied } = await runImport(steps, (sent, nth) =>
      nth === 2 ? failConnection() : respond(sent),
    );
    assert.equal(sent.length, 2);
    assert.deepEqual([applied.remainingSteps, applied.failure?.uncertainName], [[steps[2]], 'B']);
    assert.match(describeOutcome(applied, "Can't reach."), /it's unknown whether "B" was created/);
  });

  test('continues with the next category if one was deleted', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `int_${index}`);
    const gone: ImportStep = { kind: 'link', categoryId: 'gone', name: 'Gone', intentIds: ids };
    const { memory, applied } = await runImport([gone, ...steps], (sent) =>
      sent.request.includes('/gone/') ? notFoundResponse() : respond(sent),
    );
    assert.deepEqual(applied.unlinkedCategories, ['Gone']);
    assert.equal(memory.length, 4);
    assert.match(
      describeOutcome(applied),
      /No intents were linked to Gone, which might have been deleted elsewhere\./,
    );
  });
});
