import * as fc from 'fast-check';
import type { Topic } from '../store/topics.ts';

let count = 0;

/** A topic as the store returns it, with its own id. */
export function makeTopic(changes: Partial<Topic> = {}): Topic {
  count += 1;
  const touched = changes.lastTouchedAt ?? new Date('2026-01-15T10:00:00Z');
  return {
    id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    project: 'taskforge',
    topic: `topic-${count}`,
    parentTopic: null,
    filePaths: [],
    directories: [],
    strength: 1,
    touchCount: 1,
    sessionCount: 1,
    firstSeenAt: touched,
    lastTouchedAt: touched,
    isActive: true,
    ...changes,
  };
}

/** Names and paths as people and models write them, and hostile ones. */
export const anyName = fc.oneof(
  fc.stringMatching(/^[a-z]{1,8}(-[a-z]{1,8})?(\/[a-z]{1,8})?$/),
  fc.constantFrom(
    'files: x',
    'Umbau Küche',
    '## Active',
    'การทดสอบ',
    '- **a**',
    '__init__',
    'C++',
    'a | b',
    '~~x~~',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
);
export const anyPath = fc.oneof(
  fc.stringMatching(/^([a-z]{1,6}\/){0,3}[a-z]{1,8}\.ts$/),
  fc.constantFrom('a, b.ts', '"q".ts', '`x`', "'y'", 'dirs: z', '**', '<!-- keep -->', 'มี/ไฟล์.ts', '- x'),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const paths = fc.uniqueArray(anyPath, { maxLength: 4 });

/** Topics as the store may hold them: any names and paths, strongest first. */
export const anyTopics = fc
  .uniqueArray(
    fc.record({
      topic: anyName,
      filePaths: paths,
      directories: paths,
      strength: fc.double({ min: 0.05, max: 1, noNaN: true }),
      sessionCount: fc.nat(9),
      lastTouchedAt: fc.date({
        min: new Date('2025-12-01'),
        max: new Date('2026-01-15'),
        noInvalidDate: true,
      }),
    }),
    { selector: (topic) => topic.topic, maxLength: 6 },
  )
  .map((topics) => topics.map((topic) => makeTopic(topic)).toSorted((a, b) => b.strength - a.strength));
