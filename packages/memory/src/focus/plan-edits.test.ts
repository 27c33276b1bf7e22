import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Topic } from '../store/topics.ts';
import { nameKey } from './match-topic.ts';
import { parseFile } from './parse-file.ts';
import { renderFile } from './render-file.ts';
import { type Edits, planEdits } from './plan-edits.ts';
import { anyTopics, makeTopic } from './topic.fixture.ts';
import { shownTopics, type WrittenTopic } from './written-topics.ts';

const project = 'taskforge';
const now = new Date('2026-01-15T10:00:00Z');
const later = new Date('2026-01-15T11:00:00Z');

const nothing: Edits = { deactivate: [], insert: [], replacePaths: [], stay: [] };

const memory = makeTopic({ topic: 'memory', filePaths: ['a.ts', 'b.ts'], directories: ['src/'] });
const deployment = makeTopic({ topic: 'deployment', strength: 0.9, filePaths: ['deploy.yml'] });
const billing = makeTopic({ topic: 'billing', strength: 0.5 });
const all = [memory, deployment, billing];
const { seen, text } = write(all);

describe('the edits of the focus file', () => {
  it('are none when it is unchanged', () => {
    expect(plan(seen, text, all)).toEqual(nothing);
  });

  it('remove a topic', () => {
    expect(plan(seen, without('deployment'), all)).toEqual({ ...nothing, deactivate: [deployment] });
  });

  it('add a topic with its paths', () => {
    const edited = text.replace('## Fading', '- **search**\n  files: index.ts\n\n## Fading');
    expect(plan(seen, edited, all)).toEqual({
      ...nothing,
      insert: [expect.objectContaining({ name: 'search', filePaths: ['index.ts'], directories: [] })],
    });
  });

  it('correct paths', () => {
    const edited = text.replace('a.ts, b.ts', 'a.ts, c.ts').replace('dirs: src/', 'dirs: lib/');
    expect(plan(seen, edited, all).replacePaths).toEqual([
      { topic: memory, filePaths: ['c.ts', 'a.ts'], directories: ['lib/'] },
    ]);
  });

  it('remove all paths when their lines are gone', () => {
    const edited = text.replace('  files: a.ts, b.ts\n', '');
    expect(plan(seen, edited, all).replacePaths).toEqual([
      { topic: memory, filePaths: [], directories: ['src/'] },
    ]);
  });

  it('apply on top of what was tagged since the file was written', () => {
    const touched = { ...memory, filePaths: ['new.ts', 'a.ts', 'b.ts'], lastTouchedAt: later };
    const edited = text.replace('a.ts, b.ts', 'a.ts, c.ts');
    expect(plan(seen, edited, [touched]).replacePaths).toEqual([
      { topic: touched, filePaths: ['c.ts', 'new.ts', 'a.ts'], directories: ['src/'] },
    ]);
  });

  it('keep at most twenty paths of a topic', () => {
    const many = Array.from({ length: 30 }, (_, index) => `f${index}.ts`);
    const edited = text.replace('a.ts, b.ts', many.join(', '));
    const changes = plan(seen, edited, all);
    expect(changes.replacePaths[0]?.filePaths).toEqual(many.slice(0, 20));
    expect(plan(seen, edited, apply(all, changes))).toEqual(nothing);
  });

  it('rename a topic by removing one and adding the other', () => {
    const changes = plan(seen, text.replace('**billing**', '**invoices**'), all);
    expect(namesOf(changes.deactivate)).toEqual(['billing']);
    expect(changes.insert.map(({ name }) => name)).toEqual(['invoices']);
  });

  it('add no topic that means the same as an existing one', () => {
    const tagged = makeTopic({ topic: 'job-queue', filePaths: ['q.ts'], lastTouchedAt: later });
    const edited = text.replace(
      '## Fading',
      '- **Job Queue**\n  files: queue.ts\n- **jobQueue**\n\n## Fading',
    );
    const changes = plan(seen, edited, [...all, tagged]);
    expect(changes.insert).toEqual([]);
    expect(changes.replacePaths).toEqual([
      { topic: tagged, filePaths: ['queue.ts', 'q.ts'], directories: [] },
    ]);
    expect(plan(seen, edited, all).insert.map(({ name }) => name)).toEqual(['Job Queue']);
  });

  it('restore a topic that was edited while the store pruned it', () => {
    const edited = text.replace('deploy.yml', 'deploy.yaml');
    expect(plan(seen, edited, [memory, billing]).insert).toEqual([
      { name: 'deployment', filePaths: ['deploy.yaml'], directories: [] },
    ]);
  });

  it('do not restore an unedited topic that the store pruned', () => {
    expect(plan(seen, text, [memory, billing])).toEqual(nothing);
  });
});

describe('a topic that is missing in the file', () => {
  it('stays when it was first tagged after the file was written', () => {
    const tagged = makeTopic({ topic: 'search', lastTouchedAt: later });
    expect(plan(seen, text, [...all, tagged])).toEqual(nothing);
  });

  it('stays when it was worked on after the file was written', () => {
    const touched = { ...deployment, lastTouchedAt: later };
    const changes = plan(seen, without('deployment'), [memory, touched, billing]);
    expect(changes).toEqual({ ...nothing, stay: ['deployment'] });
  });

  it('stays when it is a different one with that name', () => {
    const again = makeTopic({ topic: 'deployment', lastTouchedAt: later });
    expect(plan(seen, without('deployment'), [memory, again, billing])).toEqual(nothing);
  });

  it('stays when the last written content is unknown', () => {
    expect(plan([], without('deployment'), all)).toEqual(nothing);
  });

  it('stays when the file is damaged, although additions apply', () => {
    const damaged = without('deployment').replace('## Fading', '<<<<<<< ours\n- **search**\n\n## Fading');
    const changes = plan(seen, damaged, all);
    expect(changes.deactivate).toEqual([]);
    expect(changes.insert.map(({ name }) => name)).toEqual(['search']);
  });

  it('keeps its paths when the file is damaged', () => {
    const damaged = text.replace('a.ts, b.ts', 'c.ts').replace('## Fading', '=======\n## Fading');
    expect(plan(seen, damaged, all)).toEqual(nothing);
  });

  it('stays when its line exists but is not understood', () => {
    const struck = text.replace('**deployment**', '~~**deployment**~~');
    expect(plan(seen, struck, all)).toEqual(nothing);
  });

  it('stays with its paths, wherever the file was cut', () => {
    for (let end = 0; end < text.length - 1; end += 1) {
      expect(plan(seen, text.slice(0, end), all), `cut at ${end}`).toEqual(nothing);
    }
  });
});

describe('whatever the user edits and whatever happened since', () => {
  const edit = fc.constantFrom('keep', 'remove', 'add a path', 'drop a path');
  const drift = fc.constantFrom('same', 'same', 'touched', 'gone');
  const scene = fc.record({
    topics: anyTopics,
    edits: fc.array(edit, { minLength: 6, maxLength: 6 }),
    drifts: fc.array(drift, { minLength: 6, maxLength: 6 }),
    added: fc.uniqueArray(fc.constantFrom('added one', 'added two', 'added three'), { maxLength: 3 }),
    tagged: fc.uniqueArray(fc.constantFrom('tagged one', 'tagged two'), { maxLength: 2 }),
  });

  it('a topic that the user did not touch is not changed', () => {
    check((given) => {
      const { shown, database, changesOf } = stage(given);
      const changes = changesOf(database);
      const changed = [...changes.deactivate, ...changes.replacePaths.map(({ topic }) => topic)].map(
        ({ id }) => id,
      );
      // an edit of a deleted topic applies to one whose name differs only in its markup
      const edited = new Set(
        shown.flatMap(({ edit: made, name }) => (made === 'keep' ? [] : [nameKey(name)])),
      );
      for (const topic of shown.filter(({ name }) => !edited.has(nameKey(name)))) {
        expect(changed).not.toContain(topic.id);
        expect(changes.insert.map(({ name }) => name)).not.toContain(topic.name);
      }
    });
  });

  it('a removal removes only that topic, unless it was worked on since', () => {
    check((given) => {
      const { shown, database, changesOf, stored } = stage(given);
      const removed = shown.filter(({ edit: made }) => made === 'remove').map(({ id }) => stored(id));
      const expected = removed.filter((topic) => topic && topic.lastTouchedAt < later);
      expect(changesOf(database).deactivate).toEqual(expected);
    });
  });

  it('an addition is applied, once', () => {
    check((given) => {
      const { database, changesOf } = stage(given);
      const names = changesOf(database).insert.map(({ name }) => name);
      for (const name of given.added) expect(names.filter((one) => one === name)).toHaveLength(1);
    });
  });

  it('an edit of paths is applied, and keeps paths that were tagged since', () => {
    check((given) => {
      const { shown, database, changesOf, stored } = stage(given);
      const { replacePaths } = changesOf(database);
      for (const topic of shown.filter(({ edit: made }) => made === 'add a path')) {
        const before = stored(topic.id);
        if (!before) continue;
        const after = replacePaths.find((one) => one.topic.id === topic.id)?.filePaths ?? [];
        expect(after).toContain('added/by/user.ts');
        expect(after.includes('touched/since.ts')).toBe(before.filePaths.includes('touched/since.ts'));
      }
    });
  });

  it('a topic that was tagged after the file was written survives', () => {
    check((given) => {
      const { database, changesOf } = stage(given);
      const after = namesOf(apply(database, changesOf(database)));
      for (const name of given.tagged) expect(after).toContain(name);
    });
  });

  it('nothing is left to do after applying once', () => {
    check((given) => {
      const { database, changesOf } = stage(given);
      const after = apply(database, changesOf(database));
      const { stay: _, ...again } = changesOf(after);
      expect(again).toEqual({ deactivate: [], insert: [], replacePaths: [] });
    });
  });

  it('an unedited file changes nothing', () => {
    check((given) => {
      const { database } = stage(given);
      const written = write(given.topics);
      expect(plan(written.seen, written.text, database)).toEqual(nothing);
    });
  });

  type Scene = {
    topics: Topic[];
    edits: string[];
    drifts: string[];
    added: string[];
    tagged: string[];
  };

  function stage({ topics, edits, drifts, added, tagged }: Scene) {
    const written = shownTopics(topics);
    const shown = written.map((topic, index) => ({ ...topic, edit: edits[index] ?? 'keep' }));
    const edited = [
      ...shown
        .filter((topic) => topic.edit !== 'remove')
        .map((topic) => ({
          name: topic.name,
          filePaths:
            topic.edit === 'add a path'
              ? [...topic.filePaths, 'added/by/user.ts']
              : topic.edit === 'drop a path'
                ? topic.filePaths.slice(1)
                : topic.filePaths,
          directories: topic.directories,
        })),
      ...added.map((name) => ({ name, filePaths: ['p.ts'], directories: [] })),
    ];
    const driftOf = (topic: Topic): string => drifts[topics.indexOf(topic)] ?? 'same';
    const database = [
      ...topics
        .filter((topic) => driftOf(topic) !== 'gone')
        .map((topic) =>
          driftOf(topic) === 'touched'
            ? { ...topic, filePaths: ['touched/since.ts', ...topic.filePaths], lastTouchedAt: later }
            : topic,
        ),
      ...tagged.map((topic) => makeTopic({ topic, lastTouchedAt: later })),
    ];
    const changesOf = (from: Topic[]) =>
      planEdits({ seen: written, edited, isDamaged: false, database: from });
    return { shown, database, changesOf, stored: (id: string) => database.find((topic) => topic.id === id) };
  }

  function check(property: (scene: Scene) => void): void {
    fc.assert(fc.property(scene, property), { numRuns: 400 });
  }
});

function write(topics: Topic[]): { seen: WrittenTopic[]; text: string } {
  const written = shownTopics(topics);
  return { seen: written, text: renderFile({ project, written, topics, now }) };
}

function plan(seenTopics: WrittenTopic[], file: string, database: Topic[]): Edits {
  const { topics, problems } = parseFile(Buffer.from(file));
  const isDamaged = problems.length > 0;
  return planEdits({ seen: seenTopics, edited: topics, isDamaged, database });
}

/** Applies the edits like the store. */
function apply(database: Topic[], changes: Edits): Topic[] {
  const kept = database.filter((topic) => !changes.deactivate.includes(topic));
  const corrected = kept.map((topic) => ({
    ...topic,
    ...changes.replacePaths
      .filter((one) => one.topic.id === topic.id)
      .map(({ filePaths, directories }) => ({ filePaths, directories }))[0],
  }));
  const inserted = changes.insert.map(({ name, filePaths, directories }) =>
    makeTopic({ topic: name, filePaths, directories, lastTouchedAt: later }),
  );
  return [...corrected, ...inserted];
}

function namesOf(topics: Topic[]): string[] {
  return topics.map(({ topic }) => topic);
}

function without(name: string, from = text): string {
  return from.replace(new RegExp(`- \\*\\*${name}\\*\\*.*\\n(?:  \\w+: .*\\n)*`), '');
}
