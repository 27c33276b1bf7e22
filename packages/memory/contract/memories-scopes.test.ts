import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseProject, parseNamespace, readableScopes, scopeOf } from '../src/namespaces.ts';
import type { MemoryRecord } from '../src/store/memories.ts';
import { sampleVector } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { openWorld } from '../testing/open-world.ts';

describe.each(testDatabases())('scopes on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('show a project only global memories, the user’s and its own, whatever the names', async () => {
    const all = [
      'devai/global',
      'devai/global/project/task',
      'devai/user',
      'devai/user/preferences',
      ...names.flatMap((name) => [`devai/project/${name}`, `devai/project/${name}/task`]),
    ];
    await fill(all);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...adversarialProjects, null), async (project) => {
        const scopes = readableScopes(project);
        const expected = all.filter((namespace) => scopes.includes(scopeOf(namespace))).toSorted();
        expect(namespacesOf(await search(scopes))).toEqual(expected);
        expect(namespacesOf(await list(scopes))).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('are never read as a pattern, a prefix or empty', async () => {
    await fill(names.map((name) => `devai/project/${name}`));
    for (const scope of [
      'devai/project/%',
      'devai/project/t_sk',
      'devai/project/',
      'devai/project',
      'devai',
      '',
      '%',
    ]) {
      expect(await search([scope])).toEqual([]);
      expect(await list([scope])).toEqual([]);
    }
    expect(await search([])).toEqual([]);
    expect(await list([])).toEqual([]);
  });

  it('are computed for every valid namespace as the library does', async () => {
    const segment = fc.oneof(
      fc.constantFrom(...names, 'global', 'user', 'project'),
      fc.stringMatching(/^[a-z0-9._ก-๙éß-]{1,12}$/u),
    );
    const namespace = fc
      .tuple(fc.constantFrom('global', 'user', 'project'), fc.array(segment, { minLength: 1, maxLength: 6 }))
      .map(([branch, rest]) => `devai/${branch}/${rest.join('/')}`)
      .filter(isValid);
    await fc.assert(
      fc.asyncProperty(namespace, async (text) => {
        const memory = await world.add(`about ${text}`, { namespace: text });
        const [row] = await world.query(
          'select scope, public.devai__scope_of(namespace) as computed from public.devai_memories where id = $1',
          [memory.id],
        );
        expect(row).toEqual({ scope: scopeOf(text), computed: scopeOf(text) });
      }),
      { numRuns: 30 },
    );
  });

  it('are narrowed by whole segments, in which no character is special', async () => {
    const below = [
      'fix',
      'fixes',
      'fixes/api',
      'fixes/api_v1',
      'fixes/apixv1',
      'fixes.old',
      'f',
      'ไทย/ใหม่',
      'ไทย',
    ];
    const all = below.map((rest) => `devai/project/task/${rest}`);
    await fill(all);
    const scopes = readableScopes('task');
    const under = (...wanted: string[]) =>
      all.filter((name) => wanted.some((one) => name === one || name.startsWith(`${one}/`))).toSorted();
    const questions = [
      ...all.map((name) => [name]),
      ['devai/project/task'],
      ['devai/project/task/fix', 'devai/project/task/ไทย'],
      ['devai/project/task/%'],
      ['devai/project/task/f_x'],
      ['devai/project/task/'],
      ['devai/project/taskforge'],
    ];
    for (const wanted of questions) {
      expect(namespacesOf(await search(scopes, wanted))).toEqual(under(...wanted));
      expect(namespacesOf(await list(scopes, wanted))).toEqual(under(...wanted));
    }
  });

  it('limit the neighbours of a candidate to its own, including the one with the same text', async () => {
    await fill(['devai/project/task/x', 'devai/project/taskforge/x', 'devai/user', 'devai/global']);
    const [mine] = await search(['devai/project/task']);
    const question = { vector: sampleVector(1), words: ['shared'], contentHash: mine?.contentHash ?? '' };
    const neighbours = await world.store.matchNeighbours(
      ['devai/project/task', 'devai/user', 'devai/project/t', 'devai/project/%'].map((scope) => ({
        ...question,
        scope,
      })),
      { noiseFloor: -1, embeddingModel: 'm1', limit: 5 },
    );
    expect(
      neighbours.map((found) => found.map(({ memory, sameHash }) => [memory.namespace, sameHash])),
    ).toEqual([[['devai/project/task/x', true]], [['devai/user', false]], [], []]);
  });

  async function search(scopes: string[], namespaces: string[] = []): Promise<MemoryRecord[]> {
    const matches = await world.match({
      vector: sampleVector(1),
      words: ['shared'],
      scopes,
      namespaces,
      retrievalThreshold: -1,
      noiseFloor: -1,
      limit: 500,
    });
    return matches.map(({ memory }) => memory);
  }

  function list(scopes: string[] | null, namespaces: string[] = []) {
    return world.store.listMemories({
      scopes,
      namespaces,
      includeInvalid: true,
      filter: {},
      after: null,
      limit: 1_000,
    });
  }

  function namespacesOf(memories: MemoryRecord[]) {
    return memories.map(({ namespace }) => namespace).toSorted();
  }

  /** One memory in each, found by vector, by word, by importance and as pinned. */
  async function fill(namespaces: string[]): Promise<void> {
    for (const namespace of namespaces) {
      await world.add(`shared statement of ${namespace}`.slice(0, 2_000), {
        namespace,
        words: ['shared', 'statement'],
        vector: sampleVector(1),
        embeddingModel: 'm1',
        importance: 10,
      });
    }
    await world.query('update public.devai_memories set pinned = true');
  }
});

function isValid(namespace: string): boolean {
  try {
    return parseNamespace(namespace) === namespace;
  } catch {
    return false;
  }
}

/** Projects whose names are each other's prefixes, patterns, regular expressions or look-alikes. */
const adversarialProjects = [
  'task',
  'taskforge',
  'task_forge',
  'task-forge',
  'task.forge',
  'taskxforge',
  'task%',
  '%',
  '_',
  '__',
  'task\\',
  '..',
  '../user',
  'a',
  'a.',
  'a_',
  'global',
  'user',
  'project',
  'devai',
  'เสื้อ',
  'เสือ',
  'é',
  'ş',
  'ß',
  'ss',
  "o'hare",
  '[a-z]*',
  'task/../user',
  'task/forge',
  '{task,user}',
  '"task"',
];

const names = [...new Set(adversarialProjects.map((name) => normaliseProject(name) ?? ''))];
