import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import api from '../../api/package.json' with { type: 'json' };
import memory from '../../../packages/memory/package.json' with { type: 'json' };

test.each(['--version', '--help', 'chat --help', 'memory --help'])(
  '%s loads nothing that only a chat, a server or a store needs',
  async (words) => {
    const hook = `data:text/javascript,${encodeURIComponent(listLoaded)}`;
    const { stderr } = await promisify(execFile)(process.execPath, [
      ...['--import', hook, join(import.meta.dirname, 'main.ts')],
      ...words.split(' '),
    ]);
    const loaded = stderr.split('\n');
    expect(loaded).toContainEqual(expect.stringContaining('/commander/'));
    const found = heavy.filter((name) => loaded.some((url) => url.includes(`/node_modules/${name}/`)));
    expect(found).toEqual([]);
  },
);

/** The dependencies of the server and the library, and of drawing a chat. Zod parses options, so it is always loaded. */
const heavy = [...Object.keys({ ...api.dependencies, ...memory.dependencies }), 'marked'].filter(
  (name) => name !== 'zod' && !name.startsWith('@devai/'),
);

/** Makes a process write the addresses of its modules to standard error. */
const listLoaded = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context); } });`;
