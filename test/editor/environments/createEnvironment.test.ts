import { findEnvironmentId } from '../../kit/sample.ts';
import type { SampleService } from '../../service/service.ts';
import { expect, test } from '../fixtures.ts';
import type { HostWindow } from '../window.ts';

const project = 'weather-tools';
const command = 'Create Environment...';

const posts = (service: SampleService) => service.requests.list().filter(({ method }) => method === 'POST');
const created = ({ world }: SampleService, name: string) =>
  [...world.environments.values()].filter((one) => one.name === name);

test.describe('a new environment', () => {
  test('asks for a name and a branch, and is then shown', async ({ workbench, service }) => {
    await workbench.runOn(workbench.row(project), command);
    await isAskedForName(workbench);
    await workbench.input.fill(' ');
    await expect(workbench.inputMessage).toContainText("The name can't be empty.");
    await workbench.input.fill('staging');
    await expect(workbench.inputMessage).toContainText(
      'This project already has an environment with that name.',
    );
    await workbench.input.press('Enter');
    await expect(workbench.input).toHaveValue('staging');
    await workbench.enter(' preview ');

    await isAskedForBranch(workbench, 'preview');
    await expect(workbench.input).toHaveValue('main');
    await workbench.input.fill('a branch');
    await expect(workbench.inputMessage).toContainText("A branch name can't contain spaces.");
    await workbench.input.fill('a..b');
    await expect(workbench.inputMessage).toContainText("Git doesn't allow this branch name.");
    await workbench.inputButton('Back').click();
    await isAskedForName(workbench);
    await expect(workbench.input).toHaveValue('preview');
    await workbench.input.press('Enter');
    await expect(workbench.input).toHaveValue('a..b');
    await expect(workbench.inputMessage).toContainText("Git doesn't allow this branch name.");
    await workbench.enter('feature/preview');

    const row = workbench.environment(project, 'preview');
    await expect(row).toBeVisible();
    await expect(row).toBeSelected();
    await expect(workbench.environment(project, 'production')).toBeVisible();
    expect(posts(service)).toHaveLength(1);
    expect(created(service, 'preview').map(({ sourceBranch }) => sourceBranch)).toEqual(['feature/preview']);
  });

  test('that is rejected keeps the input and explains why; an unsupported service is reported without an error', async ({
    workbench,
    service,
  }) => {
    await test.step('that is rejected keeps the input, and explains why', async () => {
      await openBranch(workbench);
      const rejection = { match: { method: 'POST' }, times: 1, status: 400 };
      service.faults.add({
        ...rejection,
        body: { defined: true, code: 'BAD_REQUEST', status: 400, message: 'No such branch' },
      });
      await workbench.enter('nowhere');
      await expect(workbench.inputMessage).toContainText('rejected: No such branch');
      await expect(workbench.input).toHaveValue('nowhere');
      await workbench.enter('main');
      await expect(workbench.environment(project, 'preview')).toBeVisible();
    });

    await test.step('reports a failure of the service, and a canceled sign-in', async () => {
      await openBranch(workbench, 'later');
      service.faults.add({ match: { method: 'POST' }, times: 1, status: 500 });
      await workbench.input.press('Enter');
      await expect(workbench.inputMessage).toContainText(/Service error 500: .* has no environment "later"/);
      service.faults.add({ match: { method: 'POST' }, times: 1, status: 401 });
      await workbench.input.press('Enter');
      await expect(workbench.inputTitle).toContainText('API Key for');
      await workbench.input.press('Escape');
      await expect(workbench.inputMessage).toContainText(/later wasn't created .*sign-in was canceled/);
      await expect(workbench.input).toHaveValue('main');
      await workbench.input.press('Enter');
      await expect(workbench.environment(project, 'later')).toBeVisible();
      expect(created(service, 'later')).toHaveLength(1);
    });

    await test.step('reports a service that does not create environments without an error, also from a row', async () => {
      service.requests.clear();
      await openBranch(workbench, 'never');
      service.faults.add({ match: { method: 'POST' }, status: 404, body: { message: 'Not Found' } });
      await workbench.input.press('Enter');
      const message = workbench.notification('creating environments');
      await expect(message).toHaveIcon('information');
      await expect(message.getByRole('button', { name: 'Add Environment by ID' })).toBeVisible();
      await expect(workbench.input).toBeHidden();
      expect(posts(service)).toHaveLength(1);
    });
  });

  test('is created once if the response is lost, the result is unknown, or the prompt was canceled', async ({
    workbench,
    service,
  }) => {
    await test.step('is found if only the response was lost', async () => {
      await openBranch(workbench);
      service.faults.add({ match: { method: 'POST' }, times: 1, drop: 'afterWork' });
      await workbench.input.press('Enter');
      await expect(workbench.notification('preview was created')).toContainText('lost');
      await expect(workbench.environment(project, 'preview')).toBeSelected();
      expect(posts(service)).toHaveLength(1);
      expect(created(service, 'preview')).toHaveLength(1);
    });

    await test.step('is not sent twice while the result is unknown', async () => {
      service.requests.clear();
      await workbench.clearNotifications();
      await openBranch(workbench, 'unknown');
      service.faults.add({ match: { method: 'POST' }, times: 1, drop: 'afterWork' });
      service.faults.add({ match: { method: 'GET', path: '/v1/projects/' }, status: 403 });
      await workbench.input.press('Enter');
      await expect(workbench.inputMessage).toContainText('whether unknown was created');
      await workbench.input.press('Enter');
      await expect.poll(() => service.requests.list().filter(({ status }) => status === 403).length).toBe(2);
      await expect(workbench.inputMessage).toContainText('whether unknown was created');
      service.faults.clear();
      await workbench.input.press('Enter');
      await expect(workbench.environment(project, 'unknown')).toBeVisible();
      expect(posts(service)).toHaveLength(1);
      expect(created(service, 'unknown')).toHaveLength(1);
    });

    await test.step('is looked for if the prompt was canceled while it was sent, and not sent twice', async () => {
      service.requests.clear();
      await workbench.clearNotifications();
      await openBranch(workbench, 'left');
      service.faults.add({ match: { method: 'POST' }, times: 1, hang: true });
      await workbench.input.press('Enter');
      await expect.poll(() => posts(service).length).toBe(1);
      await workbench.input.press('Escape');
      // An unknown result is reported, but not a canceled prompt.
      await expect(workbench.notification('no environment "left"')).toBeVisible();
      await workbench.runOn(workbench.row(project), command);
      await isAskedForBranch(workbench, 'left');
      await workbench.input.press('Enter');
      await expect(workbench.environment(project, 'left')).toBeVisible();
      expect(created(service, 'left')).toHaveLength(1);
      expect(posts(service)).toHaveLength(2);
    });
  });

  test('belongs to the project selected from the palette, and continues after the prompt was closed', async ({
    workbench,
    service,
  }) => {
    await test.step('belongs to the project that is selected from the Command Palette', async () => {
      await expect(workbench.row('docs-search')).toBeVisible();
      await workbench.run(command);
      await workbench.choose(workbench.item('docs-search'));
      await workbench.enter('picked');
      await isAskedForBranch(workbench, 'picked');
      await workbench.enter('main');
      await expect(workbench.environment('docs-search', 'picked')).toBeSelected();
    });

    await test.step('continues the next time after the prompt was closed with a key, without a message', async () => {
      await workbench.runOn(workbench.row(project), command);
      await expect(workbench.inputTitle).toHaveText('Create Environment in weather-tools (1/2)');
      await expect(workbench.inputButton('Start Over')).toHaveCount(0);
      await workbench.input.fill('preview');
      await workbench.input.press('Escape');
      await workbench.runOn(workbench.row(project), command);
      await isAskedForName(workbench);
      await expect(workbench.inputTitle).toContainText('from Draft');
      await expect(workbench.input).toHaveValue('preview');
      await workbench.input.press('Enter');
      await isAskedForBranch(workbench, 'preview');
      await workbench.input.fill('feature/half');
      await workbench.input.press('Escape');
      await expect(workbench.notification('')).toHaveCount(0);

      // The limit doesn't affect another project.
      await workbench.runOn(workbench.row('docs-search'), command);
      await expect(workbench.input).toHaveValue('');
      await workbench.input.press('Escape');

      await workbench.runOn(workbench.row(project), command);
      await isAskedForBranch(workbench, 'preview');
      await expect(workbench.input).toHaveValue('feature/half');
      await workbench.inputButton('Back').click();
      await expect(workbench.input).toHaveValue('preview');
      await workbench.input.press('Enter');
      await expect(workbench.input).toHaveValue('feature/half');
      await workbench.inputButton('Start Over').click();
      await isAskedForName(workbench);
      await expect(workbench.input).toHaveValue('');
      await workbench.input.press('Escape');

      await workbench.runOn(workbench.row(project), command);
      await workbench.enter('preview');
      await workbench.enter('feature/half');
      await expect(workbench.environment(project, 'preview')).toBeVisible();
      expect(created(service, 'preview').map(({ sourceBranch }) => sourceBranch)).toEqual(['feature/half']);
      await workbench.runOn(workbench.row(project), command);
      await expect(workbench.input).toHaveValue('');
      await workbench.input.press('Escape');
    });
  });
});

test.describe('a service that does not create environments', () => {
  test.use({ serviceOptions: { seed: 7, live: false, specOnly: true } });

  test('is reported, with a remedy', async ({ workbench, service }) => {
    await expect(workbench.tree).toContainText("can't list projects");
    await workbench.run(command);
    const message = workbench.notification('creating environments');
    await expect(message).toBeVisible();
    // The service doesn't support it, which isn't an error.
    await expect(message).toHaveIcon('information');
    expect(posts(service)).toEqual([]);
    await message.getByRole('button', { name: 'Add Environment by ID' }).click();
    await workbench.enter(findEnvironmentId(service, project, 'staging'));
    await expect(workbench.row('staging')).toBeVisible();
  });
});

async function openBranch(workbench: HostWindow, name = 'preview'): Promise<void> {
  await workbench.runOn(workbench.row(project), command);
  await workbench.enter(name);
  await isAskedForBranch(workbench, name);
}

async function isAskedForName(workbench: HostWindow): Promise<void> {
  await expect(workbench.inputTitle).toContainText('(1/2)');
  await expect(workbench.inputMessage).toContainText('name');
}

async function isAskedForBranch(workbench: HostWindow, name: string): Promise<void> {
  await expect(workbench.inputTitle).toContainText('(2/2)');
  await expect(workbench.inputMessage).toContainText(`branch to deploy "${name}"`);
}
