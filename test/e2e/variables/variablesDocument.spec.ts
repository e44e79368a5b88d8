import type { Locator } from '@playwright/test';
import { addElsewhere, heldVariables } from '../../kit/heldVariables.ts';
import type { SampleService } from '../../service/service.ts';
import { filesBelow } from '../filesBelow.ts';
import { expect, test } from '../fixtures.ts';
import { storesOfPage } from '../storesOfPage.ts';
import { addStagingById, addVariableById } from '../variableRows.ts';
import type { Workbench } from '../workbench.ts';

const project = 'weather-tools';
const anyVariable = '^/v1/environment-variables/';

test.describe('the document of variables', () => {
  test('stands in for secrets; sends nothing that breaks a rule, nothing without a yes, and shows what is there then', async ({
    workbench,
    service,
    page,
  }) => {
    await test.step('sends nothing that breaks a rule, and nothing without a yes', async () => {
      await open(workbench);
      service.requests.clear();
      await append(workbench, 'A=short', 'EMPTY_ONE=', 'two words', 'LOG_LEVEL=again');
      await save(workbench);
      const message = workbench.notification("Failed to save 'staging.env'").first();
      await expect(message).toContainText('Line 8: A: a key has at least 2 characters.');
      await expect(message).toContainText('Line 9: EMPTY_ONE has no value.');
      await expect(message).toContainText('Line 10: This line is neither KEY=value nor a comment.');
      await expect(message).toContainText('Line 11: LOG_LEVEL appears here twice.');
      await expect(workbench.page.locator('.squiggly-error').first()).toBeVisible();
      await expect(dirty(workbench)).toHaveCount(1);

      for (const begin of ['A=', 'EMPTY_ONE', 'two words', 'LOG_LEVEL=again'])
        await replaceLine(workbench, begin, '');
      await append(workbench, 'FINE=1');
      await workbench.clearNotifications();
      await lines(workbench).click();
      for (const way of ['save', 'close']) {
        if (way === 'save') await save(workbench);
        else {
          await workbench.tab('staging.env').click({ button: 'middle' });
          await workbench.dialog.getByRole('button', { name: /^Save/ }).click();
        }
        await expect(workbench.dialog).toContainText('Add (1): FINE');
        await workbench.dialog.getByRole('button', { name: 'Cancel' }).click();
        await expect(page.locator('.statusbar')).toContainText('Nothing was sent.');
        await expect(lines(workbench)).toContainText('FINE=1');
        await expect(dirty(workbench)).toHaveCount(1);
      }
      await expect(workbench.notification('')).toHaveCount(0);
      expect(service.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
    });

    await test.step('shows what the service has after Revert, also what came while it was unsaved', async () => {
      await lines(workbench).click();
      await append(workbench, 'TYPED=1');
      addElsewhere(service, 'CAME_LATER', 'new');
      await revert(workbench);
      await expect(lines(workbench)).toContainText('CAME_LATER=new');
      await expect(lines(workbench)).not.toContainText('TYPED=1');
      await expect(dirty(workbench)).toHaveCount(0);
      addElsewhere(service, 'REFRESHED', 'newer');
      await workbench.run('Refresh');
      await expect(lines(workbench)).toContainText('REFRESHED=newer');
      await lines(workbench).click();
      await append(workbench, 'TYPED=2');
      await save(workbench);
      await expect(workbench.dialog).toContainText('Add (1): TYPED');
      await expect(workbench.dialog).not.toContainText(/CAME_LATER|REFRESHED/);
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
    });

    await test.step('stands in for secrets; saving asks with names, applies, and shows what is there then', async () => {
      await workbench.clearNotifications();
      await lines(workbench).click();
      await expect(lines(workbench)).toContainText('FORECAST_API_KEY=<unchanged> # secret');
      await expect(lines(workbench)).toContainText('LOG_LEVEL=debug');
      await expect(lines(workbench)).not.toContainText(held(service, 'FORECAST_API_KEY')?.value ?? '');
      await append(workbench, '# kept', 'NEW_TOKEN=typed-marker-2 # secret', "LINES='one", "two # three'");
      await replaceLine(workbench, 'LOG_LEVEL', 'LOG_LEVEL=info # as in production');
      await save(workbench);
      await expect(workbench.dialog).toContainText(`Change the variables of staging of ${project}?`);
      await expect(workbench.dialog).toContainText('Add (2): NEW_TOKEN (secret), LINES');
      await expect(workbench.dialog).toContainText('Change (1): LOG_LEVEL');
      await expect(workbench.dialog).not.toContainText(/typed-marker-2|two|info/);
      expect(held(service, 'NEW_TOKEN')).toBeUndefined();
      await apply(workbench);
      await expect(lines(workbench)).toContainText('NEW_TOKEN=<unchanged> # secret');
      await expect(lines(workbench)).toContainText('# kept');
      await expect(lines(workbench)).toContainText('LOG_LEVEL=info # as in production');
      await expect(dirty(workbench)).toHaveCount(0);
      expect(held(service, 'NEW_TOKEN')).toMatchObject({ value: 'typed-marker-2', isSecret: true });
      expect(held(service, 'LINES')?.value).toBe('one\ntwo # three');
      expect(held(service, 'LOG_LEVEL')?.value).toBe('info');
      await expect(
        workbench.notification('staging of weather-tools: 2 added, 1 changed. Redeploy to apply.'),
      ).toBeVisible();

      // What was saved is where the next change starts.
      await replaceLine(workbench, 'NEW_TOKEN', '');
      await save(workbench);
      await expect(workbench.dialog).toContainText('Remove (1): NEW_TOKEN (secret)');
      await expect(workbench.dialog).not.toContainText(/Add|Change \(/);
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
      await expect.poll(() => held(service, 'NEW_TOKEN')).toBeUndefined();
      await page.keyboard.press('Control+s');
      await expect(workbench.dialog).toHaveCount(0);
    });
  });

  test('says which keys were not applied, what others changed, the truth after a failure, and goes on after a sign-in', async ({
    workbench,
    service,
  }) => {
    await test.step('says which keys were not applied, and keeps what was typed for them', async () => {
      await open(workbench);
      await append(workbench, 'GOOD_TOKEN=typed-marker-3 # secret', 'NODE_OPTIONS=--trace-warnings # mine');
      await save(workbench);
      await apply(workbench);
      const message = workbench.notification("Failed to save 'staging.env'").first();
      await expect(message).toContainText('1 of 2 changes were applied to staging of weather-tools.');
      await expect(message).toContainText('NODE_OPTIONS (This key is reserved by the service)');
      await expect(message).not.toContainText(/typed-marker-3|trace-warnings/);
      await expect(lines(workbench)).toContainText('GOOD_TOKEN=<unchanged> # secret');
      await expect(lines(workbench)).toContainText('NODE_OPTIONS=--trace-warnings # mine');
      await expect(workbench.page.locator('.squiggly-error')).not.toHaveCount(0);
      await expect(dirty(workbench)).toHaveCount(1);
      expect(held(service, 'GOOD_TOKEN')).toMatchObject({ value: 'typed-marker-3', isSecret: true });

      await replaceLine(workbench, 'NODE_OPTIONS', 'APP_OPTIONS=--trace-warnings # mine');
      await save(workbench);
      await expect(workbench.dialog).toContainText('Add (1): APP_OPTIONS');
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
      expect(held(service, 'APP_OPTIONS')?.value).toBe('--trace-warnings');
      await expect(workbench.page.locator('.squiggly-error')).toHaveCount(0);

      // Given up, it is marked no more.
      await append(workbench, 'NODE_OPTIONS=--trace-warnings');
      await save(workbench);
      await apply(workbench);
      await expect(workbench.page.locator('.squiggly-error')).not.toHaveCount(0);
      await revert(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
      await expect(workbench.page.locator('.squiggly-error')).toHaveCount(0);
    });

    await test.step('tells the truth when the service fails in the middle, or its answer is lost', async () => {
      addElsewhere(service, 'REGION', 'north');
      await workbench.clearNotifications();
      await workbench.run('Refresh');
      await expect(lines(workbench)).toContainText('REGION=north');
      await replaceLine(workbench, 'LOG_LEVEL', 'LOG_LEVEL=warn');
      await replaceLine(workbench, 'REGION', '');
      await append(workbench, 'LOST=1');
      // The new one is made, but no one hears of it; later, a removal is refused.
      service.faults.add({ match: { method: 'POST' }, drop: 'afterWork', times: 1 });
      service.faults.add({ match: { method: 'DELETE', path: anyVariable }, status: 403, times: 1 });
      await save(workbench);
      await apply(workbench);
      const message = workbench.notification("Failed to save 'staging.env'").first();
      await expect(message).toContainText('1 of 3 changes were applied');
      await expect(message).toContainText('Not applied: LOG_LEVEL, REGION.');
      expect(held(service, 'LOST')?.value).toBe('1');
      expect(held(service, 'LOG_LEVEL')?.value).toBe('debug');
      await expect(dirty(workbench)).toHaveCount(1);
      await save(workbench);
      await expect(workbench.dialog).toContainText('Change (1): LOG_LEVEL');
      await apply(workbench);
      await expect(message).toContainText('Not applied: REGION.');
      expect(held(service, 'REGION')?.value).toBe('north');
      await expect(dirty(workbench)).toHaveCount(1);
      await save(workbench);
      await expect(workbench.dialog).toContainText('Remove (1): REGION');
      await expect(workbench.dialog).not.toContainText('Change (');
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
      await expect.poll(() => held(service, 'REGION')).toBeUndefined();
      expect(held(service, 'LOST')?.value).toBe('1');
      expect(held(service, 'LOG_LEVEL')?.value).toBe('warn');
    });

    await test.step('goes on after a sign-in that is asked for in the middle', async () => {
      await replaceLine(workbench, 'LOG_LEVEL', 'LOG_LEVEL=error');
      await append(workbench, 'ADDED_FIRST=1');
      service.faults.add({ match: { method: 'PATCH', path: anyVariable }, status: 401, times: 1 });
      await save(workbench);
      await apply(workbench);
      await expect(workbench.inputMessage).toContainText('refused the key');
      expect(held(service, 'ADDED_FIRST')?.value).toBe('1');
      expect(held(service, 'LOG_LEVEL')?.value).toBe('warn');
      await workbench.enter(service.otherApiKey);
      await expect(dirty(workbench)).toHaveCount(0);
      await expect.poll(() => held(service, 'LOG_LEVEL')?.value).toBe('error');
    });

    await test.step('shows what others changed meanwhile before it writes, and keeps that', async () => {
      await workbench.clearNotifications();
      await lines(workbench).click();
      await append(workbench, 'OURS=1');
      await replaceLine(workbench, 'LOG_LEVEL', 'LOG_LEVEL=warn');
      addElsewhere(service, 'THEIRS', 'from-elsewhere');
      const level = held(service, 'LOG_LEVEL');
      if (level) level.value = 'trace';
      await save(workbench);
      await expect(workbench.dialog).toContainText('Changed on the service since this text was read');
      await expect(workbench.dialog).toContainText('LOG_LEVEL (changed; your change replaces it)');
      await expect(workbench.dialog).toContainText('THEIRS (added)');
      await expect(workbench.dialog).not.toContainText(/trace|warn|from-elsewhere/);
      await apply(workbench);
      await expect(lines(workbench)).toContainText('THEIRS=from-elsewhere');
      expect(held(service, 'THEIRS')?.value).toBe('from-elsewhere');
      expect(held(service, 'LOG_LEVEL')?.value).toBe('warn');
      expect(held(service, 'OURS')?.value).toBe('1');
      await expect(dirty(workbench)).toHaveCount(0);
    });

    await test.step('says what was deleted elsewhere, before it asks and after', async () => {
      addElsewhere(service, 'GONE_PLAIN', 'old');
      await workbench.run('Refresh');
      await expect(lines(workbench)).toContainText('GONE_PLAIN=old');
      for (const key of ['GONE_PLAIN', 'FORECAST_API_KEY']) {
        const id = held(service, key)?.id ?? '';
        service.world.variables.delete(id);
      }
      await replaceLine(workbench, 'GONE_PLAIN', 'GONE_PLAIN=new');
      // The secret isn't touched here, so it stays away.
      await save(workbench);
      await expect(workbench.dialog).toContainText('Add (1): GONE_PLAIN');
      await expect(workbench.dialog).toContainText('GONE_PLAIN (removed; your change replaces it)');
      await expect(workbench.dialog).toContainText('FORECAST_API_KEY (removed)');
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
      await expect(lines(workbench)).not.toContainText('FORECAST_API_KEY');
      expect(held(service, 'GONE_PLAIN')?.value).toBe('new');

      // What is deleted between the question and the request is said by name.
      await replaceLine(workbench, 'GONE_PLAIN', 'GONE_PLAIN=newer');
      await save(workbench);
      await expect(workbench.dialog).toContainText('Change (1): GONE_PLAIN');
      service.world.variables.delete(held(service, 'GONE_PLAIN')?.id ?? '');
      await apply(workbench);
      await expect(workbench.notification("Failed to save 'staging.env'").first()).toContainText(
        'Not applied: GONE_PLAIN.',
      );
      await expect(lines(workbench)).toContainText('GONE_PLAIN=newer');
      await expect(workbench.page.locator('.squiggly-error').first()).toBeVisible();
      await save(workbench);
      await expect(workbench.dialog).toContainText('Add (1): GONE_PLAIN');
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
      expect(held(service, 'GONE_PLAIN')?.value).toBe('newer');
    });
  });

  test('offers to keep as a secret what looks like one, and takes large values and texts from other systems', async ({
    workbench,
    service,
    page,
  }) => {
    await test.step('offers to keep as a secret what looks like one', async () => {
      await open(workbench);
      await append(workbench, 'MY_PASSWORD=typed-marker-5 # of the robot');
      await page.keyboard.press('ArrowUp');
      await expect(page.locator('.squiggly-warning').first()).toBeVisible();
      // What is found in the text meanwhile closes the menu.
      await expect(async () => {
        await page.keyboard.press('Control+.');
        await page.getByText('Keep MY_PASSWORD as a Secret').click({ timeout: 4000 });
      }).toPass();
      await expect(lines(workbench)).toContainText('MY_PASSWORD=typed-marker-5 # secret of the robot');
      await expect(page.locator('.squiggly-warning')).toHaveCount(0);
      await save(workbench);
      await expect(workbench.dialog).toContainText('Add (1): MY_PASSWORD (secret)');
      await apply(workbench);
      await expect(lines(workbench)).toContainText('MY_PASSWORD=<unchanged> # secret of the robot');
      expect(held(service, 'MY_PASSWORD')).toMatchObject({ value: 'typed-marker-5', isSecret: true });
    });

    await test.step('takes large values, and texts from other systems', async () => {
      await lines(workbench).click();
      const large = 'x1 #'.repeat(16_384);
      await page.keyboard.press('Control+End');
      const typed = `\uFEFFWITH_MARK=1\r\nLARGE="${large}"\r\nLINES="one\r\ntwo"\r\n`;
      await page.evaluate((text) => navigator.clipboard.writeText(text), typed);
      await page.keyboard.press('Control+v');
      await expect(lines(workbench)).toContainText('LINES="one');
      await save(workbench);
      await expect(workbench.dialog).toContainText('Add (3): WITH_MARK, LARGE, LINES');
      await apply(workbench);
      await expect(dirty(workbench)).toHaveCount(0);
      expect(held(service, 'LARGE')?.value).toBe(large);
      expect(held(service, 'LINES')?.value).toBe('one\ntwo');
      expect(held(service, 'WITH_MARK')?.value).toBe('1');
    });
  });

  test('leaves no value in a log, nor on the disk once nothing is unsaved', async ({
    workbench,
    service,
    context,
    page,
    editor,
  }) => {
    const printed: string[] = [];
    context.on('console', (message) => printed.push(message.text()));
    await workbench.logEverything();
    await open(workbench);
    await append(workbench, 'NEW_TOKEN=held7-token # secret', 'NODE_OPTIONS=held7-options');
    service.faults.add({ match: { method: 'POST' }, status: 500, times: 1 });
    await save(workbench);
    await apply(workbench);
    const message = workbench.notification("Failed to save 'staging.env'").first();
    await expect(message).toContainText('0 of 2 changes were applied');
    await save(workbench);
    await apply(workbench);
    await expect(message).toContainText('NODE_OPTIONS (This key is reserved by the service)');
    await revert(workbench);
    await expect(dirty(workbench)).toHaveCount(0);
    expect(held(service, 'NEW_TOKEN')?.value).toBe('held7-token');

    const places = () => filesBelow(editor.dataDir);
    // The requests are in the log.
    const line = /POST \/v1\/environments\/\S+\/environment-variables · 400/;
    await expect.poll(() => places().some(([, text]) => line.test(text))).toBe(true);
    const holding = () => places().filter(([, text]) => text.includes('held7'));
    await expect.poll(() => holding().map(([name]) => name)).toEqual([]);
    for (const text of [editor.log(), printed.join('\n'), await page.evaluate(storesOfPage)]) {
      expect(text.includes('held7')).toBe(false);
    }
  });

  test('marks production, and what was unsaved is there after a reload', async ({
    workbench,
    service,
    editor,
  }) => {
    await open(workbench, 'production');
    await append(workbench, 'AFTER_RELOAD=1');
    // The editor keeps unsaved texts a second after they were typed.
    await expect
      .poll(() => filesBelow(editor.dataDir).some(([, text]) => /AFTER_RELOAD=1/.test(text)))
      .toBe(true);
    await workbench.reloadWithEditors();
    await expect(lines(workbench)).toContainText('AFTER_RELOAD=1');
    await expect(dirty(workbench)).toHaveCount(1);
    await lines(workbench).click();
    await save(workbench);
    await expect(workbench.dialog).toContainText(`production of ${project} (PRODUCTION)`);
    await expect(workbench.dialog).toContainText('Add (1): AFTER_RELOAD');
    await apply(workbench);
    await expect(dirty(workbench)).toHaveCount(0);
    const of = heldVariables(service, project, 'production');
    expect(of.find(({ key }) => key === 'AFTER_RELOAD')?.value).toBe('1');
  });
});

test.describe('with auto save', () => {
  test.use({
    settings: { '[hostedMcpVariables]': { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100 } },
  });

  test('the document of variables is sent by hand only', async ({ workbench, service }) => {
    await open(workbench);
    service.requests.clear();
    await append(workbench, 'TYPED=1');
    await expect(workbench.notification('Nothing is sent by auto save.').first()).toBeVisible();
    await expect(workbench.dialog).toHaveCount(0);
    await save(workbench);
    await apply(workbench);
    await expect(dirty(workbench)).toHaveCount(0);
    expect(held(service, 'TYPED')?.value).toBe('1');
  });
});

test.describe('the document of a service that lists no variables', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('holds those known by id, and changes them', async ({ workbench, service }) => {
    const plain = held(service, 'LOG_LEVEL');
    if (!plain) throw new Error('The sample has LOG_LEVEL.');
    const environment = await addStagingById(workbench, service);
    await addVariableById(workbench, environment, plain);
    await workbench.runOn(environment, 'Edit Variables');
    await expect(lines(workbench)).toContainText('This service lists no variables');
    await expect(lines(workbench)).toContainText('LOG_LEVEL=<unchanged>');
    await lines(workbench).click();

    await append(workbench, 'NEW_ONE=1');
    await save(workbench);
    await expect(
      workbench.notification(
        "This service doesn't create variables. Take out, or add by ID in the tree: NEW_ONE",
      ),
    ).toBeVisible();
    await replaceLine(workbench, 'NEW_ONE', '');
    await replaceLine(workbench, 'LOG_LEVEL', 'LOG_LEVEL=typed-marker-4');
    await save(workbench);
    await expect(workbench.dialog).toContainText('Change (1): LOG_LEVEL');
    await apply(workbench);
    await expect(lines(workbench)).toContainText('LOG_LEVEL=<unchanged>');
    expect(held(service, 'LOG_LEVEL')).toMatchObject({ value: 'typed-marker-4', isSecret: false });
  });
});

function held(service: SampleService, key: string) {
  return heldVariables(service).find((one) => one.key === key);
}

async function open(workbench: Workbench, environment = 'staging'): Promise<void> {
  await workbench.row(project).click();
  await workbench.runOn(workbench.environment(project, environment), 'Edit Variables');
  await expect(workbench.tab(`${environment}.env`)).toBeVisible();
  await expect(lines(workbench)).toContainText('LOG_LEVEL');
  await lines(workbench).click();
}

/** What is typed at the end of the document, one line each. */
async function append({ page }: Workbench, ...typed: readonly string[]): Promise<void> {
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(`${typed.join('\n')}\n`);
}

async function replaceLine(workbench: Workbench, begin: string, typed: string): Promise<void> {
  const line = lines(workbench).locator('.view-line').filter({ hasText: begin }).last();
  await line.click({ position: { x: 5, y: 5 } });
  await workbench.page.keyboard.press('End');
  await workbench.page.keyboard.press('Shift+Home');
  if (typed === '') await workbench.page.keyboard.press('Delete');
  else await workbench.page.keyboard.insertText(typed);
}

async function revert(workbench: Workbench): Promise<void> {
  await workbench.page.keyboard.press('F1');
  await workbench.input.fill('>File: Revert File');
  await workbench.choose(workbench.item('File: Revert File'));
}

async function save({ page }: Workbench): Promise<void> {
  await page.keyboard.press('Control+s');
}

async function apply({ dialog }: Workbench): Promise<void> {
  await dialog.getByRole('button', { name: 'Apply' }).click();
}

function lines(workbench: Workbench): Locator {
  return workbench.page.locator('.editor-instance .view-lines');
}

function dirty(workbench: Workbench): Locator {
  return workbench.page.locator('.tabs-container .tab.dirty');
}
