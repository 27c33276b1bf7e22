import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { makeServerFolder, type ServerFolder } from './server-process.ts';

let folder: ServerFolder;
let app: App;
const lines: string[] = [];

beforeAll(async () => {
  folder = await makeServerFolder();
  const config = readConfig({
    DEVAI_DATA: join(folder.path, 'data'),
    WORKSPACE_ROOT: join(folder.path, 'taskforge'),
    LOG_LEVEL: 'info',
  });
  const logStream = { write: (line: string) => void lines.push(line) };
  app = await createApp(config, { background: false, logStream });
});
afterAll(async () => {
  await app.fastify.close();
  await folder.remove();
});

describe('the log of requests', () => {
  it.each(['/api/memory/search', '/api/memory/relevant', '/there/is/nothing'])(
    'names what was asked, and not what for: %s',
    async (path) => {
      lines.length = 0;
      await app.fastify.inject({ url: `${path}?q=my%20salary%20is%20confidential` });
      expect(lines.join('')).toContain(`"method":"GET","path":"${path}"`);
      expect(lines.join('')).not.toContain('salary');
    },
  );
});
