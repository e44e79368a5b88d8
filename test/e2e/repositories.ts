import { initRepository, type Repository } from '../kit/repositories.ts';
import { test as base } from './fixtures.ts';

/** Opens a folder with the files and the Git repository of the option `repository`. */
export const test = base.extend<{ repository: Repository; folder: string }>({
  repository: [{ files: {} }, { option: true }],

  sources: async ({ repository: { files } }, use) => use(files),

  folder: async ({ folder, repository }, use) => {
    initRepository(folder, repository);
    await use(folder);
  },
});
