import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeWorld } from '../../service/control.ts';
import { startLiveLogs } from '../../service/logs/liveLogs.ts';
import { buildWorld } from '../../service/world/buildWorld.ts';
import { type Clock, createClock } from '../../service/world/clock.ts';
import { type Project, runtimes, transports, type World } from '../../service/world/model.ts';

const dayMs = 86_400_000;
const baseUrl = 'http://127.0.0.1:1';

function build(
  seed: number,
  startedAt = Date.UTC(2026, 0, 15),
  more: { projects?: number; typicalOnly?: boolean } = {},
) {
  const clock: Clock = { startedAt, now: () => startedAt, advance: () => undefined };
  return buildWorld({ seed, baseUrl, clock, ...more });
}

function logsOf(world: World, project: string, name: string) {
  for (const environment of world.environments.values()) {
    if (environment.name !== name || world.projects.get(environment.projectId)?.name !== project) continue;
    return world.logs.get(environment.id).latest(100_000, {});
  }
  throw new Error(`No ${project} / ${name}`);
}

/**
 * Serializes a world and the history of every environment, without its functions. Times are relative to the
 * start.
 */
function contents(world: World): string {
  const { teams, clock } = world;
  const records = [world.projects, world.environments, world.variables, world.deployments, world.telemetry];
  const histories = [...world.environments.keys()].map((id) => world.logs.get(id).latest(100_000, {}));
  const json = JSON.stringify([teams, records.map((each) => [...each]), [...world.playgrounds], histories]);
  return json
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (date) => String(Date.parse(date) - clock.startedAt))
    .replace(/"startedAt":(\d+)/g, (_, at) => `"startedAt":${Number(at) - clock.startedAt}`);
}

describe('the world of a seed', () => {
  test('is the same each time, at whatever time it starts', () => {
    assert.equal(contents(build(7)), contents(build(7)));
    assert.equal(contents(build(7)), contents(build(7, Date.UTC(2027, 5, 1, 12, 34, 56, 789))));
  });

  test('is different for another seed', () => {
    const [one, other] = [build(1), build(2)];
    assert.notDeepEqual(describeWorld(one)[0], describeWorld(other)[0]);
    const production = (world: World) =>
      logsOf(world, 'weather-tools', 'production').map(({ content }) => content);
    assert.notDeepEqual(production(one), production(other));
  });

  test('does not change with the number of generated projects', () => {
    const names = describeWorld(build(3));
    assert.deepEqual(describeWorld(build(3, undefined, { projects: 40 })).slice(0, names.length), names);
    assert.equal(build(3, undefined, { projects: 40 }).projects.size, names.length + 40);
    assert.equal(build(3, undefined, { projects: 0 }).projects.size, 0);
  });

  test('has the edge cases for a view', () => {
    const projects = [...build(1).projects.values()];
    const all = <T>(pick: (project: Project) => T) => new Set(projects.map(pick));
    assert.deepEqual([...all(({ runtime }) => runtime)].sort(), runtimes.toSorted());
    assert.deepEqual(
      [...all(({ transport }) => transport)].map(String).sort(),
      ['null', ...transports].sort(),
    );
    const counts = all(({ environmentIds }) => environmentIds.length);
    assert.ok(counts.has(0) && Math.max(...counts) >= 6);
    assert.ok(projects.some(({ name }) => name.length === 100));
    for (const character of ['/', '%', '?', '#', ' ', '🌧']) {
      assert.ok(
        projects.some(({ id }) => id.includes(character)),
        character,
      );
    }
    const minimal = projects.find(({ name }) => name === 'bare-minimum');
    const nullable = [
      'productionId',
      'sourceRepository',
      'transport',
      'rootDirectory',
      'buildCommand',
      'startCommand',
    ] as const;
    for (const field of nullable) assert.equal(minimal?.[field], null, field);
  });

  test('is free of edge cases with typicalOnly', () => {
    const typical = [...build(1, undefined, { typicalOnly: true }).projects.values()];
    assert.deepEqual(
      typical.map(({ name }) => name),
      ['weather-tools', 'billing-mcp', 'docs-search', 'release-train'],
    );
  });
});

describe('the history', () => {
  const world = build(1);
  const typical = logsOf(world, 'weather-tools', 'production');

  test('of weather-tools / production has about 5,000 entries over 3 days, ascending, none in the future', () => {
    assert.ok(typical.length >= 4900 && typical.length <= 5100, String(typical.length));
    const times = typical.map(({ timestamp }) => Date.parse(timestamp));
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    const [first = 0, last = 0] = [times.at(0), times.at(-1)];
    assert.ok(last - first >= 3 * dayMs);
    assert.ok(last <= world.clock.startedAt);
    assert.ok(world.clock.startedAt - last < 60_000);
  });

  test('has requests from START to END, shared milliseconds, duplicates, every level, JSON, and stack traces', () => {
    const types = new Set(typical.map(({ type }) => type));
    assert.deepEqual([...types].sort(), ['DEBUG', 'END', 'ERROR', 'INFO', 'START', 'WARNING']);
    const ends = typical.filter(({ type }) => type === 'END');
    const starts = new Map(
      typical.filter(({ type }) => type === 'START').map((entry) => [entry.requestId, entry]),
    );
    assert.equal(starts.size, ends.length);
    for (const { requestId, timestamp, durationInMs } of ends) {
      const start = starts.get(requestId);
      assert.equal(start?.method, 'tools/call');
      assert.equal(Date.parse(timestamp) - Date.parse(start?.timestamp ?? ''), durationInMs);
    }
    const all = typical.map((entry) => JSON.stringify(entry));
    assert.ok(new Set(all).size < all.length, 'twins');
    assert.ok(
      new Set(typical.map(({ timestamp }) => timestamp)).size < typical.length / 1.3,
      'shared milliseconds',
    );
    const has = (pattern: RegExp) =>
      typical.some(({ content }) => content !== undefined && pattern.test(content));
    assert.ok(has(/^\{".*\}$/) && has(/\n {4}at /) && has(/slow.* get_/));
  });

  test('of the edge-case environment has huge lines and absent fields', () => {
    const edgeCase = [...world.environments.values()].find(({ logProfile }) => logProfile.hasEdgeCases);
    const entries = world.logs.get(edgeCase?.id ?? '').latest(100_000, {});
    assert.ok(entries.some(({ content }) => (content?.length ?? 0) >= 100_000));
    assert.ok(entries.some(({ type, content }) => type === 'INFO' && content === undefined));
    assert.ok(entries.some(({ type, method }) => type === 'START' && method === undefined));
    assert.ok(entries.some(({ type, durationInMs }) => type === 'END' && durationInMs === undefined));
  });

  test('of docs-search / quiet is empty', () => {
    assert.deepEqual(logsOf(world, 'docs-search', 'quiet'), []);
  });
});

describe('live logs', () => {
  test('keep arriving, some up to a minute late, none early', (context) => {
    context.mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.UTC(2026, 0, 15) });
    const clock = createClock();
    const world = buildWorld({ seed: 1, baseUrl, clock });
    const ids = [...world.environments.values()].filter(({ logProfile }) => logProfile.liveRate > 0);
    assert.ok(ids.length > 1);
    const count = () => ids.reduce((sum, { id }) => sum + world.logs.get(id).size, 0);
    const lateness: number[] = [];
    const append = world.logs.append;
    world.logs.append = (id, entries) => {
      for (const { timestamp } of entries) lateness.push(clock.now() - Date.parse(timestamp));
      append(id, entries);
    };
    const before = count();
    const live = startLiveLogs(world);
    for (let second = 0; second < 300; second++) context.mock.timers.tick(1000);
    const during = count();
    assert.ok(during - before > 500, String(during - before));
    assert.ok(Math.min(...lateness) >= 0);
    // A late entry also waits for the next tick.
    assert.ok(
      Math.max(...lateness) > 30_000 && Math.max(...lateness) <= 61_000,
      String(Math.max(...lateness)),
    );
    live.stop();
    context.mock.timers.tick(60_000);
    assert.equal(count(), during);
  });
});
