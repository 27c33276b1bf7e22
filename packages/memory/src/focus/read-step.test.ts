import { describe, expect, it } from 'vitest';
import { growth, repeating } from '../../testing/growth.ts';
import { pathsOfStep, readStep, type ReadStep, type Step } from './read-step.ts';
import { mentionedDirectory, mentionedFile } from './resolve-tag.ts';

describe('the paths of a step', () => {
  it('are those of its tool calls, newest first, then those named by the user', () => {
    const paths = pathsOfStep(
      step({
        userMessage: 'look at src/service.ts please',
        toolCalls: [
          call('read_file', { path: './apps/api/src/memory/extraction.ts' }),
          call('list_files', { path: 'apps/api/src' }),
          call('run', { command: 'vitest run apps/api/src/memory/extraction.test.ts' }),
          call('write_file', { path: 'Makefile', content: 'x'.repeat(600) + ' other/secret.ts' }),
        ],
        reply: 'I changed `dedup.ts`.',
      }),
    );
    expect(paths).toEqual({
      files: [
        'Makefile',
        'apps/api/src/memory/extraction.test.ts',
        'apps/api/src/memory/extraction.ts',
        'src/service.ts',
      ],
      directories: ['apps/api/src/'],
      filesOfCalls: 3,
    });
  });

  it.each(['../../evil.txt', 'src/guessed.ts', 'Makefile'])(
    'are not those of failed calls, whoever names them: %s',
    async (path) => {
      const refused = call('write_file', { path }, false);
      const texts = {
        userMessage: `write hi to ${path}, then tidy docs/a.md`,
        reply: `I cannot write ${path}.`,
      };
      const read = await readStep(step({ ...texts, toolCalls: [refused] }));
      expect(read).toMatchObject({ files: ['docs/a.md'], directories: [] });
      expect(read.userMessage).toBe('write hi to …, then tidy docs/a.md');
      expect(mentionedFile(path, read)).toBeNull();
      expect(JSON.stringify(read)).not.toContain(path);
      const again = await readStep(step({ ...texts, toolCalls: [refused, call('write_file', { path })] }));
      expect(again.files).toContain(path);
    },
  );

  it.each([
    'see https://example.com/a/b.html for more',
    'either and/or both, at 10.5 % of 1.2.3',
    'write to mail@example.com, i.e. now. Then go.',
    'we deploy to Fly.io with Node.js, see gauge.min and gaugeOf(gauge).min, or this.state.levels',
    'what does levelOf(gauge, (now)).round return?',
    '',
  ])('are not found in "%s"', (userMessage) => {
    expect(pathsOfStep(step({ userMessage })).files).toEqual([]);
  });

  it.each([
    ['the threshold (src/levels.ts) is wrong', ['src/levels.ts']],
    ['see [docs/a.md](docs/b.md), and ((src/c.ts)', ['docs/a.md', 'docs/b.md', 'src/c.ts']],
    ['fix app/(shop)/[id]/page.tsx and (shop)/page.tsx', ['app/(shop)/[id]/page.tsx', '(shop)/page.tsx']],
    ['look at levels.ts, README.md, Cargo.toml (and .env.local)', ['levels.ts', 'README.md', 'Cargo.toml']],
    ['run gaugeOf(gauge).min in src/odd.gauge', ['src/odd.gauge']],
  ])('are found as they are named in "%s"', (userMessage, files) => {
    expect(pathsOfStep(step({ userMessage })).files).toEqual(files);
  });

  it('come from arguments of any form', () => {
    const paths = pathsOfStep(
      step({
        toolCalls: [
          call('edit', { edits: [{ file_path: 'a/b.ts' }, { file_path: 'a\\c.ts' }] }),
          call('broken', '{"path": "a/d.ts'),
          call('none', 'null'),
          call('here', { path: '.' }),
        ],
      }),
    );
    expect(paths.files).toEqual(['a/d.ts', 'a/b.ts', 'a/c.ts']);
    expect(paths.directories).toEqual([]);
  });

  it.each(['a/', 'a.', '-'])('take time proportional to the text: many %j', async (unit) => {
    const work = (text: string) => pathsOfStep(step({ userMessage: text }));
    expect(await growth(work, repeating(unit))).toBeLessThan(1.5);
  });

  it('contain no secrets, and neither do the texts', async () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
    const read = await readStep(
      step({
        userMessage: `password=hunter2horse and ${token}`,
        toolCalls: [
          call('read_file', { path: `tmp/${token}/a.ts` }),
          call('read_file', { path: 'src/a.ts' }),
        ],
        reply: token,
      }),
    );
    expect(JSON.stringify(read)).not.toContain(token);
    expect(read.userMessage).not.toContain('hunter2horse');
    expect(read.files).toEqual(['src/a.ts']);
  });
});

describe('a path that a model named', () => {
  const read: ReadStep = {
    userMessage: 'fix the Dockerfile in infra/docker, not legacy.ts.bak',
    reply: '',
    files: ['apps/api/src/memory/extraction.ts', 'service.ts'],
    directories: ['docs/decisions/'],
    filesOfCalls: 2,
  };

  it.each([
    ['apps/api/src/memory/extraction.ts', 'apps/api/src/memory/extraction.ts'],
    ['/apps/api/src/memory/extraction.ts', 'apps/api/src/memory/extraction.ts'],
    ['./service.ts', 'service.ts'],
    ['extraction.ts', 'apps/api/src/memory/extraction.ts'],
    ['memory/extraction.ts', 'apps/api/src/memory/extraction.ts'],
    ['Dockerfile', 'Dockerfile'],
    ['traction.ts', null],
    ['apps/web/extraction.ts', null],
    ['invented.ts', null],
    ['legacy.ts', null],
    ['', null],
    ['/', null],
  ])('%j is the mentioned file %j', (named, mentioned) => {
    expect(mentionedFile(named, read)).toBe(mentioned);
  });

  it.each([
    ['apps/api/src/memory', 'apps/api/src/memory/'],
    ['/apps/api/src/memory/', 'apps/api/src/memory/'],
    ['memory/', 'apps/api/src/memory/'],
    ['src/memory/', 'apps/api/src/memory/'],
    ['apps/', 'apps/'],
    ['docs/decisions', 'docs/decisions/'],
    ['infra/docker', 'infra/docker/'],
    ['infra/dock', null],
    ['memo/', null],
    ['packages/', null],
    ['', null],
    ['.', null],
  ])('%j is the mentioned directory %j', (named, mentioned) => {
    expect(mentionedDirectory(named, read)).toBe(mentioned);
  });
});

function call(name: string, input: unknown, ok = true): Step['toolCalls'][number] {
  return {
    name,
    arguments: typeof input === 'string' ? input : JSON.stringify(input),
    ok,
  };
}

function step(changes: Partial<Step> & { userMessage?: string }): Step & { userMessage: string } {
  return { sessionId: 'session', project: null, userMessage: '', toolCalls: [], reply: '', ...changes };
}
