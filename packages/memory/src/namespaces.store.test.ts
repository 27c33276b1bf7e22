import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normaliseNamespace,
  normaliseProject,
  parseNamespace,
  readableScopes,
  scopeOf,
} from './namespaces.ts';
import { openWorld } from '../testing/open-world.ts';

describe('normaliseNamespace', () => {
  it.each([
    ['devai/project/taskforge/fixes', 'taskforge', 'devai/project/taskforge/fixes'],
    ['DevAI/Project/TaskForge/Auth Flow', 'taskforge', 'devai/project/taskforge/auth-flow'],
    ['devai/user/preferences', 'taskforge', 'devai/user/preferences'],
    ['devai/global/patterns', 'taskforge', 'devai/global/patterns'],
    ['user/preferences', 'taskforge', 'devai/user/preferences'],
    ['fixes', 'taskforge', 'devai/project/taskforge/fixes'],
    ['fixes', null, 'devai/global/fixes'],
    ['', 'taskforge', 'devai/project/taskforge/general'],
    ['', null, 'devai/global/general'],
    ['devai/project/taskforge', 'taskforge', 'devai/project/taskforge'],
    ['devai/project/โครงการ/การตั้งค่า', 'โครงการ', 'devai/project/โครงการ/การตั้งค่า'],
    ['//devai//project//taskforge///fixes//', 'taskforge', 'devai/project/taskforge/fixes'],
    ['devai/a/b/c/d/e/f/g/h/i', 'p', 'devai/project/p/a/b/c/d/e'],
  ])('files %j of project %j under %s', (proposed, project, expected) => {
    expect(normaliseNamespace(proposed, project)).toBe(expected);
  });

  it.each([
    'devai/project/other/fixes',
    'devai/project/task/fixes',
    'devai/project/taskforge%/fixes',
    'devai/project/../fixes',
  ])("files another project's branch %j under the current project", (proposed) => {
    expect(normaliseNamespace(proposed, 'taskforge')).toMatch(/^devai\/project\/taskforge\/(fixes|general)$/);
  });

  it('never leaves what the project may read, is valid, and is idempotent, whatever is proposed', () => {
    fc.assert(
      fc.property(proposal, projectName, (proposed, project) => {
        fc.pre(project === null || normaliseProject(project) !== null);
        const namespace = normaliseNamespace(proposed, project);
        expect(parseNamespace(namespace)).toBe(namespace);
        expect(readableScopes(project)).toContain(scopeOf(namespace));
        expect(normaliseNamespace(namespace, project)).toBe(namespace);
      }),
      { numRuns: 2_000 },
    );
  });
});

const folded = (name: string) => name.toWellFormed().toLowerCase().normalize('NFC').trim();

describe('normaliseProject', () => {
  it.each([
    ['TaskForge', 'taskforge'],
    ['  api_v2.1 ', 'api_v2.1'],
    ['โครงการทดสอบ', 'โครงการทดสอบ'],
    ['Größe', 'größe'],
  ])('reads %j as %j', (name, expected) => {
    expect(normaliseProject(name)).toBe(expected);
  });

  it('is null only for a blank name', () => {
    expect(normaliseProject('')).toBeNull();
    expect(normaliseProject(' \n\t')).toBeNull();
    expect(normaliseProject('..')).not.toBeNull();
    expect(normaliseProject('%%%')).not.toBeNull();
  });

  it('keeps apart names that a lossy spelling would join', () => {
    const names = [
      'task',
      'task-',
      'task%',
      'task_',
      'task ?',
      'task/forge',
      'task-forge',
      'task forge',
      'task%forge',
      '..',
      '...',
    ];
    expect(new Set(names.map(normaliseProject)).size).toBe(names.length);
  });

  it('gives two projects different branches unless they differ only in case and outer space', () => {
    fc.assert(
      fc.property(adversarial, adversarial, (one, other) => {
        fc.pre(folded(one) !== folded(other));
        expect(normaliseProject(one)).not.toBe(normaliseProject(other));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is idempotent and returns one valid segment', () => {
    fc.assert(
      fc.property(adversarial, (name) => {
        const project = normaliseProject(name);
        if (project === null) return;
        expect(normaliseProject(project)).toBe(project);
        expect(parseNamespace(`devai/project/${project}/x`).split('/')).toHaveLength(4);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('parseNamespace', () => {
  it.each([
    ['', 'must begin with "devai/"'],
    ['other/x', 'must begin with "devai/"'],
    ['devai/secret', 'must begin with "devai/global"'],
    ['devai/project', 'needs the name of a project'],
    ['devai/project/', 'empty segment'],
    ['devai//user', 'must begin with "devai/global"'],
    ['devai/user/', 'empty segment'],
    ['devai/user/..', 'only dots'],
    ['devai/user/Preferences', 'lower case'],
    ['devai/user/a b', '"a b" may hold only'],
    ['devai/user/a%', '"a%" may hold only'],
    ['devai/user/1/2/3/4/5/6/7', 'has 9 segments'],
    [`devai/user/${'x'.repeat(200)}`, 'has 211 characters'],
  ])('refuses %j and says why', (text, reason) => {
    expect(() => parseNamespace(text)).toThrow(reason);
    expect(() => parseNamespace(text)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });

  it('accepts any script', () => {
    expect(parseNamespace('devai/user/ความชอบ')).toBe('devai/user/ความชอบ');
  });
});

describe('the database', () => {
  const world = openWorld();
  const migration = readFileSync(
    new URL('../../../db/migrations/0001_memories.sql', import.meta.url),
    'utf8',
  );
  const scope = /scope text not null generated always as \(([\s\S]*?)\) stored/.exec(migration)?.[1];
  const check = /check \((.* and namespace ~ .*)\),?\n/.exec(migration)?.[1];

  it('computes the same scope and accepts every normalised namespace', async () => {
    const sample = fc.sample(fc.tuple(proposal, projectName), 500);
    const namespaces = [
      ...new Set(sample.map(([proposed, project]) => normaliseNamespace(proposed, project))),
    ];
    const rows = await world.query(
      `select namespace, ${scope} as scope, ${check} as accepted
       from unnest($1::text[]) as namespace`,
      [namespaces],
    );
    expect(rows).toEqual(
      namespaces.map((namespace) => ({ namespace, scope: scopeOf(namespace), accepted: true })),
    );
  });
});

const adversarial = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '...',
    '/',
    '//',
    '%',
    '_',
    '-',
    ' ',
    '\0',
    '\u200b',
    '\ud800',
    'İ',
    'ΟΔΟΣ',
    'ß',
    'é',
    'e\u0301',
  ),
  fc.constantFrom(
    'devai',
    'project',
    'user',
    'global',
    'task',
    'taskforge',
    'TaskForge',
    'task%',
    'task_',
    'โครงการ',
    'größe',
  ),
  fc.constantFrom('x'.repeat(300), 'ก'.repeat(120), '😀'.repeat(40)),
);

const proposal = fc.oneof(
  adversarial,
  fc.array(adversarial, { maxLength: 12 }).map((segments) => segments.join('/')),
  fc.array(adversarial, { maxLength: 12 }).map((segments) => ['devai', 'project', ...segments].join('/')),
);

const projectName = fc.option(adversarial, { nil: null });
