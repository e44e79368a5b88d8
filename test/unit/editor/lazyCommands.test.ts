import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommandTable } from '../../../src/editor/commands.ts';
import { createLazyCommands } from '../../../src/editor/lazyCommands.ts';

const [refresh, signIn] = ['hostedMcp.refresh', 'hostedMcp.signIn'] as const;

test('commands are made together, when the first of them is used', async () => {
  let made = 0;
  const commands = createLazyCommands([refresh, signIn], async () => {
    made += 1;
    return { [refresh]: async (argument) => `refreshed ${argument}`, [signIn]: async () => 'signed in' };
  });
  assert.equal(made, 0);
  assert.equal(await commands[refresh]?.('a'), 'refreshed a');
  assert.equal(await commands[signIn]?.(undefined), 'signed in');
  assert.equal(made, 1);
});

test('the compiler compares the IDs with the table', () => {
  // @ts-expect-error An ID of the table isn't in the list.
  createLazyCommands([refresh], async () => ({ [refresh]: () => 1, [signIn]: () => 2 }));
  // @ts-expect-error An ID of the list isn't in the table.
  createLazyCommands([refresh, signIn], async () => ({ [refresh]: () => 1 }));
});

test('a command that is registered and never made is told, whichever of them is used', async () => {
  const load = async (): Promise<CommandTable> => ({ [refresh]: async () => 'refreshed' });
  const commands = createLazyCommands([refresh, signIn], load);
  await assert.rejects(async () => commands[refresh]?.(undefined), /There is no hostedMcp\.signIn\./);
});
