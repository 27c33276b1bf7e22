import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { opened } from './opened.ts';

/** An empty folder for each test of a file, by its real path. It is removed afterwards. */
export const temporaryFolder = (): (() => string) =>
  opened('test', async (closing) =>
    closing.adopt(await realpath(await mkdtemp(join(tmpdir(), 'devai-test-'))), (path) =>
      rm(path, { recursive: true, force: true, maxRetries: 5 }),
    ),
  );
