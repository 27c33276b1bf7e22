import type { Answer } from '@devai/fastify/protocol/client';

/** The topics of recent work, and what the agent is told about them. */
export type ShownFocus = Answer<'GET /api/focus', 'sent'>;
export type Topic = ShownFocus['topics'][number];
type Paths = Pick<Topic, 'files' | 'directories'>;

/** What the user does to the list of topics. */
export type TopicEdit =
  | ({ kind: 'add' | 'correct'; topic: string } & Paths)
  | { kind: 'remove'; topic: string };

type PlannedEdit = {
  /** The whole list as it shall be; null: nothing is to be done. */
  topics: Topic[] | null;
  /** What of the edit is not as the user wants it, because the topic was changed since they saw it; null: nothing. */
  conflict: string | null;
};

/** Applies an edit of the list that the user saw to the list as it is now. */
export function planTopicEdit(edit: TopicEdit, seen: Topic[], latest: Topic[]): PlannedEdit {
  const before = seen.find(({ topic }) => topic === edit.topic);
  const now = latest.find(({ topic }) => topic === edit.topic);
  const isChanged = before !== undefined && now !== undefined && !isSame(before, now);
  if (edit.kind === 'remove') {
    if (isChanged)
      return { topics: null, conflict: `“${edit.topic}” stays: it was changed after you saw it.` };
    return { topics: now ? latest.filter((one) => one !== now) : null, conflict: null };
  }
  if (now) {
    const base = edit.kind === 'add' ? { files: [], directories: [] } : (before ?? now);
    const merged = { ...now, ...mergePaths(base, edit, now) };
    return {
      topics: latest.map((one) => (one === now ? merged : one)),
      conflict: isChanged ? `“${edit.topic}” was changed after you saw it. Both changes are kept.` : null,
    };
  }
  if (edit.kind === 'correct') {
    return {
      topics: null,
      conflict: `“${edit.topic}” was removed after you saw it. Add it to have it again.`,
    };
  }
  const { topic, files, directories } = edit;
  const added = { topic, files, directories, parent: null, strength: 1, sessions: 0 };
  return { topics: [{ ...added, lastTouchedAt: new Date().toISOString() }, ...latest], conflict: null };
}

const isSame = (one: Topic, other: Topic): boolean =>
  one.lastTouchedAt === other.lastTouchedAt &&
  new Set(pathsOf(one)).symmetricDifference(new Set(pathsOf(other))).size === 0;

const pathsOf = ({ files, directories }: Paths): string[] => [...files, ...directories];

/** The paths that the user added, then those of now without what the user took away. */
function mergePaths(base: Paths, edited: Paths, now: Paths): Paths {
  const merge = (kind: keyof Paths): string[] => {
    const removed = base[kind].filter((path) => !edited[kind].includes(path));
    return Array.from(new Set([...edited[kind], ...now[kind]])).filter((path) => !removed.includes(path));
  };
  return { files: merge('files'), directories: merge('directories') };
}
